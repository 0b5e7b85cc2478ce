import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { newPayee, payoutsOf, refund, wrongSum } from "../../support/payouts.ts";
import { moveTo, postReturn, readReturn, returnIn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { moneySet, shopOrder, upsertOrder } from "../../support/shop-orders.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ payoutRetrySchedule: [0, 5, 5], payoutTimeoutMs: 150 });

const eur = (amount: string) => ({ amount, currency: "EUR" });
const ONE = { items: [{ lineItemId: "line-1", quantity: 1, reason: "r" }] };
const EXCEEDS = { status: "waiting", held: true, reason: "refund_exceeds_paid", attempts: 0 };

/** A store with an order of two units of 10.00. */
async function storeWithOrder(): Promise<TestStore> {
  const store = await service.newStore();
  expect((await upsertOrder(store, shopOrder("order-1"))).status).toBe(200);
  return store;
}

const returnOne = async (store: TestStore) => (await returnIn(postReturn(store, "order-1", ONE))).id;

async function complete(store: TestStore, id: string) {
  expect((await moveTo(store, id, "complete")).status).toBe(204);
}

async function refundInShop(store: TestStore, amount: string) {
  const refunded = { id: "r1", createdAt: "2026-03-03T10:00:00Z" };
  const refunds = [{ ...refunded, orderLevelRefunds: [{ amountSet: moneySet(amount), reason: "Late" }] }];
  const order = shopOrder("order-1", { updatedAt: "2026-03-03T10:00:00Z", refunds });
  expect((await upsertOrder(store, order)).status).toBe(200);
}

/** Lets all pauses end, and what is due then be sent. */
async function goOn(store: TestStore) {
  await store.ctx.db.execute(sql`
    update payout_streams set due_at = now() where store_id = ${store.id} and due_at is not null`);
  await service.drain({ sweeps: true });
}

async function sumsOf(store: TestStore, id: string) {
  return wrongSum((await readReturn(store, id)).return);
}

test("a payout that waited behind an unknown one is held if the shop has refunded meanwhile what was left for it", async () => {
  for (const [byHand, expected] of [
    ["10.00", { status: "paid", attempts: 1 }],
    ["10.01", EXCEEDS],
  ] as const) {
    const store = await storeWithOrder();
    const answers = ["unknown"];
    const payee = await newPayee(service, store, () => Response.json({ status: answers.shift() ?? "paid" }));
    const id = await returnOne(store);
    expect((await refund(store, id, { amount: eur("4.00") })).status).toBe(202);
    await service.drain();
    await complete(store, id);
    await refundInShop(store, byHand);
    for (let count = 0; count < 3; count++) await goOn(store);
    expect([byHand, await payoutsOf(store, id)]).toMatchObject([
      byHand,
      [
        { status: "paid", amount: eur("4.00") },
        { ...expected, amount: eur("6.00") },
      ],
    ]);
    expect(await sumsOf(store, id)).toBeUndefined();
    expect(payee.seen()).toHaveLength(expected === EXCEEDS ? 2 : 3);
  }
});

test("of the payouts of two returns that wait the one is held that the shop's refund leaves too little for, and a part of it is paid", async () => {
  const store = await storeWithOrder();
  const payee = await newPayee(service, store, () => Response.json({ status: "paid" }));
  const ids = [await returnOne(store), await returnOne(store)];
  for (const id of ids) await complete(store, id);
  await refundInShop(store, "5.00");
  await goOn(store);
  expect(payee.seen()).toHaveLength(1);
  const found = await Promise.all(ids.map(async (id) => ({ id, payouts: await payoutsOf(store, id) })));
  const paid = found.find(({ payouts }) => payouts[0]?.status === "paid");
  const held = found.find(({ payouts }) => payouts[0]?.held);
  expect(paid?.payouts).toMatchObject([{ amount: eur("10.00") }]);
  expect(held?.payouts).toMatchObject([{ ...EXCEEDS, amount: eur("10.00") }]);
  const id = held?.id ?? "";
  expect((await refund(store, id)).status).toBe(400);
  expect((await refund(store, id, { amount: eur("5.00") })).status).toBe(202);
  await goOn(store);
  expect(await payoutsOf(store, id)).toMatchObject([
    { ...EXCEEDS, amount: eur("5.00") },
    { status: "paid", amount: eur("5.00") },
  ]);
  for (const each of ids) expect(await sumsOf(store, each)).toBeUndefined();
});

test("a payout that its payee was asked for is asked for again, whatever the shop has refunded since", async () => {
  const store = await storeWithOrder();
  const answers = ["unknown"];
  const payee = await newPayee(service, store, () => Response.json({ status: answers.shift() ?? "paid" }));
  const id = await returnOne(store);
  await complete(store, id);
  await service.drain();
  await refundInShop(store, "20.00");
  await goOn(store);
  expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid", amount: eur("10.00") }]);
  expect(new Set(payee.seen().map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
});
