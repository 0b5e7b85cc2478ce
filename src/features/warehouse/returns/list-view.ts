import type { LargeObject } from "../../../lib/stream-json.ts";
import { type OrderWorth, orderWorth } from "../../returns/money/order-worth.ts";
import { orderNameOf } from "../../returns/read/order-view.ts";
import { phpDateTime, zonedDateTime } from "../formats.ts";
import {
  type Audience,
  commonView,
  editedAt,
  labelOf,
  orderNumber,
  processedView,
  type WarehouseRecord,
} from "./common-view.ts";
import { exchangesView } from "./exchange-view.ts";
import { createInspections, type Inspection } from "./inspection-view.ts";
import { labelStatus, labelsView } from "./label-view.ts";
import { createUnitMoney, type LineMoney } from "./line-view.ts";
import { moneyView } from "./money-view.ts";
import type { ListedReturn } from "./schema.ts";
import { type UnitView, unitViews } from "./unit-view.ts";

const NOT_AVAILABLE = "N/A";

type ArrayField = "labels" | "exchanges" | "line_items";
type Head = Omit<ListedReturn, ArrayField>;

/**
 * Returns the view of a return in the list: ids except the return's own are strings, absent label fields
 * `N/A`.
 */
export function listView(
  record: WarehouseRecord,
  { version }: Pick<Audience, "version">,
): LargeObject<ArrayField> {
  const { row, order } = record;
  const worth = orderWorth(order);
  const number = orderNumber(orderNameOf(order));
  const money = moneyView(record, worth);
  const label = labelOf(record);
  const edited = editedAt(record);
  const head: Head = {
    ...commonView(record, money),
    edited_at: edited && zonedDateTime(edited),
    created_at: zonedDateTime(row.createdAt),
    updated_at: zonedDateTime(row.updatedAt),
    order_id: String(order.number),
    provider_order_id: order.externalId,
    provider_order_number: number,
    order_number: number,
    outcomes_processed_at: { ...processedView(record, money), shop_cash_processed: null },
    carrier: label?.carrier || NOT_AVAILABLE,
    tracking_number: label?.tracker || NOT_AVAILABLE,
    label_status: label ? labelStatus(label) : NOT_AVAILABLE,
    label_updated_at: label ? zonedDateTime(row.updatedAt) : NOT_AVAILABLE,
    shopify_refund_object: [],
  };
  const lists = {
    labels: labelsView(record),
    exchanges: exchangesView(record),
    line_items: linesView(record, worth, version),
  };
  return { head, lists };
}

function* linesView(
  record: WarehouseRecord,
  worth: OrderWorth,
  version: Audience["version"],
): Generator<ListedReturn["line_items"][number]> {
  const moneyOf = createUnitMoney(record.order.currency, worth);
  const inspectionOf = createInspections(version);
  for (const unit of unitViews(record)) {
    yield lineOf(unit, { ...moneyOf(unit), ...inspectionOf(unit) }, record);
  }
}

function lineOf(
  { item, line, id }: UnitView,
  parts: LineMoney & Inspection,
  record: WarehouseRecord,
): ListedReturn["line_items"][number] {
  return {
    line_item_id: String(id),
    provider_line_item_id: item.lineItemId,
    product_id: line?.productId ?? "",
    variant_id: line?.variantId ?? "",
    sku: line?.sku ?? "",
    title: line?.title ?? "",
    ...parts,
    returned_at: phpDateTime(record.row.createdAt),
    exchange_variant: item.additions.exchangeItem?.variant?.externalId ?? "",
    return_reason: item.reason || null,
    parent_return_reason: null,
    return_comment: item.customerComment || NOT_AVAILABLE,
    barcode: item.additions.upc || NOT_AVAILABLE,
    outcome: "default",
    provider_restock_location_id: null,
    consolidation_tracking: null,
    consolidation_destination_id: null,
  };
}
