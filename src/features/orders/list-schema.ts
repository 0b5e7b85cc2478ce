import { Type } from "@sinclair/typebox";
import { Counted, CountIncluded } from "../../core/http/count-included.ts";
import { fromTime, KeyFilter, untilTime } from "../../core/http/filters.ts";
import { PageLimit } from "../../core/http/paging.ts";
import { CreationSort } from "../../core/lists/by-creation.ts";
import { Email, field } from "../../lib/schema-types.ts";
import { Order } from "./schema.ts";

/** The filters, the order and the page of the list of orders. */
export const OrderQuery = Type.Object({
  email: Type.Optional(Email({ description: "Only orders of the customer who has this address now." })),
  customer_id: KeyFilter(
    "Only orders of the customer with this id, or whose other profile with it was merged.",
  ),
  order: KeyFilter("Only this order: the merchant's id, with or without a leading `#`, or the service's."),
  sku: KeyFilter("Only orders with a line item with this SKU, without case."),
  created_at_min: fromTime(),
  created_at_max: untilTime(),
  sort: Type.Optional(CreationSort),
  ...CountIncluded,
  ...PageLimit,
});

export const OrderPage = Type.Object({ orders: field(Type.Array(Order), "The orders."), ...Counted });
