import { expect, test } from "bun:test";
import type { ReturnPreview } from "../../../../src/features/returns/create/preview-schema.ts";
import { returnOf } from "../../../support/fixtures.ts";
import { answerOf, moveTo, newOrder, newReturn, problemAnswer, returnIn } from "../../../support/returns.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const service = useService();
const store = useStore(service);

const LINES = [
  { id: "a", productId: "tee", title: "Tee", sku: "TEE", quantity: 3, price: 10, discount: 0.01 },
  { id: "b", productId: "mug", title: "Mug", quantity: 1 },
];
const preview = (externalOrderId: string, items?: object[]) =>
  store.post("/stores/:store/returns/preview", { data: { externalOrderId, ...(items && { items }) } });
const usd = (amount: string) => ({ amount: { amount, currency: "USD" } });

test("a preview shows what is left of each line, and what a return created now is worth", async () => {
  const order = await newOrder(store, { lineItems: LINES });
  const items = [
    { lineItemId: "a", quantity: 2 },
    { lineItemId: "b", quantity: 1, compensation: "store_credit" },
  ];
  const before = (await answerOf(preview(order, items))).body as ReturnPreview;
  expect(before.lines).toEqual([
    {
      lineItemId: "a",
      title: "Tee",
      sku: "TEE",
      price: usd("10.00"),
      quantity: 3,
      returnable: 3,
      value: usd("29.99"),
    },
    { lineItemId: "b", title: "Mug", price: usd("0.00"), quantity: 1, returnable: 1, value: usd("0.00") },
  ]);
  const made = await returnIn(
    store.post("/stores/:store/returns", {
      data: { ...returnOf(order).data, items: items.map((item) => ({ ...item, reason: "Too small" })) },
    }),
  );
  expect(before.items.map(({ refund }) => refund)).toEqual(
    made.items.map(({ refund }) => refund) as ReturnPreview["items"][number]["refund"][],
  );
  expect(before.totals).toEqual({ refund: made.totals.refund, storeCredit: made.totals.storeCredit });

  const after = (await answerOf(preview(order))).body as ReturnPreview;
  expect(after.lines.map(({ returnable, value }) => [returnable, value.amount.amount])).toEqual([
    [1, "10.00"],
    [0, "0.00"],
  ]);
  expect([after.items, after.totals]).toEqual([[], { refund: usd("0.00"), storeCredit: usd("0.00") }]);
  await moveTo(store, made.id, "deleted");
  const { body } = await answerOf(preview(order));
  expect((body as ReturnPreview).lines.map(({ returnable }) => returnable)).toEqual([3, 1]);
});

test("a preview has the errors of the creation, and takes nothing", async () => {
  const { order } = await newReturn(store, {}, { lineItems: [{ ...LINES[0], id: "line-1", quantity: 2 }] });
  const of = (lineItemId: string, quantity: number) =>
    answerOf(preview(order.name, [{ lineItemId, quantity }]));
  expect(await of("line-1", 2)).toEqual(problemAnswer(409));
  expect(await of("line-1", 3)).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: "/data/items/0/quantity" }] },
  });
  expect(await of("line-9", 1)).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: "/data/items/0/lineItemId" }] },
  });
  expect(await answerOf(preview("unknown"))).toEqual(problemAnswer(404));
  for (let i = 0; i < 2; i++) expect((await of("line-1", 1)).status).toBe(200);
});
