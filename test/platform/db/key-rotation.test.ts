import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import type { Ctx } from "../../../src/core/ctx.ts";
import { createIntegration } from "../../../src/features/integrations/create-integration.ts";
import { shopperLinkOf } from "../../../src/features/returns/shopper/link.ts";
import { rotateKey } from "../../../src/features/stores/rotate-key.ts";
import { createEncryption } from "../../../src/lib/encryption.ts";
import { addCell } from "../../../src/platform/cells/add-cell.ts";
import { requireKey } from "../../../src/platform/db/key-check.ts";
import { webhooks } from "../../../src/platform/db/tables/webhooks.ts";
import { createCli } from "../../support/cli.ts";
import { encryptedValues, fillWebhooks, unopened } from "../../support/encrypted-values.ts";
import { newReturn } from "../../support/returns.ts";
import { startService, type TestService, type TestStore } from "../../support/service.ts";
import { runInside, type ServiceInside, startInside } from "../../support/service-inside.ts";
import { environmentOf } from "../../support/use-service.ts";
import { deliveriesOf, listedWebhooks, newWebhook } from "../../support/webhooks.ts";

const OLD = "the key of the year before";
const NEW = "the key of this year here";
const ROOT = new URL("../../..", import.meta.url).pathname;

type Received = { token: string | null; verified: boolean };

const received: Received[] = [];
const secrets = new Set<string>();
const receiver = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: async (request) => {
    const body = await request.text();
    const token = request.headers.get("authorization");
    const headers = Object.fromEntries(request.headers);
    const verified = [...secrets].some((secret) => isSignedBy(secret, body, headers));
    received.push({ token, verified });
    return new Response();
  },
});
const host = `127.0.0.1:${receiver.port}`;
const callback = { url: `http://${host}/`, auth: { bearer: { token: "sesame" } } };

let service: TestService;
let store: TestStore;
let env: Record<string, string>;
async function begin(settings: { isSingle?: boolean } = {}): Promise<void> {
  received.length = 0;
  secrets.clear();
  service = await startService({ ...settings, encryptionKey: OLD, webhookAllowedHosts: [host] });
  await requireKey(service.ctx.db, service.ctx.encryption);
  store = await service.newStore();
  env = { ...environmentOf(service), WEBHOOK_ALLOWED_HOSTS: host };
}
afterAll(() => receiver.stop(true));

function isSignedBy(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

const both = () => ({ ...env, ENCRYPTION_KEY: NEW, ENCRYPTION_KEY_PREVIOUS: OLD });
const rotating = async (): Promise<Ctx> => ({ ...service.ctx, encryption: await createEncryption(NEW, OLD) });
const silent = () => {};

/** Returns the command's result; its progress is on standard error. */
async function rotate(): Promise<Record<string, unknown>> {
  const { code, out } = await createCli(both()).run("key rotate", "--json");
  expect(code).toBe(0);
  return JSON.parse(out);
}

async function isReady({ origin }: ServiceInside): Promise<boolean> {
  return (await fetch(`${origin}/readyz`)).ok;
}

async function end(...processes: ServiceInside[]): Promise<void> {
  for (const { signal } of processes) signal("SIGTERM");
  await Promise.all(processes.map(({ exited }) => exited));
}

describe("key rotation", () => {
  beforeEach(() => begin());

  test("fails no delivery and no request of processes with both keys, and leaves no value under the old key", async () => {
    await fillWebhooks(store.ctx.db, (await service.newStore({ beside: store })).id, {
      count: 3_000,
      key: OLD,
    });
    const before = await startInside({ ...env, ENCRYPTION_KEY: OLD, ROLE: "api" });
    const hook = await newWebhook(store, { callback, externalId: "shop" });
    secrets.add(hook.signingSecret);
    const processes = await Promise.all([startInside(both()), startInside(both())]);
    expect(await isReady(before)).toBe(true);

    const statuses: number[] = [];
    const send = async (i: number, method: string, path: string, body?: object) => {
      const { origin = "" } = processes[i % processes.length] ?? {};
      const headers = { Authorization: `Bearer ${store.secret}`, "Content-Type": "application/json" };
      const answer = await fetch(`${origin}/v2.2${path}`, { method, headers, body: JSON.stringify(body) });
      statuses.push(answer.status);
      return answer.json().catch(() => undefined);
    };
    const { id } = await newReturn(store);
    let isOver = false;
    const load = async () => {
      for (let i = 0; !isOver; i++) {
        await send(i, "POST", `/returns/${id}/comments`, { comment: { message: `${i}` } });
        if (i % 3 === 0)
          await send(i, "PUT", `/webhooks/${hook.id}`, { webhook: { callback, externalId: "shop" } });
        if (i % 10 === 0)
          secrets.add((await send(i, "POST", `/webhooks/${hook.id}/rotate-secret`)).signingSecret);
      }
    };
    const loading = load();
    const rotated = await rotate();
    const again = await rotate();
    isOver = true;
    await loading;

    expect(rotated).toEqual({ rotated: expect.any(Number), unreadable: 0, values: [] });
    expect(rotated.rotated).toBeGreaterThanOrEqual(6_000);
    expect(again).toEqual({ rotated: 0, unreadable: 0, values: [] });
    expect(statuses.filter((status) => status >= 300)).toEqual([]);
    while ((await deliveriesOf(store, hook.id, "?status=pending")).length > 0) await Bun.sleep(50);
    const attempts = (await deliveriesOf(store, hook.id)).flatMap((delivery) => delivery.attempts);
    expect(attempts.filter(({ status }) => status !== 200)).toEqual([]);
    expect(attempts.length).toBeGreaterThan(1);
    expect(received.filter(({ token, verified }) => token !== "Bearer sesame" || !verified)).toEqual([]);

    expect(await unopened(await encryptedValues(store.ctx.db), NEW)).toEqual([]);
    while (await isReady(before)) await Bun.sleep(20);
    expect(await Promise.all(processes.map(isReady))).toEqual([true, true]);
    await end(before, ...processes);
    expect((await runInside({ ...env, ENCRYPTION_KEY: OLD })).code).toBe(1);
    const after = await startInside({ ...env, ENCRYPTION_KEY: NEW });
    expect(await isReady(after)).toBe(true);
    await end(after);
    await service.stop();
  });

  test("starts with processes that can read the new key: each reads the values that the others write", async () => {
    const exchanged = { ...env, ENCRYPTION_KEY: OLD, ENCRYPTION_KEY_PREVIOUS: NEW };
    const processes = await Promise.all([startInside(exchanged), startInside(both())]);
    const headers = { Authorization: `Bearer ${store.secret}`, "Content-Type": "application/json" };
    const { id } = await newWebhook(store, { callback });
    for (const writer of processes) {
      const token = `written at ${writer.origin}`.replaceAll(" ", "-");
      const changed = { webhook: { callback: { ...callback, auth: { bearer: { token } } } } };
      const body = JSON.stringify(changed);
      await fetch(`${writer.origin}/v2.2/webhooks/${id}`, { method: "PUT", headers, body });
      for (const reader of processes) {
        const answer = await fetch(`${reader.origin}/v2.2/webhooks/${id}`, { headers });
        expect(await answer.json()).toMatchObject(changed);
      }
    }
    await end(...processes);
    await service.stop();
  });

  test("reports its progress and its result", async () => {
    await newWebhook(store);
    const { code, out, err } = await createCli(both()).run("key rotate");
    expect({ code, out, err }).toEqual({
      code: 0,
      out: "Re-encrypted 2 values. ENCRYPTION_KEY_PREVIOUS is no longer needed.\n",
      err: "",
    });
    const lines: string[] = [];
    await fillWebhooks(store.ctx.db, store.id, { count: 200, key: OLD });
    const ctx = await rotating();
    const slow = {
      ...ctx.encryption,
      renew: (sealed: string) => Bun.sleep(600).then(() => ctx.encryption.renew(sealed)),
    };
    await rotateKey({ ...ctx, encryption: slow }, (line) => lines.push(line));
    expect(lines[0]).toBe("100 rows read, 200 values re-encrypted");
    await service.stop();
  });

  test("lists values that neither key decrypts, re-encrypts the rest and exits with 1", async () => {
    const { id } = await newWebhook(store);
    const lost = await createEncryption("a key that was lost");
    await newWebhook(store);
    await store.ctx.db
      .update(webhooks)
      .set({ token: await lost.encrypt("x") })
      .where(eq(webhooks.id, id));
    const { code, out } = await createCli(both()).run("key rotate", "--json");
    const unreadable = { unreadable: 1, values: [{ column: "webhooks.token", storeId: store.id, id }] };
    expect([code, JSON.parse(out)]).toEqual([1, { rotated: 3, ...unreadable }]);
    expect((await createCli(both()).run("key rotate")).out).toContain(
      `webhooks.token of ${id} in store ${store.id}`,
    );
    expect(await unopened(await encryptedValues(store.ctx.db), NEW)).toHaveLength(1);
    await service.stop();
  });
});

describe("key rotation of one database", () => {
  beforeEach(() => begin({ isSingle: true }));

  test("killed midway leaves everything readable, and the next one completes it", async () => {
    const COUNT = 10_000;
    const { db } = service.ctx;
    const { token } = await fillWebhooks(db, store.id, { count: COUNT, key: OLD });
    const changed = async () => {
      const { rows } = await db.execute<{ count: number }>(
        sql`select count(*)::int as count from webhooks where store_id = ${store.id} and token <> ${token}`,
      );
      return rows[0]?.count ?? 0;
    };
    const { PATH = "", HOME = "" } = process.env;
    const killed = Bun.spawn([process.execPath, "src/cli.ts", "key", "rotate"], {
      cwd: decodeURIComponent(ROOT),
      env: { PATH, HOME, ...both() },
      stdio: ["ignore", "ignore", "ignore"],
    });
    while ((await changed()) === 0) await Bun.sleep(5);
    killed.kill("SIGKILL");
    await killed.exited;
    // Its last statement may still be running.
    let done = await changed();
    for (let before = 0; before !== done; done = await changed()) {
      before = done;
      await Bun.sleep(200);
    }
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(COUNT);

    const values = await encryptedValues(db);
    expect([(await unopened(values, NEW)).length, (await unopened(values, OLD)).length]).toEqual([
      2 * (COUNT - done) + 1,
      2 * done,
    ]);
    expect((await runInside({ ...env, ENCRYPTION_KEY: NEW })).code).toBe(1);
    expect(await rotate()).toMatchObject({ rotated: 2 * (COUNT - done) });
    expect(await unopened(await encryptedValues(db), NEW)).toEqual([]);
    await service.stop();
  });

  test("covers every column with encrypted values", async () => {
    const { id } = await newWebhook(store);
    await store.post(`/webhooks/${id}/rotate-secret`, undefined);
    const token = "sesame";
    await createIntegration(service.ctx, store.id, {
      kind: "refunds",
      provider: "acme",
      url: "https://acme.example.test",
      token,
    });
    const credentials = { apiKey: "sk_1", webhookSecret: "a-long-random-secret" };
    const connector = { url: `http://${host}`, enabled: false, credentials };
    await store.put("/stores/:store/connectors/medusa", connector);
    const { id: returnId } = await newReturn(store);
    await shopperLinkOf(service.ctx, { storeId: store.id, returnId });
    const values = await encryptedValues(service.ctx.db);
    expect(values.map(({ column }) => column).toSorted()).toEqual([
      "connectors.credentials",
      "encryption_check.sealed",
      "integrations.payout_secret",
      "integrations.token",
      "shopper_links.token",
      "webhooks.previous_signing_secret",
      "webhooks.signing_secret",
      "webhooks.token",
    ]);
    expect(await rotateKey(await rotating(), silent)).toEqual({ rotated: 7, unreadable: 0, values: [] });
    expect(await unopened(await encryptedValues(service.ctx.db), NEW)).toEqual([]);
    await service.stop();
  });

  test("keeps a concurrent change of a row, and re-encrypts its new values", async () => {
    const { id } = await newWebhook(store, { callback });
    const rotator = await rotating();
    const settings = { encryptionKey: NEW, webhookAllowedHosts: [host] };
    const changer = await startService({ databaseUrl: env.DATABASE_URL ?? "", ...settings });
    let isFirst = true;
    const renew = async (sealed: string) => {
      const renewed = await rotator.encryption.renew(sealed);
      if (isFirst) {
        isFirst = false;
        // The old secret becomes the previous one, still under the old key; the token is replaced, under the
        // new key.
        await changer.as(store).post(`/webhooks/${id}/rotate-secret`, undefined);
        const changed = { url: callback.url, auth: { bearer: { token: "changed" } } };
        await changer.as(store).put(`/webhooks/${id}`, { webhook: { callback: changed } });
      }
      return renewed;
    };
    expect(
      await rotateKey({ ...rotator, encryption: { ...rotator.encryption, renew } }, silent),
    ).toMatchObject({
      rotated: 1,
    });
    const [row] = await service.ctx.db.select().from(webhooks).where(eq(webhooks.id, id));
    expect(row?.previousSigningSecret).toStartWith("v1.");
    expect(await unopened(await encryptedValues(service.ctx.db), NEW)).toEqual([]);
    const [listed] = await listedWebhooks(changer.as(store));
    expect(listed?.callback.auth?.bearer.token).toBe("changed");
    await changer.stop();
    await service.stop();
  });

  test("fails when values keep appearing under the old key, and leaves the check value unchanged", async () => {
    const { id } = await newWebhook(store);
    const rotator = await rotating();
    const renew = async (sealed: string) => {
      const renewed = await rotator.encryption.renew(sealed);
      // A process with only the old key.
      const token = await service.ctx.encryption.encrypt("again");
      await service.ctx.db.update(webhooks).set({ token }).where(eq(webhooks.id, id));
      return renewed;
    };
    await expect(
      rotateKey({ ...rotator, encryption: { ...rotator.encryption, renew } }, silent),
    ).rejects.toThrow("start every process with the new one");
    const check = (await encryptedValues(service.ctx.db)).filter(
      ({ column }) => column === "encryption_check.sealed",
    );
    expect(await unopened(check, OLD)).toEqual([]);
    await service.stop();
  });

  test("counts the values of a database once that is the directory and a cell", async () => {
    const { id } = await newWebhook(store);
    await addCell(service.ctx, { name: "own", url: env.DATABASE_URL ?? "" });
    const lost = await createEncryption("a key that was lost");
    await service.ctx.db
      .update(webhooks)
      .set({ token: await lost.encrypt("x") })
      .where(eq(webhooks.id, id));
    const { out } = await createCli({ ...both(), CELLS: "*" }).run("key rotate", "--json");
    const values = [{ column: "webhooks.token", storeId: store.id, id }];
    expect(JSON.parse(out)).toEqual({ rotated: 1, unreadable: 1, values });
    await service.stop();
  });
});
