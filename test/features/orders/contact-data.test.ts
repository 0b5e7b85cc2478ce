import { expect, test } from "bun:test";
import {
  accepted,
  freshId,
  getCustomer,
  getOrder,
  type Json,
  leastOrder,
  postOrder,
} from "../../support/orders.ts";
import { answerOf, postReturn, returnIn } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { warehouse } from "../../support/warehouse.ts";

const service = useService();
const store = useStore(service);

const NO_EMAIL = [
  "",
  " ",
  "nope",
  "@example.test",
  "a@b",
  "a b@example.test",
  "a@b.test,c@d.test",
  "A <a@b.test>",
];
const NO_PHONE = [
  ...[
    "",
    "-",
    "n/a",
    "12015550123",
    "030 1234567",
    "(201) 555-0123",
    "201-555-0123 ext. 12",
    "+1 201 555 0123",
  ],
  ...["+0123456", "+1", "+1234567890123456", "0049 30 123456", "+49 (0)30 123456"],
];

/** Posts an order of a new store, and returns what it reads back with and the customers that the store has. */
async function ordered(customer: Json) {
  const own = await service.newStore();
  const body = leastOrder(freshId(), { customer });
  expect(await postOrder(own, body)).toEqual(accepted(String(body.orderId)));
  const changes = await answerOf(own.get("/stores/:store/changes?after=0"));
  const { changes: all } = changes.body as { changes: { type: string; data: Json }[] };
  const read = await getOrder(own, String(body.orderId));
  return {
    customer: (read.body as { customer: Json }).customer,
    customers: all.filter(({ type }) => type === "customer.created").map(({ data }) => data),
  };
}

test("an invalid e-mail address reads back with the order as sent, and identifies no customer", async () => {
  for (const email of NO_EMAIL) {
    expect(await ordered({ email, firstName: "Ada" })).toEqual({
      customer: { email, firstName: "Ada" },
      customers: [],
    });
  }
});

test("a phone number that isn't E.164 reads back with the order as sent, and identifies no customer", async () => {
  for (const phoneNumber of NO_PHONE)
    expect(await ordered({ phoneNumber })).toEqual({ customer: { phoneNumber }, customers: [] });
});

test("the other identifiers of an order's customer count beside an invalid one", async () => {
  const [email, phoneNumber] = ["ada@example.test", "+12015550123"];
  const byPhone = await ordered({ email: "", phoneNumber });
  expect(byPhone.customers).toMatchObject([{ email: null, phoneNumber }]);
  const byEmail = await ordered({ email, phoneNumber: "201 555 0123" });
  expect(byEmail.customers).toMatchObject([{ email }]);
  expect(byEmail.customers[0]).not.toHaveProperty("phoneNumber");
  const byId = await ordered({ id: "c-1", email: "none", phoneNumber: "none", firstName: "Ada" });
  expect(byId.customers).toMatchObject([{ id: "c-1", email: null, firstName: "Ada" }]);
});

test("two orders with the same malformed contact data don't share a customer", async () => {
  const customer = { email: "unknown", phoneNumber: "000" };
  for (const id of ["first", "second"]) await postOrder(store, leastOrder(id, { customer }));
  expect(await getCustomer(store, "unknown")).toMatchObject({ status: 400 });
  const found = await answerOf(store.get("/stores/:store/search?q=unknown"));
  expect(found.body).toEqual({ results: [] });
});

test("an event with such an e-mail address or phone number is refused", async () => {
  for (const customer of [
    ...NO_EMAIL.map((email) => ({ email })),
    ...NO_PHONE.map((phoneNumber) => ({ phoneNumber })),
  ]) {
    const event = { eventName: "Seen", customer: { id: "c", ...customer } };
    expect(await answerOf(store.post("/stores/:store/events", event))).toMatchObject({ status: 400 });
  }
});

test("a line may have no product: it is shipped, returned and listed", async () => {
  const own = await service.newStore();
  const lineItems = [{ id: "line-1", productId: null, title: "Engraving", quantity: 1, price: 5 }];
  const body = leastOrder("custom", { lineItems, currencyCode: "EUR" });
  expect(await postOrder(own, body)).toEqual(accepted("custom"));
  const sent = { lineItems: [{ id: "line-1", quantity: 1 }] };
  const shipped = await answerOf(own.post("/stores/:store/orders/custom/fulfillments", sent));
  expect(shipped.body).toMatchObject({ fulfillment: { lineItems: [{ id: "line-1", productId: null }] } });
  expect((await getOrder(own, "custom")).body).toMatchObject({ lineItems });

  const shippingAddress = { line1: "1", city: "Town", state: "", postalCode: "1", country: "Hong Kong" };
  const returned = await returnIn(
    postReturn(own, "custom", {
      shippingAddress,
      items: [{ lineItemId: "line-1", quantity: 1, reason: "wrong" }],
    }),
  );
  expect(returned).toMatchObject({ items: [{ productId: "" }] });
  const list = await warehouse(service, own, "GET /return/list");
  expect(list.body).toMatchObject([
    { origin_country_code: "HK", line_items: [{ product_id: "", title: "Engraving" }] },
  ]);
});
