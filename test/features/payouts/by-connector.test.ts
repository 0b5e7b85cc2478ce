import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { inHeldTransaction, untilLockWaits } from "../../support/lock-waits.ts";
import { newPayee, payoutsOf, refund, wrongSum } from "../../support/payouts.ts";
import { answerOf, moveTo, postReturn, readReturn, returnIn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { type ConnectedShop, connectShop, openShopServer } from "../../support/shops/connect-shop.ts";
import type { ShopMood } from "../../support/shops/medusa-ledger.ts";
import { useService } from "../../support/use-service.ts";

const TIMEOUT_MS = 500;
const shops = await openShopServer();
const service = useService({
  ...{ payoutRetrySchedule: [0, 5, 5], payoutTimeoutMs: TIMEOUT_MS },
  webhookAllowedHosts: [shops.host],
});
service.beforeStop(shops.close);

const usd = (amount: string) => ({ amount, currency: "USD" });
const ONE = { items: [{ lineItemId: "line-1", quantity: 1, reason: "r" }] };

let made = 0;

/** Connects a new store to a shop that has these moods in turn, with an order of two units of 10.00, one of them returned. */
async function connected(...moods: ShopMood[]): Promise<ConnectedShop & { store: TestStore; id: string }> {
  const store = await service.newStore();
  const createdAt = new Date(Date.UTC(2026, 1, 1) + made++).toISOString();
  const shop = await connectShop(service, shops, store, { moods, lateMs: TIMEOUT_MS + 100, createdAt });
  await shop.order("order-1", { units: 2, cents: 1_000 });
  const { id } = await returnIn(postReturn(store, "order-1", ONE));
  return { ...shop, store, id };
}

const complete = async (store: TestStore, id: string) =>
  expect((await moveTo(store, id, "complete")).status).toBe(204);

/** Lets the pauses of all unknown payouts end, and what is due then be sent. */
async function goOn(store: TestStore) {
  await store.ctx.db.execute(sql`
    update payout_streams set due_at = now() where store_id = ${store.id} and due_at is not null`);
  await service.drain({ sweeps: true });
}

/** Returns what a return of the order's other unit would refund: what is left of what was paid for the order. */
async function leftFor(store: TestStore): Promise<string> {
  const { id, totals } = await returnIn(postReturn(store, "order-1", ONE));
  expect((await moveTo(store, id, "deleted")).status).toBe(204);
  return totals.refund.amount.amount;
}

test("the shop that an order came from pays its returns, and its refund names the payout", async () => {
  const { store, id, ledger } = await connected();
  await complete(store, id);
  await service.drain();
  const [payout, ...others] = await payoutsOf(store, id);
  expect(others).toEqual([]);
  expect(payout).toMatchObject({ status: "paid", amount: usd("10.00"), attempts: 1, reason: null });
  expect(ledger.refunds).toEqual([
    { id: payout?.reference ?? "", orderId: "order-1", payoutId: payout?.id, cents: 1_000 },
  ]);
});

/** Returns the ids and amounts of the refunds that the store's order has. */
async function refundsHere(store: TestStore): Promise<[id: string, amount: string][]> {
  const { refunds = [] } = await (await store.get("/stores/:store/orders/order-1")).json();
  type Shown = { id: string; orderLevelRefunds: [{ amountSet: { shopMoney: { amount: string } } }] };
  return refunds.map((shown: Shown) => [shown.id, shown.orderLevelRefunds[0].amountSet.shopMoney.amount]);
}

/** Has the shop asked until it says that it has paid, however slowly the test runs. */
async function untilPaid(store: TestStore, id: string) {
  for (let count = 0; ; count++) {
    const [payout] = await payoutsOf(store, id);
    if (payout?.status === "paid" || count === 20) return payout;
    await Bun.sleep(TIMEOUT_MS);
    await goOn(store);
  }
}

describe("the order that a shop has once it has paid", () => {
  test("is stored with its refund, though its webhook is lost and no poll shows it", async () => {
    for (const moods of [[], ["lost"]] as ShopMood[][]) {
      const { store, id, ledger } = await connected(...moods);
      await service.drain();
      await complete(store, id);
      await service.drain();
      const payout = await untilPaid(store, id);
      expect([moods, payout]).toMatchObject([moods, { status: "paid", reference: ledger.refunds[0]?.id }]);
      expect([moods, await refundsHere(store)]).toEqual([moods, [[payout?.reference ?? "", "10"]]]);
      expect(await leftFor(store)).toBe("10.00");
    }
  });

  test("is stored before the payout is recorded, so that a process that ends between the two loses neither", async () => {
    const { store, id, ledger } = await connected();
    await service.drain();
    await complete(store, id);
    const isAsked = Promise.withResolvers<void>();
    const isLocked = Promise.withResolvers<void>();
    const { handle } = ledger;
    ledger.handle = async (request) => {
      if (request.method === "POST") {
        isAsked.resolve();
        await isLocked.promise;
      }
      return handle(request);
    };
    const stored = await inHeldTransaction(store.ctx.db, async (tx) => {
      const sent = service.drain();
      await isAsked.promise;
      await tx.execute(sql`select from orders where store_id = ${store.id} for update`);
      isLocked.resolve();
      await untilLockWaits(service);
      const [payout] = await payoutsOf(store, id);
      return { sent, status: payout?.status };
    });
    await stored.sent;
    expect(stored.status).not.toBe("paid");
    const payout = await untilPaid(store, id);
    expect(payout).toMatchObject({ status: "paid" });
    expect(await refundsHere(store)).toEqual([[payout?.reference ?? "", "10"]]);
  });

  test("leaves the payout paid where it can't be stored, and stands among the rejected ones", async () => {
    const { store, id, ledger } = await connected();
    await returnIn(postReturn(store, "order-1", ONE));
    await service.drain();
    ledger.addOrder("order-1", { units: 1, cents: 2_000 });
    await complete(store, id);
    await service.drain();
    expect(await untilPaid(store, id)).toMatchObject({ status: "paid", reference: ledger.refunds[0]?.id });
    const { orders } = await (await store.get("/stores/:store/connectors/medusa/rejected-orders")).json();
    expect(orders).toMatchObject([{ orderId: "order-1" }]);
    expect(await refundsHere(store)).toEqual([]);
  });
});

test("what a shop has answered counts also where the database fails as the order's turn is left", async () => {
  const { store, id, ledger } = await connected();
  const { db } = store.ctx;
  await service.drain();
  await complete(store, id);
  await db.execute(sql`
    create function fail_to_leave() returns trigger language plpgsql as $$ begin raise 'planted'; end $$`);
  await db.execute(sql`
    create trigger fail_to_leave before update on restock_streams for each row
    when (new.leased_until is null) execute function fail_to_leave()`);
  try {
    await service.drain();
  } finally {
    await db.execute(sql`drop function fail_to_leave cascade`);
  }
  expect(await payoutsOf(store, id)).toMatchObject([
    { status: "paid", attempts: 1, reference: ledger.refunds[0]?.id },
  ]);
});

test("whatever a shop does with a request, it pays a payout once", async () => {
  const cases: [moods: ShopMood[], first: object][] = [
    [["ok"], { status: "paid", attempts: 1 }],
    [["broken", "broken"], { status: "unknown" }],
    [["failed"], { status: "unknown" }],
    [["lost"], { status: "unknown" }],
    [["late"], { status: "unknown" }],
    [["slow"], { status: "unknown" }],
    [["broken", "lost"], { status: "unknown" }],
    [["less"], { status: "paid", amount: usd("9.99"), reason: "amount_differs" }],
  ];
  const all = await Promise.all(cases.map(([moods]) => connected(...moods)));
  for (const { store, id } of all) await complete(store, id);
  await service.drain();
  for (const [i, { store, id }] of all.entries()) {
    expect([cases[i]?.[0], await payoutsOf(store, id)]).toMatchObject([cases[i]?.[0], [cases[i]?.[1] ?? {}]]);
    expect(wrongSum((await readReturn(store, id)).return)).toBeUndefined();
  }
  for (let count = 0; count < 3; count++) {
    await Bun.sleep(TIMEOUT_MS);
    for (const { store } of all) await goOn(store);
  }
  for (const [i, { store, id, ledger }] of all.entries()) {
    expect([cases[i]?.[0], ledger.refunds.length]).toEqual([cases[i]?.[0], 1]);
    expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid", reference: ledger.refunds[0]?.id }]);
  }
});

test("a shop that may still be at work on a payout is not asked for it again, on any request", async () => {
  const { store, id, put } = await connected("broken");
  const pauseMs = async () => {
    const { rows } = await store.ctx.db.execute<{ pause: number }>(sql`
      select extract(epoch from due_at - attempted_at)::float8 * 1000 as pause
      from payout_streams join payouts using (store_id, return_id) where store_id = ${store.id}`);
    return rows[0]?.pause ?? 0;
  };
  await complete(store, id);
  await service.drain();
  // As if it had been asked a moment ago, however slowly the test runs.
  await store.ctx.db.execute(sql`
    update payouts set attempted_at = now() + interval '1 minute' where store_id = ${store.id}`);
  await store.ctx.db.execute(sql`
    update payout_streams set due_at = now() + interval '1 hour' where store_id = ${store.id}`);
  await refund(store, id);
  expect(await pauseMs()).toBe(2 * TIMEOUT_MS);
  await put({ enabled: true });
  expect(await pauseMs()).toBe(2 * TIMEOUT_MS);
});

test("what a shop refuses is refused with its reason, and tried again when a person asks", async () => {
  const { store, id, ledger } = await connected("refused");
  await complete(store, id);
  await service.drain();
  expect(await payoutsOf(store, id)).toMatchObject([
    { status: "refused", reason: "The payment provider has declined" },
  ]);
  await refund(store, id);
  await service.drain();
  expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid", attempts: 2 }]);
  expect(ledger.refunds).toHaveLength(1);
});

test("store credit that a shop hasn't is refused, and the reason says so", async () => {
  const { store, ledger } = await connected();
  const items = [{ lineItemId: "line-1", quantity: 1, reason: "r", compensation: "store_credit" }];
  const { id } = await returnIn(postReturn(store, "order-1", { items }));
  await complete(store, id);
  await service.drain();
  expect(await payoutsOf(store, id)).toMatchObject([
    { type: "store_credit", status: "refused", reason: expect.stringContaining("no store credit") },
  ]);
  expect(ledger.refunds).toEqual([]);
});

describe("of an order that its shop has deleted", () => {
  test("what was asked of no payee is refused, and its reason says that it is to be paid elsewhere", async () => {
    const { store, id, ledger } = await connected();
    await complete(store, id);
    ledger.removeOrder("order-1");
    await service.drain();
    expect(await payoutsOf(store, id)).toMatchObject([
      { status: "refused", reason: "The shop has deleted the order: pay it elsewhere.", attempts: 1 },
    ]);
    await refund(store, id, { paidElsewhere: true });
    await goOn(store);
    expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid", reason: null }]);
    expect(ledger.refunds).toEqual([]);
  });

  test("what it was asked for and may have paid stays unknown, and its reason says where to look", async () => {
    for (const mood of ["lost", "broken"] as const) {
      const { store, id, ledger, put } = await connected(mood);
      const payee = await newPayee(service, store, () => Response.json({ status: "paid" }));
      await complete(store, id);
      await service.drain();
      ledger.removeOrder("order-1");
      await Bun.sleep(TIMEOUT_MS);
      await goOn(store);
      expect(await payoutsOf(store, id)).toMatchObject([
        {
          status: "unknown",
          reason: "The shop has deleted the order: look at the payment provider whether it was paid.",
        },
      ]);
      await put({ enabled: false });
      await refund(store, id);
      await goOn(store);
      expect([payee.seen(), await payoutsOf(store, id)]).toMatchObject([[], [{ status: "unknown" }]]);
      await refund(store, id, { paidElsewhere: true });
      await goOn(store);
      expect([payee.seen(), await payoutsOf(store, id)]).toMatchObject([[], [{ status: "paid" }]]);
    }
  });
});

describe("a shop's refund that a connector made counts once, whatever comes first", () => {
  type Step = "ask" | "webhook" | "elsewhere";
  test.each<[ShopMood[], Step[]]>([
    [[], ["ask", "webhook", "webhook"]],
    [["lost"], ["ask", "webhook", "ask", "webhook"]],
    [["lost"], ["ask", "ask", "webhook"]],
    [["late"], ["ask", "webhook", "ask"]],
    [["broken"], ["ask", "webhook", "ask", "webhook"]],
    [["lost"], ["ask", "webhook", "elsewhere", "webhook"]],
    [["lost"], ["ask", "elsewhere", "webhook"]],
    [["less"], ["ask", "webhook"]],
  ])("with a shop that is %p: %p", async (moods, steps) => {
    const { store, id, hook } = await connected(...moods);
    expect(await leftFor(store)).toBe("10.00");
    await complete(store, id);
    for (const step of steps) {
      expect(await leftFor(store)).toBe("10.00");
      if (step === "ask") await goOn(store);
      if (step === "webhook") await hook("order-1");
      if (step === "elsewhere") await refund(store, id, { paidElsewhere: true });
    }
    expect(await leftFor(store)).toBe("10.00");
    expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid" }]);
  });

  test("even while the answer is on its way", async () => {
    const { store, id, hook, ledger } = await connected("late");
    await complete(store, id);
    const asking = goOn(store);
    while (ledger.refunds.length === 0) await Bun.sleep(1);
    await hook("order-1");
    expect(await leftFor(store)).toBe("10.00");
    await asking;
    expect(await leftFor(store)).toBe("10.00");
  });

  test("and one that the merchant made by hand counts beside it", async () => {
    const { store, id, hook, ledger } = await connected("lost");
    await complete(store, id);
    await goOn(store);
    ledger.refundByHand("order-1", 300);
    await hook("order-1");
    expect(await leftFor(store)).toBe("7.00");
    await goOn(store);
    expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid" }]);
    expect(await leftFor(store)).toBe("7.00");
  });
});

describe("what the shop has refunded itself", () => {
  test("counts towards what was paid before the return is complete: more than is left of it is held", async () => {
    for (const [byHand, expected] of [
      [1_000, { status: "paid", amount: usd("10.00") }],
      [1_001, { status: "waiting", held: true, reason: "refund_exceeds_paid" }],
    ] as const) {
      const { store, id, hook, ledger } = await connected();
      ledger.refundByHand("order-1", byHand);
      await hook("order-1");
      await complete(store, id);
      await service.drain();
      expect([byHand, await payoutsOf(store, id)]).toMatchObject([byHand, [expected]]);
      expect(wrongSum((await readReturn(store, id)).return)).toBeUndefined();
    }
  });

  test("is what was paid elsewhere, if it is of that amount or named as the reference, and counts once", async () => {
    for (const reference of [undefined, "ref_1"]) {
      const { store, id, hook, ledger } = await connected("refused");
      const { id: other } = await returnIn(postReturn(store, "order-1", ONE));
      await complete(store, id);
      await service.drain();
      ledger.refundByHand("order-1", 1_000);
      await hook("order-1");
      const noted = await refund(store, id, { paidElsewhere: true, ...(reference && { reference }) });
      expect([noted.status, await payoutsOf(store, id)]).toMatchObject([
        202,
        [{ status: "paid", reference: "ref_1" }],
      ]);
      await complete(store, other);
      await service.drain();
      expect(await payoutsOf(store, other)).toMatchObject([{ status: "paid", amount: usd("10.00") }]);
      expect(ledger.refunds.map(({ cents }) => cents)).toEqual([1_000, 1_000]);
    }
  });
});

test("what the shop has paid for a return that was deleted since isn't refunded once more", async () => {
  const { store, id, hook } = await connected();
  await complete(store, id);
  await service.drain();
  await hook("order-1");
  for (const status of ["open", "deleted"]) expect((await moveTo(store, id, status)).status).toBe(204);
  const items = [{ lineItemId: "line-1", quantity: 2, reason: "r" }];
  const both = await returnIn(postReturn(store, "order-1", { items }));
  expect(both.totals.refund.amount).toEqual(usd("10.00"));
  await complete(store, both.id);
  await service.drain();
  expect(await payoutsOf(store, both.id)).toMatchObject([{ status: "paid", amount: usd("10.00") }]);
});

test("of a refund by hand that is more than the payout whose reference it is the rest counts too", async () => {
  for (const [byHand, left] of [
    [800, "10.00"],
    [1_000, "10.00"],
    [1_201, "7.99"],
    [2_000, "0.00"],
  ] as const) {
    const { store, id, hook, ledger } = await connected("refused");
    await complete(store, id);
    await service.drain();
    ledger.refundByHand("order-1", byHand);
    await hook("order-1");
    const noted = await refund(store, id, { paidElsewhere: true, reference: "ref_1" });
    expect([byHand, noted.status, await payoutsOf(store, id)]).toMatchObject([
      ...[byHand, 202],
      [{ status: "paid", amount: usd("10.00"), reference: "ref_1" }],
    ]);
    expect([byHand, await leftFor(store)]).toEqual([byHand, left]);
  }
});

describe("who pays", () => {
  const paidBy = () => Response.json({ status: "paid", reference: "re_1" });

  test("is the integration for what a disabled connector wasn't asked for", async () => {
    const { store, id, ledger, put } = await connected();
    const payee = await newPayee(service, store, paidBy);
    await put({ enabled: false });
    await complete(store, id);
    await service.drain();
    expect(payee.seen()).toHaveLength(1);
    expect(ledger.refunds).toEqual([]);
  });

  test("is the connector once it is on again, for what was asked of no payee while it was off", async () => {
    const { store, id, ledger, put } = await connected();
    await complete(store, id);
    await put({ enabled: false });
    await goOn(store);
    expect(await payoutsOf(store, id)).toMatchObject([{ status: "waiting", attempts: 0 }]);
    expect((await payoutsOf(store, id))[0]).not.toHaveProperty("held");
    await put({ enabled: true });
    await service.drain();
    expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid", reference: ledger.refunds[0]?.id }]);
  });

  test("stays the connector for what it was asked for, off or on, and the integration is never asked", async () => {
    const { store, id, ledger, put } = await connected("lost");
    const payee = await newPayee(service, store, paidBy);
    await complete(store, id);
    await service.drain();
    await put({ enabled: false });
    await goOn(store);
    expect(await payoutsOf(store, id)).toMatchObject([{ status: "unknown" }]);
    await put({ enabled: true });
    await goOn(store);
    expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid", reference: ledger.refunds[0]?.id }]);
    expect([payee.seen().length, ledger.refunds.length]).toEqual([0, 1]);
  });

  test("stays the shop at the address that was asked, and not one that is connected in its place", async () => {
    const [{ store, id, ledger, put }, other] = [await connected("lost"), await connected()];
    await complete(store, id);
    await service.drain();
    await put({ url: `http://${shops.host}/${other.store.id}` });
    await goOn(store);
    expect(await payoutsOf(store, id)).toMatchObject([{ status: "unknown" }]);
    expect(other.ledger.refunds).toEqual([]);
    await put({});
    await goOn(store);
    expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid", reference: ledger.refunds[0]?.id }]);
    expect(ledger.refunds).toHaveLength(1);
  });

  test("is no shop that is connected in place of the one that the order came from: what that wasn't asked for is refused", async () => {
    for (const isDeleted of [false, true]) {
      const [{ store, id, ledger, hook, put, remove }, other] = [await connected(), await connected()];
      const { id: later } = await returnIn(postReturn(store, "order-1", ONE));
      await complete(store, id);
      const own = await ledger.orderOf("order-1");
      if (isDeleted) await remove();
      await put({ url: `http://${shops.host}/${other.store.id}` });
      await goOn(store);
      await complete(store, later);
      await refund(store, later);
      await goOn(store);
      for (const each of [id, later]) {
        expect(await payoutsOf(store, each)).toMatchObject([
          {
            ...{ status: "refused", amount: usd("10.00"), attempts: 0 },
            reason: "The shop that the order came from is not connected any more: pay it elsewhere.",
          },
        ]);
        expect(wrongSum((await readReturn(store, each)).return)).toBeUndefined();
      }
      // Its own order of the same id is none of the store's.
      await hook("order-1");
      const order = await (await store.get("/stores/:store/orders/order-1")).json();
      expect(order.createdAt).toBe(own?.created_at);
      const rejected = await (await store.get("/stores/:store/connectors/medusa/rejected-orders")).json();
      expect(rejected.orders).toMatchObject([
        { orderId: "order-1", reason: "The store has another order order-1, which came from another shop." },
      ]);
      await refund(store, id, { paidElsewhere: true });
      expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid", reason: null }]);
      // The shop that the order came from is asked again once it is back.
      await put({ url: `http://${shops.host}/${store.id}` });
      await refund(store, later);
      await goOn(store);
      expect(await payoutsOf(store, later)).toMatchObject([{ status: "paid", attempts: 1 }]);
      expect([ledger.refunds.length, other.ledger.refunds.length]).toEqual([1, 0]);
    }
  });

  test("is said to be gone of what it was asked for, which stays unknown until a person knows", async () => {
    const { store, id, ledger, remove } = await connected("broken");
    await complete(store, id);
    await service.drain();
    await remove();
    for (let count = 0; count < 3; count++) await goOn(store);
    expect(await payoutsOf(store, id)).toMatchObject([
      {
        ...{ status: "unknown", attempts: 1 },
        reason: "The shop that was asked for it is not connected any more: look there whether it was paid.",
      },
    ]);
    await refund(store, id, { paidElsewhere: true });
    expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid", reason: null }]);
    expect(ledger.refunds).toEqual([]);
  });

  test("is the shop that is at another address now, once it has sent the order from there", async () => {
    const { store, id, ledger, hook, put } = await connected();
    await complete(store, id);
    shops.ledgers.set(`${store.id}-moved`, ledger);
    await put({ url: `http://${shops.host}/${store.id}-moved` });
    await hook("order-1");
    await goOn(store);
    expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid" }]);
    expect(ledger.refunds).toHaveLength(1);
  });

  test("is the connector again that was deleted and is back, for what it was asked for", async () => {
    const { store, id, ledger, put, remove } = await connected("broken");
    const payee = await newPayee(service, store, paidBy);
    await complete(store, id);
    await service.drain();
    await remove();
    await goOn(store);
    expect(payee.seen()).toEqual([]);
    await put({});
    await goOn(store);
    expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid", reference: ledger.refunds[0]?.id }]);
  });

  test("was missing when the return was completed: its payout is held, and an enabled connector doesn't pay it by itself", async () => {
    const { store, id, ledger, put } = await connected();
    await put({ enabled: false });
    await complete(store, id);
    await put({ enabled: true });
    await service.drain({ sweeps: true });
    expect(await payoutsOf(store, id)).toMatchObject([{ status: "waiting", held: true }]);
    expect(ledger.refunds).toEqual([]);
    await refund(store, id);
    await service.drain();
    expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid" }]);
  });

  test("is missing for an order that came by no connector", async () => {
    const { store, ledger } = await connected();
    const body = {
      ...{ orderId: "own", createdAt: "2026-03-01T10:00:00Z", currencyCode: "USD", totalPrice: 10 },
      lineItems: [{ id: "line-1", productId: "p", title: "P", quantity: 1, price: 10 }],
    };
    expect((await answerOf(store.post("/stores/:store/orders", body))).status).toBe(200);
    const { id } = await returnIn(postReturn(store, "own", ONE));
    await complete(store, id);
    await service.drain({ sweeps: true });
    expect(await payoutsOf(store, id)).toMatchObject([{ status: "waiting", held: true }]);
    expect(ledger.refunds).toEqual([]);
  });
});
