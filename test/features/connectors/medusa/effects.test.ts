import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Call, ShopFailure } from "../../../../src/features/connectors/call.ts";
import { pay } from "../../../../src/features/connectors/medusa/pay.ts";
import { readChanged, readOne } from "../../../../src/features/connectors/medusa/read-orders.ts";
import { restock } from "../../../../src/features/connectors/medusa/restock/restock.ts";
import { API_KEY, type Fault, type MedusaShop, openMedusaShop } from "../../../support/shops/medusa.ts";
import {
  collectionOf,
  itemOf,
  medusaOrder,
  paymentOf,
  refundOf,
} from "../../../support/shops/medusa-orders.ts";

let shop: MedusaShop;
beforeAll(async () => {
  shop = await openMedusaShop();
});
afterAll(() => shop.close());

const call: Call = async ({ method = "GET", path, query = {}, body }) => {
  const answered = await fetch(`${shop.origin}${path}?${new URLSearchParams(query)}`, {
    method,
    headers: { Authorization: `Basic ${btoa(`${API_KEY}:`)}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error: Error) => {
    throw new ShopFailure(error.message);
  });
  return {
    status: answered.status,
    headers: Object.fromEntries(answered.headers),
    json: await answered.json(),
  };
};

/** Asks until something is known, as the machine of payouts does. */
async function untilKnown<Answer extends { status: string }>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; tries < 20; tries++) {
    const answer = await ask().catch((error: unknown) => {
      if (error instanceof ShopFailure) return undefined;
      throw error;
    });
    if (answer && answer.status !== "unknown") return answer;
  }
  throw new Error("nothing is known of it");
}

describe("A payout by Medusa", () => {
  const payout = (orderId: string, amount: string, id = `pay_of${orderId}`) => ({
    ...{ id, key: "key", type: "refund" as const, orderId, amount: { amount, currency: "EUR" } },
  });
  type Collection = { payments: { refunds: { amount: number; note: string | null }[] }[] };
  const refundsOf = (orderId: string) =>
    ((shop.orders.get(orderId)?.payment_collections ?? []) as Collection[])
      .flatMap(({ payments }) => payments)
      .map(({ refunds }) => refunds.map(({ amount, note }): [number, string | null] => [amount, note]));
  const put = (id: string, ...amounts: [captured: number, refunded?: number][]) =>
    shop.put(
      medusaOrder(id, {
        payment_collections: [
          collectionOf(
            ...amounts.map(([captured, refunded], i) =>
              paymentOf(`${id}_${i}`, captured, refunded ? [refundOf(`r_${id}_${i}`, refunded)] : []),
            ),
          ),
        ],
      }),
    );

  test.each<[string, Fault[]]>([
    ["answered at once", []],
    ["after a lost answer", ["lost"]],
    ["after two that were broken and one that was lost", ["broken", "broken", "lost"]],
  ])("is one refund, %s", async (name, faults) => {
    const id = `order${faults.length}`;
    put(id, [20]);
    shop.faults.push(...faults);
    const answer = await untilKnown(() => pay(call, payout(id, "12.30")));
    expect(answer).toMatchObject({ status: "paid", amount: { amount: "12.30", currency: "EUR" } });
    expect([name, refundsOf(id)]).toEqual([name, [[[12.3, `Aftersale payout pay_of${id}`]]]]);
  });

  test("takes what each payment has left, and is one refund by the id of the first", async () => {
    put("several", [10, 4], [5], [30]);
    shop.faults.push(undefined, "lost");
    const answer = await untilKnown(() => pay(call, payout("several", "20.00")));
    const note = "Aftersale payout pay_ofseveral";
    expect(refundsOf("several")).toEqual([
      [
        [4, null],
        [6, note],
      ],
      [[5, note]],
      [[9, note]],
    ] as never);
    expect(answer).toMatchObject({ status: "paid", amount: { amount: "20.00" } });
    const seen = await readOne(call, "several");
    expect(seen).toBeDefined();
  });

  test("is refused where nothing can be done", async () => {
    put("little", [10, 4]);
    put("dear", [100]);
    shop.faults.push("refused");
    const credit = { ...payout("little", "1.00"), type: "store_credit" as const };
    const answers = [
      await pay(call, payout("dear", "1.00")),
      await pay(call, payout("little", "6.01")),
      await pay(call, payout("unknown", "1.00")),
      await pay(call, { ...payout("little", "1.00"), amount: { amount: "1.00", currency: "USD" } }),
      await pay(call, credit),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill("refused"));
    expect(answers.map((answer) => "reason" in answer && answer.reason)).toEqual([
      "not today",
      "The order's captured payments have only 6.00 EUR left to refund.",
      "The shop has no order unknown.",
      "The shop's order is in EUR, and the payout in USD.",
      "Medusa has no store credit: give it there, and say here that it was paid elsewhere.",
    ]);
  });
});

test("What stands before a Medusa that is away says nothing about orders, refunds and stock", async () => {
  const change = { ...{ units: 1, lineItemId: "line", productId: null, variantId: null, sku: null } };
  const payout = {
    id: "pay_1",
    key: "key",
    type: "refund" as const,
    amount: { amount: "1.00", currency: "EUR" },
  };
  for (const status of [404, 400, 503]) {
    const away: Call = async () => ({ status, headers: {}, json: undefined });
    for (const ask of [
      () => readOne(away, "order"),
      () => pay(away, { ...payout, orderId: "order" }),
      () => restock(away, { ...change, id: "c1", orderId: "order" }),
    ])
      await expect(ask()).rejects.toThrow(ShopFailure);
  }
  for (const json of [null, {}, { message: "busy" }, { order: null, orders: {} }]) {
    const odd: Call = async () => ({ status: 200, headers: {}, json });
    for (const ask of [
      () => readOne(odd, "order"),
      () => readChanged(odd, null),
      () => pay(odd, { ...payout, orderId: "order" }),
    ])
      await expect(ask()).rejects.toThrow(ShopFailure);
  }
});

describe("What is restocked", () => {
  const pieces = (id: string) => [
    { inventory_item_id: `${id}_shirt`, required_quantity: 1 },
    { inventory_item_id: `${id}_box`, required_quantity: 2 },
  ];
  function put(id: string, variant: object = {}, fulfillment: object = {}) {
    const items = [{ line_item_id: "line", quantity: 4 }];
    shop.put(
      medusaOrder(id, {
        items: [
          itemOf("line", 4, 10, {
            variant: { manage_inventory: true, inventory_items: pieces(id), ...variant },
          }),
        ],
        fulfillments: [{ id: `ful_${id}`, location_id: "sloc_1", canceled_at: null, items, ...fulfillment }],
      }),
    );
    shop.stock.set(`${id}_shirt`, 10).set(`${id}_box`, 20);
  }
  const change = (orderId: string, id: string, units: number) => ({
    ...{ id, units, orderId, lineItemId: "line", productId: null, variantId: null, sku: null },
  });
  const available = (id: string) =>
    pieces(id).map(({ inventory_item_id: item }) => {
      const reserved = [...shop.reservations.values()].filter((each) => each.inventory_item_id === item);
      return (shop.stock.get(item) ?? 0) - reserved.reduce((sum, { quantity }) => sum + quantity, 0);
    });

  test("is received once, whichever of the answers is lost", async () => {
    for (let at = 0; at < 5; at++) {
      const id = `once${at}`;
      put(id);
      shop.faults.push(...Array<undefined>(at), "lost");
      expect(await untilKnown(() => restock(call, change(id, "c1", 2)))).toEqual({ status: "done" });
      expect(await restock(call, change(id, "c1", 2))).toEqual({ status: "done" });
      expect([at, available(id)]).toEqual([at, [12, 24]]);
      shop.faults.length = 0;
    }
  });

  test("is received by another return where the shop was stopped while it began one", async () => {
    put("stopped");
    const body = { order_id: "stopped", metadata: { aftersale_change: "c1" } };
    await call({ method: "POST", path: "/admin/returns", body });
    shop.loseChange();
    expect(await untilKnown(() => restock(call, change("stopped", "c1", 2)))).toEqual({ status: "done" });
    expect(await restock(call, change("stopped", "c1", 2))).toEqual({ status: "done" });
    expect(available("stopped")).toEqual([12, 24]);
  });

  test("is received once where two requests began it in the same moment, whichever goes on", async () => {
    put("twice");
    const body = { order_id: "twice", metadata: { aftersale_change: "c1" } };
    await call({ method: "POST", path: "/admin/returns", body });
    shop.beginToo(body);
    expect(await untilKnown(() => restock(call, change("twice", "c1", 2)))).toEqual({ status: "done" });
    expect(await restock(call, change("twice", "c1", 2))).toEqual({ status: "done" });
    expect(available("twice")).toEqual([12, 24]);
    expect(await restock(call, change("twice", "c2", 1))).toEqual({ status: "done" });
  });

  test("can be taken back and come back again, once each, also when answers are lost", async () => {
    put("again");
    const steps: [string, number, number][] = [
      ...([
        ["c1", 3, 13],
        ["c2", -2, 11],
        ["c3", -1, 10],
        ["c4", 2, 12],
        ["c5", 2, 14],
      ] as [string, number, number][]),
    ];
    for (const [id, units, after] of steps) {
      shop.faults.push("lost", undefined, "lost");
      expect(await untilKnown(() => restock(call, change("again", id, units)))).toEqual({ status: "done" });
      shop.faults.length = 0;
      expect([id, available("again")]).toEqual([id, [after, 2 * after]]);
    }
  });

  test("is refused where it can't be done, and leaves nothing open", async () => {
    put("unmanaged", { manage_inventory: false });
    put("unsent", {}, { items: [] });
    put("sold");
    put("closed");
    shop.stock.set("sold_shirt", 0);
    shop.faults.push(undefined, "refused");
    const closed = await restock(call, change("closed", "c1", 1));
    const answers = [
      closed,
      await restock(call, change("unmanaged", "c1", 1)),
      await restock(call, change("unsent", "c1", 1)),
      await restock(call, change("sold", "c1", -1)),
      await restock(call, change("nowhere", "c1", 1)),
    ];
    expect(answers.map((answer) => "reason" in answer && answer.reason)).toEqual([
      "not today",
      "The shop doesn't manage the stock of the line line.",
      "The shop has not fulfilled the line line.",
      "Not enough stock available for item sold_shirt",
      "The shop has no order nowhere.",
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill("refused"));
    expect(await restock(call, change("closed", "c2", 1))).toEqual({ status: "done" });
  });

  test("waits while the order is being changed in the shop, be it for a moment", async () => {
    put("refunding");
    shop.faults.push("busy");
    expect(await restock(call, change("refunding", "c1", 1))).toMatchObject({ status: "unknown" });
    expect(await restock(call, change("refunding", "c1", 1))).toEqual({ status: "done" });
    put("edited");
    const { json } = await call({ method: "POST", path: "/admin/returns", body: { order_id: "edited" } });
    const waiting = await restock(call, change("edited", "c1", 1));
    expect(waiting).toMatchObject({ status: "unknown" });
    const { id } = (json as { return: { id: string } }).return;
    await call({ method: "DELETE", path: `/admin/returns/${id}/request` });
    expect(await restock(call, change("edited", "c1", 1))).toEqual({ status: "done" });
    expect(available("edited")).toEqual([11, 22]);
  });
});

describe("Orders that were changed", () => {
  test("come page by page, none left out, and what is changed late comes after all", async () => {
    shop.orders.clear();
    const at = (seconds: number) =>
      new Date(Date.parse("2026-03-01T00:00:00.000Z") + seconds * 1_000).toISOString();
    const put = (id: string, seconds: number) => shop.put(medusaOrder(id, { updated_at: at(seconds) }));
    for (let n = 0; n < 60; n++) put(`one-${n}`, 100);
    for (let n = 0; n < 40; n++) put(`each-${n}`, 200 + n);
    const seen = new Set<string>();
    let [cursor, pages] = [null as string | null, 0];
    const readAll = async (between: () => void = () => {}) => {
      for (let more = true; more; pages++) {
        if (pages > 0) between();
        const page = await readChanged(call, cursor);
        for (const { id } of page.orders as { id: string }[]) seen.add(id);
        ({ cursor, more } = page);
      }
    };
    // Each leaves the orders of one time.
    await readAll(() => put(`one-${pages}`, 239));
    expect([seen.size, pages < 15]).toEqual([100, true]);
    put("late", 239);
    put("new", 300);
    await readAll();
    expect(seen.size).toBe(102);
    expect(cursor).toBe(`${at(300)} 0`);
  });
});
