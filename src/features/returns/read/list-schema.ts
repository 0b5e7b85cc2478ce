import { Type } from "@sinclair/typebox";
import { fromTime, KeyFilter, TextFilter, untilTime } from "../../../core/http/filters.ts";
import { Repeated } from "../../../lib/repeated-type.ts";
import { Email } from "../../../lib/schema-types.ts";
import { STATUSES } from "../status.ts";

/** The filters of the list of returns. A repeated `status` arrives as an array. */
export const ReturnQuery = Type.Object({
  status: Type.Optional(
    Repeated(STATUSES, { description: "Only returns with this status; repeat it for several." }),
  ),
  order: KeyFilter(
    "Only returns of this order: the merchant's id, with or without a leading `#`, or the service's.",
  ),
  email: Type.Optional(Email({ description: "Only returns of the customer who has this address now." })),
  tracking_number: KeyFilter("Only returns with a shipment with this tracking number, without case."),
  sku: KeyFilter("Only returns of an item with this SKU, without case."),
  reason: TextFilter("Only returns of an item with exactly this reason."),
  without_reason: Type.Optional(
    Type.Literal("true", { description: "`true` for only returns of an item without a reason." }),
  ),
  provider_order_name: KeyFilter(
    "Only returns of the order with this name: the merchant's id, with or without a leading `#`.",
  ),
  shopify_order_name: KeyFilter("The same, among returns whose `provider` is `shopify`."),
  created_at_min: fromTime(),
  created_at_max: untilTime(),
  updated_at_min: fromTime(),
  updated_at_max: untilTime(),
});
