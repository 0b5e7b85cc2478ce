import { expect, test } from "bun:test";
import fc from "fast-check";
import { createLocation } from "../../../src/features/stores/create-location.ts";
import {
  accepted,
  freshId,
  getOrder,
  internalIdIn,
  type Json,
  NOT_GIVEN,
  postOrder,
} from "../../support/orders.ts";
import { ok } from "../../support/returns.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();

/** Any string that Postgres can store: without NUL and without lone surrogates. */
const text = fc.string({ unit: "binary", maxLength: 30 }).map((value) => value.replaceAll("\u0000", ""));
const key = text.filter((value) => value !== "");
const amount = fc.oneof(
  fc.integer({ min: 0, max: 99_999_999 }).map((pennies) => pennies / 100),
  fc.double({ min: 0, max: Number.MAX_SAFE_INTEGER, noNaN: true }),
);
const email = fc
  .tuple(
    fc.stringMatching(/^ {0,2}[A-Za-z0-9.+_-]{1,20}$/),
    fc.stringMatching(/^([a-z0-9]{1,9}\.){1,3}[a-z]{2,5} {0,2}$/),
  )
  .map((parts) => parts.join("@"));
const phoneNumber = fc.stringMatching(/^\+[1-9][0-9]{1,14}$/);

/** Returns objects with any of these fields present, null or absent. */
const some = (members: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(
    Object.fromEntries(Object.entries(members).map(([name, value]) => [name, fc.option(value, { freq: 4 })])),
    { requiredKeys: [] },
  );

const address = some({
  address1: text,
  address2: text,
  city: text,
  province: text,
  country: text,
  postalCode: text,
});
const lineItem = fc
  .tuple(
    fc.record({ id: key, productId: key, title: text, quantity: fc.integer({ min: 1, max: 1_000_000 }) }),
    some({ variantId: text, sku: text, imageUrl: text, price: amount, discount: amount }),
  )
  .map((parts): Json => Object.assign({}, ...parts));
const optional = (locationId: string) =>
  some({
    customer: some({ id: key, email, phoneNumber, name: text, firstName: text, lastName: text }),
    shipping: some({ method: text, cost: amount, address }),
    totalPrice: amount,
    subtotalPrice: amount,
    totalTax: amount,
    totalDiscount: amount,
    billingAddress: address,
    tags: fc.array(text, { maxLength: 5 }),
    currencyCode: fc.constantFrom("EUR", "JPY", "KWD", "CLF", "XCG"),
    locationId: fc.constant(locationId),
  });
const required = fc.record({
  createdAt: fc.date({ min: new Date("1900-01-01"), max: new Date("2999-01-01"), noInvalidDate: true }),
  lineItems: fc.uniqueArray(lineItem, { minLength: 1, maxLength: 5, selector: ({ id }) => id }),
});

test("GET order: an order with any fields, null or absent, reads back as created", async () => {
  const store = await service.newStore();
  const { locationId } = await createLocation(store.ctx, store.id, { name: "Dock" });
  const property = fc.asyncProperty(required, optional(locationId), async (must, may) => {
    const orderId = freshId();
    // JSON writes -0 as 0.
    const body = JSON.parse(JSON.stringify({ orderId, ...must, ...may }));
    const created = await postOrder(store, body);
    expect(created).toEqual(accepted(orderId));
    const read = ok({ ...NOT_GIVEN, ...body, fulfillments: [] });
    expect(await getOrder(store, orderId)).toEqual(read);
    expect(await getOrder(store, internalIdIn(created))).toEqual(read);
  });
  await fc.assert(property, { numRuns: 100 });
}, 30_000);
