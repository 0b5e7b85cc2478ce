import { type Static, Type } from "@sinclair/typebox";
import { CountIncluded } from "../../../core/http/count-included.ts";
import { fromTime, KeyFilter, TextFilter, untilTime } from "../../../core/http/filters.ts";
import { Repeated } from "../../../lib/repeated-type.ts";
import { Email, OneOf } from "../../../lib/schema-types.ts";
import { STATUSES } from "../status.ts";

export type ReturnSort = Static<typeof ReturnSort>;
export const ReturnSort = OneOf(["-created_at", "created_at", "-updated_at", "updated_at"], {
  description:
    "The order: by this time, with a `-` the latest first; by default `-created_at`. A return that changes while a list by `updated_at` is paged comes again at the end; by `-updated_at` it moves to the first page, and later ones lack it: to read all, page by any other order.",
});

/** What a list of returns is asked for beside its filters. */
export const ReturnListing = { sort: Type.Optional(ReturnSort), ...CountIncluded };

/** The filters of the list of returns. A repeated `status` arrives as an array. */
export const ReturnQuery = Type.Object({
  status: Type.Optional(
    Repeated(STATUSES, { description: "Only returns with this status; repeat it for several." }),
  ),
  order: KeyFilter(
    "Only returns of this order: the merchant's id, with or without a leading `#`, or the service's.",
  ),
  email: Type.Optional(Email({ description: "Only returns of the customer who has this address now." })),
  customer_id: KeyFilter(
    "Only returns of the customer with this id, or whose other profile with it was merged.",
  ),
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
