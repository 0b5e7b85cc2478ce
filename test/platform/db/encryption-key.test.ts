import { afterEach, describe, expect, test } from "bun:test";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createIntegration } from "../../../src/features/integrations/create-integration.ts";
import { createEncryption } from "../../../src/lib/encryption.ts";
import { isEncrypted, requireKey } from "../../../src/platform/db/key-check.ts";
import { type Cli, createCli, createProcessCli, refused } from "../../support/cli.ts";
import { cloneDatabase } from "../../support/database.ts";
import { inHeldTransaction, untilLockWaits } from "../../support/lock-waits.ts";
import { dataFolder, runProcess, type ServiceProcess, startProcess } from "../../support/process.ts";
import { query } from "../../support/query.ts";
import { startService } from "../../support/service.ts";
import { runInside, startInside } from "../../support/service-inside.ts";
import { newWebhook } from "../../support/webhooks.ts";

const OLD = "the key of the year before";
const NEW = "the key of this year here";
const OTHER = "a key that was never used";
const ANOTHER_KEY =
  "This database is encrypted under another key: set that one as ENCRYPTION_KEY, or as ENCRYPTION_KEY_PREVIOUS beside a new one until `bun run cli key rotate` is through.";

const running: ServiceProcess[] = [];
afterEach(endAll);

async function endAll(): Promise<void> {
  for (const { signal } of running) signal("SIGTERM");
  await Promise.all(running.splice(0).map(({ exited }) => exited));
}

async function start(env: Record<string, string>): Promise<ServiceProcess> {
  const started = await startProcess({ DEMO: "0", ...env });
  running.push(started);
  return started;
}

/** Starts a service and stops it once it is ready. */
async function startOnce(env: Record<string, string>): Promise<void> {
  const { signal, exited } = await startInside({ DEMO: "0", ...env });
  signal("SIGTERM");
  await exited;
}

async function subscribe(cli: Cli, storeId: string): Promise<void> {
  await cli.json(`store create --id ${storeId} --name Shop`);
  await cli.json(`webhook create --store ${storeId} --url https://hooks.example.com/ --token sesame`);
}

/** A start that fails writes a line of the log, and its sentence. */
const failed = (message: string) => ({ code: 1, output: expect.stringContaining(`${message}\n`) });

const check = async (url: string) =>
  (await query<{ sealed: string }>(url, "select sealed from encryption_check")).map(({ sealed }) => sealed);

describe("a key that can't decrypt the database", () => {
  test("stops the start and every command with one message, and changes nothing", async () => {
    const { url, drop } = await cloneDatabase();
    await startOnce({ DATABASE_URL: url, ENCRYPTION_KEY: OLD });
    const kept = await check(url);
    expect(kept).toEqual([expect.stringMatching(/^v1\./)]);

    const wrong = { DATABASE_URL: url, ENCRYPTION_KEY: OTHER };
    expect(await runProcess(wrong)).toEqual(failed(ANOTHER_KEY));
    const neither = { ...wrong, ENCRYPTION_KEY_PREVIOUS: NEW };
    expect(await runInside({ ...neither, ROLE: "worker" })).toEqual(failed(ANOTHER_KEY));
    for (const line of ["store create --name Shop", "key rotate"]) {
      expect(await createCli(neither).run(line)).toEqual(refused(ANOTHER_KEY));
    }
    expect(await check(url)).toEqual(kept);
    await startOnce({ DATABASE_URL: url, ENCRYPTION_KEY: OLD });
    await startOnce({ DATABASE_URL: url, ENCRYPTION_KEY: NEW, ENCRYPTION_KEY_PREVIOUS: OLD });
    expect(await check(url)).toEqual(kept);
    await drop();
  });

  test("is detected by the encrypted values of a database without a check value, which then gets one", async () => {
    const { url, drop } = await cloneDatabase();
    const old = { DATABASE_URL: url, ENCRYPTION_KEY: OLD };
    await subscribe(createCli(old), "shop");
    await query(url, "delete from encryption_check");

    expect(await runInside({ ...old, ENCRYPTION_KEY: OTHER })).toEqual(failed(ANOTHER_KEY));
    await startOnce({ DATABASE_URL: url, ENCRYPTION_KEY: NEW, ENCRYPTION_KEY_PREVIOUS: OLD });
    // With only the new key the command would report that no value has the old one.
    expect(await check(url)).toEqual([]);
    await startOnce(old);
    expect(await check(url)).toHaveLength(1);
    await drop();
  });

  test("is detected by the newest value of all tables if there is no check value", async () => {
    const earlier = await startService({ encryptionKey: OLD, isSingle: true });
    const { db, config } = earlier.ctx;
    expect(await isEncrypted(db)).toBe(false);
    const store = await earlier.newStore();
    earlier.setClock(new Date("2026-01-01"));
    await newWebhook(store);
    expect(await isEncrypted(db)).toBe(true);
    const later = await startService({ encryptionKey: NEW, databaseUrl: config.databaseUrl });
    const url = "https://acme.example.test";
    await createIntegration(later.ctx, store.id, { provider: "acme", url, token: "sesame" });
    await expect(requireKey(db, earlier.ctx.encryption)).rejects.toThrow(ANOTHER_KEY);
    await requireKey(db, later.ctx.encryption);
    await later.stop();
    await earlier.stop();
  });

  test("is detected when another process commits its check value at the same time", async () => {
    const service = await startService({ encryptionKey: OLD, isSingle: true });
    const { db, encryption } = service.ctx;
    const { late } = await inHeldTransaction(db, async (tx) => {
      await requireKey(tx, encryption);
      const late = requireKey(db, await createEncryption(NEW)).catch(({ message }: Error) => message);
      await untilLockWaits(service);
      return { late };
    });
    expect(await late).toBe(ANOTHER_KEY);
    await service.stop();
  });

  test("is rejected when several processes start at once: only those with the key of the first one start", async () => {
    const { url, drop } = await cloneDatabase();
    const keys = [OLD, NEW, OLD, NEW];
    const outcomes = await Promise.all(
      keys.map(async (key) => {
        try {
          await start({ DATABASE_URL: url, ENCRYPTION_KEY: key, ROLE: "api" });
          return key;
        } catch (error) {
          return (error as Error).message;
        }
      }),
    );
    const [winner] = outcomes.filter((outcome) => keys.includes(outcome));
    const lost = expect.stringContaining(ANOTHER_KEY);
    expect(outcomes).toEqual(keys.map((key) => (key === winner ? key : lost)));
    expect(await check(url)).toHaveLength(1);
    await endAll();
    await drop();
  });
});

describe("the key of the embedded database", () => {
  test("is never replaced when it is lost or damaged: the start fails with instructions and works once it is restored", async () => {
    const folder = await dataFolder();
    const file = join(folder.path, "encryption-key");
    const own = { DATA_DIR: folder.path };
    const cli = createProcessCli(own);
    await startOnce(own);
    await subscribe(cli, "shop");
    const key = await readFile(file, "utf8");
    const fault = (what: string) =>
      `The encryption key in ${file} is ${what}, and without it nothing opens what the database holds: put the file back from a backup, or set ENCRYPTION_KEY to what it held.`;

    await rename(file, `${file}.away`);
    expect(await runProcess(own)).toEqual(failed(fault("missing")));
    expect(await cli.run("client list --store shop")).toEqual(refused(fault("missing")));
    expect(await Bun.file(file).exists()).toBe(false);
    for (const rest of ["", key.slice(0, 20)]) {
      await writeFile(file, rest);
      expect(await runInside(own)).toEqual(failed(fault("damaged")));
    }
    await rm(file);
    await startOnce({ ...own, ENCRYPTION_KEY: key });
    await rename(`${file}.away`, file);
    await startOnce(own);
    expect(await readFile(file, "utf8")).toBe(key);
    await folder.remove();
  });

  test("is created once while nothing is encrypted, and only its owner may read it", async () => {
    const folder = await dataFolder();
    const own = { DATA_DIR: folder.path };
    const file = join(folder.path, "encryption-key");
    await startOnce(own);
    const key = await readFile(file, "utf8");
    expect(key).toMatch(/^[0-9a-z]{52}$/);
    expect((await Bun.file(file).stat()).mode & 0o777).toBe(0o600);
    await startOnce(own);
    expect(await readFile(file, "utf8")).toBe(key);
    await folder.remove();
  });
});
