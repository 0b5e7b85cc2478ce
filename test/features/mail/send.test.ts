import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { inTransaction } from "../../../src/core/ctx.ts";
import { queueMail } from "../../../src/features/mail/queue-mail.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { queue } from "../../support/mails.ts";
import { rejection } from "../../support/open-mail-server.ts";
import type { TestStore } from "../../support/service.ts";
import { slowdown } from "../../support/slowdown.ts";
import { useService } from "../../support/use-service.ts";

const server = await startMailServer();
const settings = {
  smtp: server.settings,
  mailFrom: { name: "", address: "returns@service.example" },
  mailRetrySchedule: [0, 20, 20],
};
const service = useService({ ...settings, mailTimeoutMs: 30_000 });
const impatient = useService({ ...settings, mailTimeoutMs: 1_000, databaseOf: service });
/** What isn't recorded is tried again until the lease is over, which lasts more than twice as long as an attempt may. */
const brief = useService({ ...settings, mailTimeoutMs: 5_000, databaseOf: service });

async function shop(name = "Green Shop"): Promise<TestStore> {
  const store = await service.newStore({ name });
  expect((await store.patch("/stores/:store", { mail: { enabled: true } })).status).toBe(200);
  return store;
}

type Mail = { id: string; state: string; attempts: number; error: string; answer: string; messageId: string };

async function mailsOf(store: TestStore): Promise<Mail[]> {
  const { rows } = await store.ctx.db.execute<Mail>(sql`
    select id, state, attempts, error, answer, message_id as "messageId" from mails
    where store_id = ${store.id} order by id`);
  return rows;
}

function queueOne(store: TestStore, to: string, order: string, returnId = order) {
  return queue(store, { to, kind: "return_received", values: { order, items: "" }, returnId });
}

/** Addresses of their own for each test: the tests share the server. */
let made = 0;
const address = () => `shopper-${++made}@example.com`;

describe("a mail goes out once it is committed", () => {
  test("as text and HTML of the same words, with headers that stop automatic answers", async () => {
    const [store, to] = [await shop(), address()];
    const id = await queueOne(store, to, "1001");
    await service.drain();
    const [mail, ...others] = server.seen.filter((seen) => seen.to === to);
    expect(others).toEqual([]);
    expect(mail?.headers).toMatchObject({
      from: "Green Shop <returns@service.example>",
      to,
      subject: "Your return of order 1001",
      "auto-submitted": "auto-generated",
      "content-language": "en",
      "message-id": `<${id}@service.example>`,
    });
    const parts = mail?.raw.split(/--\S*Part\S*/) ?? [];
    for (const type of ["text/plain", "text/html"]) {
      const part = parts.find((each) => each.includes(type));
      expect(part).toContain("We have received your return of order 1001.");
    }
    expect(mail?.raw).not.toMatch(/<img|src=|https?:/);
    expect(await mailsOf(store)).toMatchObject([{ id, state: "sent", attempts: 1, error: null }]);
  });

  test("a mail of a transaction that is rolled back never goes out", async () => {
    const [store, to] = [await shop(), address()];
    const caller = { storeId: store.id, requestId: "test" };
    const failing = inTransaction(store.ctx, async (tx) => {
      await queueMail(tx, caller, { to, kind: "return_cancelled", values: { order: "1" } });
      throw new Error("undone");
    });
    expect(failing).rejects.toThrow("undone");
    await failing.catch(() => undefined);
    await service.drain({ sweeps: true });
    expect(server.taken(to)).toEqual([]);
  });

  test("not where the store doesn't send mails, or not of this kind", async () => {
    const to = address();
    const off = await service.newStore();
    expect(await queueOne(off, to, "1")).toBeUndefined();
    const some = await shop();
    await some.patch("/stores/:store", { mail: { kinds: ["return_cancelled", "withdrawal_receipt"] } });
    expect(await queueOne(some, to, "1")).toBeUndefined();
    await service.drain({ sweeps: true });
    expect(server.taken(to)).toEqual([]);
  });
});

describe("mails of one return to one address go out in order", () => {
  test("one that has to be tried again holds up those after it, and no others", async () => {
    const store = await shop();
    const [to, other] = [address(), address()];
    let refused = 0;
    server.script((command, rcpt) =>
      command === "RCPT" && rcpt === to && refused++ < 1 ? rejection(450, "later") : undefined,
    );
    for (const order of ["a", "b", "c"]) await queueOne(store, to, order, "ret_1");
    await queueOne(store, other, "d", "ret_1");
    await service.drain();
    expect(server.taken(other)).toHaveLength(1);
    await Bun.sleep(60);
    await service.drain({ sweeps: true });
    server.script(undefined);
    expect(server.taken(to)).toEqual(["a", "b", "c"].map((order) => `Your return of order ${order}`));
    expect((await mailsOf(store)).map(({ attempts }) => attempts)).toEqual([2, 1, 1, 1]);
  });

  test("a 5xx is final at once, its answer is kept, and the next mail goes out", async () => {
    const [store, to] = [await shop(), address()];
    server.script((command, rcpt) =>
      command === "DATA" && rcpt === to && server.taken(to).length === 1
        ? rejection(554, "no thank\tyou")
        : undefined,
    );
    await queueOne(store, to, "a", "ret_1");
    await queueOne(store, to, "b", "ret_1");
    await service.drain();
    server.script(undefined);
    expect(await mailsOf(store)).toMatchObject([
      {
        state: "failed",
        attempts: 1,
        error: "the mail server refused the message",
        answer: "554 no thank you",
      },
      { state: "sent", attempts: 1, error: null },
    ]);
  });
});

describe("whatever the mail server does, a mail is only late", () => {
  test("a server that breaks connections off: the mails wait for it, and go out in order", async () => {
    const [store, to] = [await shop(), address()];
    let dropped = 0;
    server.script(() => {
      if (dropped++ < 2) server.drop();
      return undefined;
    });
    for (const order of ["a", "b"]) await queueOne(store, to, order, "ret_1");
    await service.drain();
    server.script(undefined);
    const [first, second] = await mailsOf(store);
    expect(first?.attempts).toBeGreaterThan(1);
    expect([first?.state, second]).toEqual(["sent", expect.objectContaining({ state: "sent", attempts: 1 })]);
    expect(server.taken(to)).toEqual(["Your return of order a", "Your return of order b"]);
  });

  test("a slow server is left after the timeout, and the mail is tried again", async () => {
    const [store, to] = [await shop(), address()];
    const goesOn = Promise.withResolvers<void>();
    let slow = 0;
    server.script(async (command, rcpt) => {
      if (command === "RCPT" && rcpt === to && slow++ === 0) await goesOn.promise;
      return undefined;
    });
    await queueOne(store, to, "a");
    await impatient.drain();
    await Bun.sleep(60);
    await impatient.drain({ sweeps: true });
    goesOn.resolve();
    server.script(undefined);
    expect(await mailsOf(store)).toMatchObject([{ state: "sent", attempts: 2 }]);
  });

  test("after the last attempt the mail has failed, and the button sends it with the same Message-ID", async () => {
    const [store, to] = [await shop(), address()];
    server.script((command, rcpt) =>
      command === "DATA" && rcpt === to ? rejection(451, "not now") : undefined,
    );
    const id = await queueOne(store, to, "a");
    for (const _ of [1, 2, 3]) {
      await service.drain({ sweeps: true });
      await Bun.sleep(40);
    }
    server.script(undefined);
    expect(await mailsOf(store)).toMatchObject([{ state: "failed", attempts: 3, answer: "451 not now" }]);
    expect((await store.post(`/stores/:store/mails/${id}/send`, undefined)).status).toBe(200);
    await service.drain();
    expect(await mailsOf(store)).toMatchObject([{ state: "sent", attempts: 4 }]);
    const ids = server.seen.filter((mail) => mail.to === to).map(({ headers }) => headers["message-id"]);
    expect(ids).toEqual(Array.from({ length: 4 }, () => `<${id}@service.example>`));
  });

  test("a process that is killed between the server's answer and the record: the repeat is the same mail", async () => {
    const [store, to] = [await shop(), address()];
    const id = await queueOne(store, to, "a");
    await store.ctx.db.execute(sql`
      create function fail_once() returns trigger language plpgsql as $$ begin
        if new.state = 'sent' and new.id = '${sql.raw(id ?? "")}' then raise 'lost'; end if; return new; end $$`);
    await store.ctx.db.execute(sql`
      create trigger fail_once before update on mails for each row execute function fail_once()`);
    await brief.drain().catch(() => undefined);
    await store.ctx.db.execute(sql`drop trigger fail_once on mails; drop function fail_once`);
    expect(await mailsOf(store)).toMatchObject([{ state: "waiting", attempts: 0 }]);
    await store.ctx.db.execute(sql`
      update mail_streams set leased_until = now() - interval '1 second' where store_id = ${store.id}`);
    await brief.drain({ sweeps: true });
    const seen = server.seen.filter((mail) => mail.to === to);
    expect(seen).toHaveLength(2);
    expect(seen[1]?.raw).toBe(seen[0]?.raw ?? "");
    expect(await mailsOf(store)).toMatchObject([{ state: "sent" }]);
  });

  test("of two stores the one whose mails hang makes the other's no later", async () => {
    const [frozen, quick] = [await shop("Frozen"), await shop("Quick")];
    const hanging = new Set(Array.from({ length: 12 }, address));
    for (const to of hanging) await queueOne(frozen, to, "f", to);
    const recipients = Array.from({ length: 8 }, address);
    for (const to of recipients) await queueOne(quick, to, "q", to);
    const goesOn = Promise.withResolvers<void>();
    server.script(async (command, rcpt) => {
      if (command === "RCPT" && hanging.has(rcpt)) await goesOn.promise;
      return undefined;
    });
    const end = performance.now() + 5_000 * slowdown();
    const draining = service.drain();
    while (recipients.some((to) => server.taken(to).length === 0)) {
      if (performance.now() > end) break;
      await Bun.sleep(10);
    }
    const left = recipients.filter((to) => server.taken(to).length === 0);
    goesOn.resolve();
    await draining;
    server.script(undefined);
    expect(left).toEqual([]);
    expect(server.connections().most).toBeLessThanOrEqual(20);
  });
});

describe("addresses", () => {
  test.each([
    ["ann@例え.jp", "ann@xn--r8jz45g.jp"],
    [`${"l".repeat(64)}@example.com`, `${"l".repeat(64)}@example.com`],
  ])("%s is written as %s", async (to, written) => {
    const store = await shop();
    await queueOne(store, to, "1");
    await service.drain();
    expect(await mailsOf(store)).toMatchObject([{ state: "sent", error: null }]);
    expect(server.seen.at(-1)?.headers.to).toBe(written);
  });

  test.each([
    "ann@example.com\r\nBcc: eve@example.com",
    "ann",
    "a b@example.com",
    "<ann@example.com>",
    "a@b,c@d",
  ])("%p gets no mail", async (to) => {
    expect(await queueOne(await shop(), to, "1")).toBeUndefined();
  });
});
