import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { inTransaction } from "../../../src/core/ctx.ts";
import { blankMailsOfWithdrawal } from "../../../src/features/mail/erase-mails.ts";
import { inHeldTransaction, untilLockWaits } from "../../support/lock-waits.ts";
import { newMail, queue } from "../../support/mails.ts";
import { answerOf } from "../../support/returns.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();

test("mails of an erased withdrawal are blank, and those that wait are not sent", async () => {
  const store = await service.newStore();
  const kept = await newMail(store, "grace@example.com");
  const values = { number: "W-1", time: "now", statement: "I, Ada, withdraw." };
  const mail = { to: "ada@example.com", kind: "withdrawal_receipt", values, withdrawalId: "wdr_1" } as const;
  const id = await queue(store, mail);
  expect(await inTransaction(store.ctx, (tx) => blankMailsOfWithdrawal(tx, store.id, "wdr_1"))).toBe(1);
  expect(await inTransaction(store.ctx, (tx) => blankMailsOfWithdrawal(tx, store.id, "wdr_1"))).toBe(0);
  const { body } = await answerOf(store.get("/stores/:store/mails"));
  expect(body).toMatchObject({
    mails: [
      { id, to: "", status: "failed", subject: null, text: null },
      { id: kept, to: "grace@example.com", status: "waiting" },
    ],
  });
  const { rows } = await store.ctx.db.execute(sql`
    select count(*)::int as named from mail_streams where store_id = ${store.id} and stream_key = 'ada@example.com'`);
  expect(rows).toEqual([{ named: 0 }]);
  const again = await answerOf(store.post(`/stores/:store/mails/${id}/send`, undefined));
  expect(again).toMatchObject({ status: 409, body: { code: "mail_is_gone" } });
});

test("a mail that is erased while it is asked to be sent again is refused", async () => {
  const store = await service.newStore();
  const id = await newMail(store, "ada@example.com");
  const { sent } = await inHeldTransaction(store.ctx.db, async (tx) => {
    await tx.execute(sql`select from mail_streams where store_id = ${store.id} for update`);
    const sent = answerOf(store.post(`/stores/:store/mails/${id}/send`, undefined));
    await untilLockWaits(store);
    await tx.execute(sql`
      update mails set words = null, recipient = '', state = 'failed' where store_id = ${store.id}`);
    await tx.execute(sql`
      update mail_streams set pending = 0, due_at = null where store_id = ${store.id}`);
    return { sent };
  });
  expect(await sent).toMatchObject({ status: 409, body: { code: "mail_is_gone" } });
  const { rows } = await store.ctx.db.execute(sql`
    select pending from mail_streams where store_id = ${store.id}`);
  expect(rows).toEqual([{ pending: 0 }]);
});

test("erasing a customer blanks the mails to them, and the events that webhooks were sent about them", async () => {
  const store = await service.newStore();
  const url = "https://mails.example/hook";
  service.world.on(url, () => new Response(null, { status: 204 }));
  const webhook = { topic: "mail", callback: { url, auth: null } };
  const made = await answerOf(store.post("/stores/:store/webhooks", { webhook }));
  expect(made).toMatchObject({ status: 201, body: { webhook: { topic: "mail" } } });
  await store.post("/stores/:store/events", {
    eventName: "came",
    customer: { id: "ada", email: "ada@example.com" },
  });
  const id = await newMail(store, "Ada@Example.com");
  await service.drain();
  const sent = service.world.seen.filter((request) => request.url === url);
  expect(sent.map(({ body }) => JSON.parse(body))).toMatchObject([
    { type: "queued", merchantName: "Test shop", mail: { id, to: "Ada@Example.com", status: "waiting" } },
  ]);
  const exported = await answerOf(store.get("/stores/:store/customers/ada/export"));
  expect(exported.body).toMatchObject({ mails: [{ id, to: "Ada@Example.com" }] });

  expect((await store.post("/stores/:store/customers/ada/erase", undefined)).status).toBe(202);
  await service.drain({ sweeps: true });
  const { body } = await answerOf(store.get("/stores/:store/mails"));
  expect(body).toMatchObject({ mails: [{ id, to: "", status: "failed", text: null }] });
  const { rows } = await store.ctx.db.execute<{ body: string }>(
    sql`select body from webhook_payloads where store_id = ${store.id}`,
  );
  expect(JSON.stringify(rows)).not.toMatch(/ada@example/i);
});
