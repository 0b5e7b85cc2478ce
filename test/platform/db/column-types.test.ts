import { describe, expectTypeOf, test } from "bun:test";
import type { Kind } from "../../../src/features/inventory/schema.ts";
import type { FulfillmentBody, TrackingEvent } from "../../../src/features/orders/fulfillment-schema.ts";
import type { StoredOrder } from "../../../src/features/orders/schema.ts";
import type { ReturnAdditions, ReturnItemAdditions } from "../../../src/features/returns/additions-schema.ts";
import type { UnitRange } from "../../../src/features/returns/money/units.ts";
import type { MailingAddress } from "../../../src/features/returns/schema.ts";
import type { Status } from "../../../src/features/returns/status.ts";
import type { PartsChange } from "../../../src/features/stores/settings-schema.ts";
import type {
  FulfilledLines,
  OrderDocument,
  TrackingDocument,
} from "../../../src/platform/db/documents/order.ts";
import type {
  ItemAdditionsDocument,
  MailingAddressDocument,
  ReturnAdditionsDocument,
} from "../../../src/platform/db/documents/return.ts";
import type { StoreSettingsDocument } from "../../../src/platform/db/documents/store-settings.ts";
import type { StockKind } from "../../../src/platform/db/tables/inventory.ts";
import type { ReturnStatus, returnItems } from "../../../src/platform/db/tables/returns.ts";

/** The type checker makes these tests fail, because tables declare the types of their columns. */
describe("the types of columns are those of the features' schemas", () => {
  test("of orders, fulfillments and tracking events", () => {
    expectTypeOf<OrderDocument>().toEqualTypeOf<StoredOrder>();
    expectTypeOf<FulfilledLines>().toEqualTypeOf<FulfillmentBody["lineItems"]>();
    expectTypeOf<Omit<TrackingDocument, "isOfShop">>().toEqualTypeOf<TrackingEvent>();
  });

  test("of returns, their items and additions", () => {
    expectTypeOf<ReturnStatus>().toEqualTypeOf<Status>();
    expectTypeOf<MailingAddressDocument>().toEqualTypeOf<MailingAddress>();
    expectTypeOf<ReturnAdditionsDocument>().toEqualTypeOf<ReturnAdditions>();
    expectTypeOf<ItemAdditionsDocument>().toEqualTypeOf<ReturnItemAdditions>();
    expectTypeOf<(typeof returnItems.$inferSelect)["units"]>().toEqualTypeOf<UnitRange[]>();
  });

  test("of the settings of stores", () => {
    expectTypeOf<StoreSettingsDocument>().toEqualTypeOf<PartsChange>();
  });

  test("of the kinds of stock", () => {
    expectTypeOf<StockKind>().toEqualTypeOf<Kind>();
  });
});
