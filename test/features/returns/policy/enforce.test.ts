import { beforeAll, expect, test } from "bun:test";
import { createReturnOnce } from "../../../../src/features/returns/create/create-return.ts";
import type { ReturnBody } from "../../../../src/features/returns/create/new-return-schema.ts";
import { decideKept } from "../../../../src/features/returns/policy/decide-lines.ts";
import type { Return } from "../../../../src/features/returns/schema.ts";
import { returnOf } from "../../../support/fixtures.ts";
import { answerOf, newOrder, readReturn, returnIn } from "../../../support/returns.ts";
import type { TestStore } from "../../../support/service.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const service = useService();
const store = useStore(service);

const POLICY = {
  timeZone: "UTC",
  window: { days: 30, from: "ordered" },
  rules: [
    { when: { tags: ["final"] }, then: { eligible: false, texts: { en: "Final sale." } } },
    { when: { tags: ["credit"] }, then: { outcomes: ["store_credit"] } },
    { when: { tags: ["keep"] }, then: { keepItem: true, review: true } },
    { when: { reasonCodes: ["damaged"] }, then: { fee: null } },
    { when: { tags: ["unit"] }, then: { fee: { percent: "12.5", of: "unit" } } },
    { when: { tags: ["line"] }, then: { fee: { amount: "2.50", of: "line" } } },
    { then: { fee: { amount: "4.95", of: "return" }, bonus: { percent: 10 } } },
  ],
};

const line = (id: string, tags: string[], more = {}) => ({
  ...{ id, productId: id, title: id, quantity: 3, price: 10, tags },
  ...more,
});
const LINES = [
  line("plain", []),
  line("final", ["final"]),
  line("credit", ["credit"]),
  line("keep", ["keep"]),
  line("unit", ["unit"], { price: 3.33 }),
  line("line", ["line"]),
  line("cheap", [], { price: 1 }),
];

type Item = { lineItemId: string; quantity?: number; compensation?: string; reasonCode?: string };
type Kept = { version: number; facts: { at: string; lines: object[] }; lines: Record<string, unknown>[] };

beforeAll(async () => {
  expect((await store.put("/stores/:store/policy", POLICY)).status).toBe(200);
});

const recently = () => new Date(Date.now() - 86_400_000).toISOString();
const anOrder = (through = store, more = {}) =>
  newOrder(through, { lineItems: LINES, createdAt: recently(), ...more });

function bodyOf(orderId: string, items: Item[], enforcePolicy: boolean) {
  const named = items.map((item) => ({ quantity: 1, reason: "Too small", ...item }));
  return { ...returnOf(orderId, { items: named }), options: { enforcePolicy } };
}

function open(orderId: string, items: Item[], enforcePolicy = true, through = store): Promise<Response> {
  return through.post("/stores/:store/returns", bodyOf(orderId, items, enforcePolicy));
}

async function previewed(orderId: string, items: Item[], enforcePolicy = true) {
  const { data } = bodyOf(orderId, items, enforcePolicy);
  const { status, body } = await answerOf(
    store.post("/stores/:store/returns/preview", { data, options: { enforcePolicy } }),
  );
  expect(status).toBe(200);
  const { items: shown, totals } = body as Pick<Return, "items" | "totals">;
  return { amounts: amountsOf(shown), totals: { refund: totals.refund, storeCredit: totals.storeCredit } };
}

const amountsOf = (items: Pick<Return["items"][number], "refund" | "productAdjustment">[]) =>
  items.map(({ refund, productAdjustment }) => [refund.amount.amount, productAdjustment ?? null]);

async function keptOf(id: string, through = store): Promise<Kept> {
  const { body } = await answerOf(through.get(`/returns/${id}/history`));
  return (body as { history: [{ policy: Kept }] }).history[0].policy;
}

test("an advised return is as without a policy, and keeps what the policy said", async () => {
  const orderId = await anOrder();
  const items = [{ lineItemId: "final" }, { lineItemId: "plain", compensation: "store_credit" }];
  const opened = await returnIn(open(orderId, items, false));
  expect(opened.status).toBe("open");
  expect(amountsOf(opened.items)).toEqual([
    ["10.00", null],
    ["10.00", null],
  ]);
  expect(await keptOf(opened.id)).toMatchObject({
    version: 1,
    facts: { at: opened.createdAt, lines: [{ tags: ["final"], reasonCode: null }, { paid: "30.00" }] },
    lines: [
      { lineItemId: "final", eligible: false, because: { rule: "/rules/0", text: "Final sale." } },
      { lineItemId: "plain", eligible: true, fee: { amount: "4.95", of: "return" }, bonus: { percent: 10 } },
    ],
  });
});

test("an enforced policy refuses with its decisions, and nothing is created", async () => {
  const orderId = await anOrder();
  const items = [{ lineItemId: "plain" }, { lineItemId: "final" }, { lineItemId: "credit" }];
  expect(await answerOf(open(orderId, items))).toMatchObject({
    status: 409,
    body: {
      code: "not_eligible",
      errors: [
        { detail: "Line item final can't be returned: Final sale.", pointer: "/data/items/1" },
        { pointer: "/data/items/2/compensation" },
      ],
      decisions: [
        { lineItemId: "plain", eligible: true, returnable: 3, reasons: [] },
        { lineItemId: "final", eligible: false },
        { lineItemId: "credit", outcomes: ["store_credit"] },
      ],
    },
  });
  const { body } = await answerOf(store.get(`/stores/:store/returns?order=${orderId}`));
  expect(body).toMatchObject({ returns: [] });
  const late = await anOrder(store, { createdAt: "2020-01-01T00:00:00Z" });
  expect((await open(late, [{ lineItemId: "plain" }])).status).toBe(409);
  expect((await open(late, [{ lineItemId: "plain" }], false)).status).toBe(201);
});

test.each<[Item[], [string, string | null][]]>([
  // The fee of a return is taken once, in proportion.
  [
    [{ lineItemId: "plain" }, { lineItemId: "plain", quantity: 2 }],
    [
      ["8.35", "-1.65"],
      ["16.70", "-3.30"],
    ],
  ],
  // Fee first, then the bonus of store credit: 5.05 and half a cent up.
  [[{ lineItemId: "plain", compensation: "store_credit" }], [["5.56", "-4.44"]]],
  [[{ lineItemId: "cheap" }], [["0.00", "-1.00"]]],
  // Of each unit: 41.625 cents.
  [[{ lineItemId: "unit", quantity: 3 }], [["8.73", "-1.26"]]],
  [
    [{ lineItemId: "line" }, { lineItemId: "line" }, { lineItemId: "line" }],
    [
      ["9.17", "-0.83"],
      ["9.16", "-0.84"],
      ["9.17", "-0.83"],
    ],
  ],
  [
    [{ lineItemId: "plain", reasonCode: "damaged" }, { lineItemId: "cheap" }],
    [
      ["10.00", null],
      ["0.00", "-1.00"],
    ],
  ],
])("fees and bonuses of %j are in each item, in totals and in the preview", async (items, amounts) => {
  const orderId = await anOrder();
  const before = await previewed(orderId, items);
  const opened = await returnIn(open(orderId, items));
  expect(amountsOf(opened.items)).toEqual(amounts);
  expect(before).toEqual({
    amounts,
    totals: { refund: opened.totals.refund, storeCredit: opened.totals.storeCredit },
  });
  const cents = (amount = "0") => Math.round(Number(amount) * 100);
  const sum = amounts.reduce((total, [amount]) => total + cents(amount), 0);
  const { refund, storeCredit } = opened.totals;
  expect(cents(refund.amount.amount) + cents(storeCredit.amount.amount)).toBe(sum);
  expect((await readReturn(store, opened.id)).return.items).toEqual(opened.items);

  const { body } = await answerOf(
    service.fetch(`/api/v1/warehouse/return/details?service_return_id=${opened.id}`, {
      headers: { Authorization: `Bearer ${store.secret}` },
    }),
  );
  const {
    refund: refunded,
    gift_card,
    line_items,
  } = body as Record<string, string> & {
    line_items: { refund: string }[];
  };
  expect(cents(refunded) + cents(gift_card)).toBe(sum);
  const lines = line_items.reduce((total, each) => total + cents(each.refund), 0);
  expect(lines).toBe(cents(refunded));
});

test("a bonus is on top of what was paid, and the other refunds of the order have what is left", async () => {
  const orderId = await anOrder(store, { lineItems: [line("plain", [])] });
  const items = [{ lineItemId: "plain", quantity: 2, compensation: "store_credit" }];
  const first = await returnIn(open(orderId, items));
  // 20.00 less 4.95, and a tenth of it.
  expect(first.totals.storeCredit).toEqual({ amount: { amount: "16.56", currency: "USD" } });
  const second = await returnIn(open(orderId, [{ lineItemId: "plain" }], false));
  expect(second.totals.refund).toEqual({ amount: { amount: "10.00", currency: "USD" } });
  const patch = (amount: string) =>
    store.patch(`/returns/${second.id}`, {
      items: [{ id: second.items[0]?.id, refund: { amount: { amount, currency: "USD" }, type: "refund" } }],
    });
  // 30.00 were paid, and 15.05 of it are in the first.
  expect((await patch("14.96")).status).toBe(400);
  expect((await patch("14.95")).status).toBe(200);
});

test("removed units take their part of the fee along", async () => {
  const orderId = await anOrder();
  const opened = await returnIn(open(orderId, [{ lineItemId: "plain", quantity: 3 }]));
  expect(amountsOf(opened.items)).toEqual([["25.05", "-4.95"]]);
  const warehouse = (path: string, init: RequestInit = {}) =>
    service.fetch(`/api/v1/warehouse/return/${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${store.secret}`, "Content-Type": "application/json" },
    });
  const { body } = await answerOf(warehouse(`details?service_return_id=${opened.id}`));
  const [first] = (body as { line_items: { line_item_id: number }[] }).line_items;
  const removed = await warehouse(`${(body as { id: number }).id}/remove`, {
    method: "POST",
    body: JSON.stringify({ line_item_ids: [first?.line_item_id] }),
  });
  expect(await removed.text()).toBe("true");
  const { return: rest } = await readReturn(store, opened.id);
  expect(amountsOf(rest.items)).toEqual([["16.70", "-3.30"]]);
});

test("what a shopper creates is enforced, and has the shopper as author", async () => {
  const orderId = await anOrder();
  const caller = {
    ...{ storeId: store.id, clientId: "", by: "page", byId: null, requestId: crypto.randomUUID() },
    origin: "http://localhost",
  };
  const create = (items: Item[]) =>
    createReturnOnce(store.ctx, caller, {
      body: bodyOf(orderId, items, false) as ReturnBody,
      key: undefined,
      release: () => {},
      isShopper: true,
    });
  const { result } = await create([{ lineItemId: "keep" }]);
  expect(result.return.status).toBe("needs_review");
  expect(result.return.items[0]).toMatchObject({ greenReturn: true, productAdjustment: "-4.95" });
  const { body } = await answerOf(store.get(`/returns/${result.return.id}/history`));
  expect(body).toMatchObject({ history: [{ by: "shopper", to: "needs_review" }] });
  expect(create([{ lineItemId: "final" }])).rejects.toMatchObject({ parts: { code: "not_eligible" } });
});

test("without a policy enforcement changes nothing, and the history has no policy", async () => {
  const plain = await service.newStore();
  const orderId = await anOrder(plain);
  const opened = await returnIn(open(orderId, [{ lineItemId: "final" }], true, plain));
  expect(amountsOf(opened.items)).toEqual([["10.00", null]]);
  expect(await keptOf(opened.id, plain)).toBeUndefined();
});

test("a kept decision comes out the same when it is computed again, also after the policy has changed", async () => {
  const changing = await service.newStore();
  const put = (policy: object) => changing.put("/stores/:store/policy", policy);
  expect((await put(POLICY)).status).toBe(200);
  const kept = new Map<string, Kept>();
  const order = await anOrder(changing);
  for (const [i, items] of [
    [{ lineItemId: "final" }],
    [{ lineItemId: "unit", reasonCode: "damaged" }],
  ].entries()) {
    const { id } = await returnIn(open(order, items, false, changing));
    kept.set(id, await keptOf(id, changing));
    expect(
      (await put({ ...POLICY, rules: POLICY.rules.slice(i + 1), window: { days: i, from: "ordered" } }))
        .status,
    ).toBe(200);
  }
  expect([...kept.values()].map(({ version }) => version)).toEqual([1, 2]);
  for (const [id, before] of kept) {
    const now = await keptOf(id, changing);
    expect(now).toEqual(before);
    await replays(changing, now);
  }
});

async function replays(through: TestStore, { version, facts, lines }: Kept): Promise<void> {
  const { body } = await answerOf(through.get(`/stores/:store/policy/versions/${version}`));
  const { policy } = body as { policy: Parameters<typeof decideKept>[0]["policy"] };
  expect(await decideKept({ version, policy }, facts as Parameters<typeof decideKept>[1])).toEqual(
    lines as Awaited<ReturnType<typeof decideKept>>,
  );
}
