import { expect, test } from "bun:test";
import type { Return } from "../../../../src/features/returns/schema.ts";
import {
  answerOf,
  invalidAnswer,
  newOrder,
  newReturn,
  postReturn,
  problemAnswer,
  readReturn,
  returnIn,
} from "../../../support/returns.ts";
import type { TestStore } from "../../../support/service.ts";
import { useService } from "../../../support/use-service.ts";

const service = useService();

const usd = (amount: string) => ({ amount, currency: "USD" });
const itemOf = (given: Return) => given.items[0]?.id ?? "";
const patch = (store: TestStore, id: string, body: unknown) => answerOf(store.patch(`/returns/${id}`, body));

test("an adjusted refund changes the total of its type and leaves the item's own value unchanged", async () => {
  const store = await service.newStore();
  const items = ["line-1", "line-2"].map((lineItemId) => ({ lineItemId, quantity: 1, reason: "r" }));
  const before = await newReturn(store, { items });
  const [first, second] = before.items;
  const shown = async (refund: object) => {
    const after = await returnIn(
      store.patch(`/returns/${before.id}`, { items: [{ id: first?.id, refund }] }),
    );
    expect(after.items[0]?.productValueNoTaxNoAdjustment).toEqual({ amount: usd("7.50") });
    return [
      after.items[0]?.refund,
      after.totals.refund.amount.amount,
      after.totals.storeCredit.amount.amount,
    ];
  };
  expect(second?.refund).toEqual({ amount: usd("4.00"), type: "refund" });
  for (const [amount, type, refund, credit] of [
    ["2.00", "refund", "6.00", "0.00"],
    ["0.00", "refund", "4.00", "0.00"],
    ["9.99", "store_credit", "4.00", "9.99"],
  ] as const) {
    expect(await shown({ amount: usd(amount), type })).toEqual([
      { amount: usd(amount), type },
      refund,
      credit,
    ]);
  }
});

test("an adjusted refund doesn't change the values of later returns of its line", async () => {
  const store = await service.newStore();
  const orderId = await newOrder(store);
  const first = await returnIn(postReturn(store, orderId));
  const refund = { amount: usd("0.00"), type: "refund" };
  await patch(store, first.id, { items: [{ id: itemOf(first), refund }] });
  const second = await returnIn(postReturn(store, orderId));
  expect(second.items[0]?.refund).toEqual({ amount: usd("7.50"), type: "refund" });
});

test("an item that the return doesn't have is 400, and nothing of the patch is stored", async () => {
  const store = await service.newStore();
  const [before, sibling] = [await newReturn(store), await newReturn(store)];
  for (const unknown of ["unknown", itemOf(sibling)]) {
    const items = [
      { id: itemOf(before), grade: "A" },
      { id: unknown, grade: "A" },
    ];
    expect(await patch(store, before.id, { tags: [{ name: "vip" }], items })).toEqual(
      invalidAnswer({ pointer: "/items/1/id" }),
    );
  }
  expect((await readReturn(store, before.id)).return).toEqual(before);
});

test.each([
  ["USD", { amount: "5.00", currency: "EUR" }, "currency"],
  ["USD", { amount: "5.000", currency: "USD" }, "amount"],
  ["USD", { amount: "-5.00", currency: "USD" }, "amount"],
  ["JPY", { amount: "5.00", currency: "JPY" }, "amount"],
  ["KWD", { amount: "5.0000", currency: "KWD" }, "amount"],
  ["USD", { amount: "five", currency: "USD" }, "amount"],
  ["USD", { amount: "5.00", currency: "usd" }, "currency"],
])("a refund of an order in %s adjusted to %j is 400", async (currencyCode, amount, member) => {
  const store = await service.newStore();
  const before = await newReturn(store, {}, { currencyCode });
  const items = [{ id: itemOf(before), refund: { amount, type: "refund" } }];
  expect(await patch(store, before.id, { items })).toEqual(
    invalidAnswer({ pointer: `/items/0/refund/amount/${member}` }),
  );
  expect((await readReturn(store, before.id)).return).toEqual(before);
});

test.each<[string, unknown]>([
  ["", []],
  ["", "a text"],
  ["/tags", "vip"],
  ["/tags", null],
  ["/tags/0", "vip"],
  ["/tags/0/name", undefined],
  ["/giftCards/0/amount", "5.00"],
  ["/giftCards/0/amount/amount", 5],
  ["/giftCards/0/amount/currency", "dollars"],
  ["/exchange", []],
  ["/exchange/provision", "later"],
  ["/exchange/itemCount", "1"],
  ["/exchange/items/0/quantity", "1"],
  ["/exchange/items/0/variant/weight/kg", "0.25"],
  ["/exchange/items/0/price/tax", 1],
  ["/shipments", "JD01"],
  ["/shipments/0", null],
  ["/shipments/0/status", "lost"],
  ["/shipments/0/itemIds", "a"],
  ["/dropoffs/0/qrCode", 1],
  ["/internalCreatedByName", 1],
  ["/completeWithNoAction", "yes"],
  ["/items", { id: "a" }],
  ["/items/0/id", undefined],
  ["/items/0/id", ""],
  ["/items/0/grade", 1],
  ["/items/0/greenReturn", "yes"],
  ["/items/0/refund/type", undefined],
  ["/items/0/multipleChoiceQuestions/0/answer", true],
  ["/items/0/assessments/0/responses/0/value", 4],
  ["/items/0/assessments/0/assignedUser/email", {}],
])("a patch whose %s is %j is 400 with that pointer, and nothing of it is stored", async (pointer, value) => {
  const store = await service.newStore();
  const before = await newReturn(store);
  const body = changed({ ...WHOLE, items: [{ ...WHOLE.items[0], id: itemOf(before) }] }, pointer, value);
  expect(await patch(store, before.id, body)).toEqual(invalidAnswer({ pointer }));
  expect((await readReturn(store, before.id)).return).toEqual(before);
});

test("a patch of an unknown return is 404", async () => {
  const [store, other] = [await service.newStore(), await service.newStore()];
  const before = await newReturn(other);
  for (const id of [before.id, "unknown"]) {
    expect(await patch(store, id, { tags: [{ name: "mine" }] })).toEqual(
      problemAnswer(404, `The store has no return ${id}.`),
    );
  }
  expect((await readReturn(other, before.id)).return).toEqual(before);
});

const WHOLE = {
  tags: [{ name: "vip" }],
  giftCards: [{ amount: usd("5.00") }],
  exchange: {
    provision: "instant",
    items: [{ quantity: 1, variant: { weight: { kg: 1 } }, price: usd("8.00") }],
  },
  shipments: [{ carrier: "DHL" }],
  dropoffs: [{ provider: "shop" }],
  items: [
    {
      refund: { amount: usd("1.00"), type: "refund" },
      multipleChoiceQuestions: [{ question: "Worn?", answer: "Once" }],
      assessments: [{ assignedUser: { id: "u1" }, responses: [{ type: "short_text", value: "A stain" }] }],
    },
  ],
};

function changed(body: object, pointer: string, value: unknown): unknown {
  const root: Record<string, unknown> = { body: structuredClone(body) };
  const path = `body${pointer}`.split("/");
  const last = path.pop() ?? "";
  const holder = path.reduce((at, key) => at[key] as Record<string, unknown>, root);
  holder[last] = value;
  return root.body;
}
