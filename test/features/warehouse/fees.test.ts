import { beforeAll, expect, test } from "bun:test";
import type { Return } from "../../../src/features/returns/schema.ts";
import { returnOf } from "../../support/fixtures.ts";
import { answerOf, newOrder, newReturn, readReturn, returnIn } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { DONE, numberOf, unitIdsIn, warehouse } from "../../support/warehouse.ts";

const service = useService();
const store = useStore(service);

beforeAll(async () => {
  const policy = { timeZone: "UTC", rules: [{ then: { fee: { amount: "4.95", of: "return" } } }] };
  expect((await store.put("/stores/:store/policy", policy)).status).toBe(200);
});

const LINES = [
  { id: "tee", productId: "tee", title: "Tee", quantity: 2, price: 20 },
  { id: "mug", productId: "mug", title: "Mug", quantity: 1, price: 10 },
];

type Shown = Record<"handling_fee" | "upsell" | "return_total" | "refund" | "exchange_total", string>;

/** Returns the amounts of a return in the details and, the same, in the list. */
async function amountsOf({ id }: Return) {
  const details = await warehouse(service, store, `GET /return/details?service_return_id=${id}`);
  const query = `from=${new Date(Date.now() - 3_600_000).toISOString()}&paginate=true&pageSize=750`;
  const listed = await Promise.all(
    ["open", "closed"].map((state) => warehouse(service, store, `GET /return/list?${query}&state=${state}`)),
  );
  const rows = listed.flatMap(
    ({ body }) => (body as { returns: (Shown & { service_id: string })[] }).returns,
  );
  const pick = (shown: Shown | undefined) => {
    const { handling_fee, upsell, return_total, refund, exchange_total } = shown ?? ({} as Shown);
    return { handling_fee, upsell, return_total, refund, exchange_total };
  };
  const inDetails = pick(details.body as Shown);
  expect(pick(rows.find(({ service_id }) => service_id === id))).toEqual(inDetails);
  return inDetails;
}

async function enforced(items: object[]): Promise<Return> {
  const orderId = await newOrder(store, { lineItems: LINES });
  const named = items.map((item) => ({ quantity: 1, reason: "Too small", ...item }));
  const body = { ...returnOf(orderId, { items: named }), options: { enforcePolicy: true } };
  return returnIn(store.post("/stores/:store/returns", body));
}

test("the fee that the policy has taken is the handling fee: the rest of what was returned is refunded", async () => {
  const opened = await enforced([{ lineItemId: "tee" }, { lineItemId: "mug" }]);
  expect(opened.totals.refund.amount.amount).toBe("25.05");
  expect(await amountsOf(opened)).toEqual({
    handling_fee: "4.95",
    upsell: "0.00",
    return_total: "30.00",
    refund: "25.05",
    exchange_total: "0.00",
  });
});

test("without an enforced policy there is no handling fee", async () => {
  const opened = await newReturn(
    store,
    { items: [{ lineItemId: "mug", quantity: 1, reason: "" }] },
    { lineItems: LINES },
  );
  expect(await amountsOf(opened)).toMatchObject({
    handling_fee: "0.00",
    return_total: "10.00",
    refund: "10.00",
  });
});

test("what is removed from a return takes its part of the fee along", async () => {
  const opened = await enforced([{ lineItemId: "tee", quantity: 2 }]);
  const [unit] = await unitIdsIn(store, opened.id);
  const number = await numberOf(store, opened.id);
  expect(await warehouse(service, store, `POST /return/${number}/remove?line_item_id=${unit}`)).toEqual(DONE);
  const shown = await amountsOf(opened);
  expect(shown).toMatchObject({ handling_fee: "2.48", return_total: "20.00", refund: "17.52" });
});

test("what a customer pays beyond what was returned is the upsell, as the charge of the main API", async () => {
  const opened = await newReturn(
    store,
    { items: [{ lineItemId: "tee", quantity: 1, reason: "", compensation: "exchange" }] },
    { lineItems: LINES },
  );
  expect(await amountsOf(opened)).toMatchObject({ upsell: "0.00", exchange_total: "20.00" });
  const dearer = { items: [{ quantity: 1, price: { amount: "26.50", currency: "USD", tax: "1.00" } }] };
  expect((await answerOf(store.patch(`/returns/${opened.id}`, { exchange: dearer }))).status).toBe(200);
  const { totals } = (await readReturn(store, opened.id)).return;
  expect(totals.charge.amount.amount).toBe("7.50");
  expect(await amountsOf(opened)).toEqual({
    handling_fee: "0.00",
    upsell: "7.50",
    return_total: "20.00",
    refund: "0.00",
    exchange_total: "27.50",
  });
});

test("a fee on an exchange is a handling fee that the customer pays in addition", async () => {
  const opened = await enforced([{ lineItemId: "tee", compensation: "exchange" }]);
  expect(opened.totals.charge.amount.amount).toBe("4.95");
  expect(await amountsOf(opened)).toEqual({
    handling_fee: "4.95",
    upsell: "4.95",
    return_total: "20.00",
    refund: "0.00",
    exchange_total: "20.00",
  });
});
