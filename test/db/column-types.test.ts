import { describe, expectTypeOf, test } from "bun:test";
import type { FulfilledLines, OrderDocument, TrackingDocument } from "../../src/db/documents/order.ts";
import type {
  ItemAdditionsDocument,
  MailingAddressDocument,
  ReturnAdditionsDocument,
} from "../../src/db/documents/return.ts";
import type { StockKind } from "../../src/db/tables/inventory.ts";
import type { ReturnStatus, returnItems } from "../../src/db/tables/returns.ts";
import type { Kind } from "../../src/inventory/schema.ts";
import type { FulfillmentBody, OrderBody, TrackingEvent } from "../../src/orders/schema.ts";
import type { ReturnAdditions, ReturnItemAdditions } from "../../src/returns/additions-schema.ts";
import type { MailingAddress } from "../../src/returns/schema.ts";
import type { Status } from "../../src/returns/status.ts";
import type { UnitRange } from "../../src/returns/units.ts";

/** The type checker makes these tests fail, because tables declare the types of their columns. */
describe("the types of columns are those of the features' schemas", () => {
  test("of orders, fulfillments and tracking events", () => {
    expectTypeOf<OrderDocument>().toEqualTypeOf<OrderBody>();
    expectTypeOf<FulfilledLines>().toEqualTypeOf<FulfillmentBody["lineItems"]>();
    expectTypeOf<TrackingDocument>().toEqualTypeOf<TrackingEvent>();
  });

  test("of returns, their items and additions", () => {
    expectTypeOf<ReturnStatus>().toEqualTypeOf<Status>();
    expectTypeOf<MailingAddressDocument>().toEqualTypeOf<MailingAddress>();
    expectTypeOf<ReturnAdditionsDocument>().toEqualTypeOf<ReturnAdditions>();
    expectTypeOf<ItemAdditionsDocument>().toEqualTypeOf<ReturnItemAdditions>();
    expectTypeOf<(typeof returnItems.$inferSelect)["units"]>().toEqualTypeOf<UnitRange[]>();
  });

  test("of the kinds of stock", () => {
    expectTypeOf<StockKind>().toEqualTypeOf<Kind>();
  });
});
