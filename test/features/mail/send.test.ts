import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { inTransaction } from "../../../src/core/ctx.ts";
import { queueMail } from "../../../src/features/mail/queue-mail.ts";
import { rejection, startMailServer } from "../../support/mail-server.ts";
import { queue } from "../../support/mails.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const server = await startMailServer();
const service = useService({
  smtp: server.settings,
  mailFrom: { name: "", address: "returns@service.example" },
  mailRetrySchedule: [0, 20, 20],
  mailTimeoutMs: 400,
});

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
