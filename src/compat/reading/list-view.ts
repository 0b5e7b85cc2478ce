import { spaced, zoned } from "../dates.ts";
import { commonView, labelOf, orderNumber, processedView, type WarehouseRecord } from "./common-view.ts";
import { labelStatus } from "./label-view.ts";
import { inspectionOf, unitMoney } from "./line-view.ts";
import { moneyView } from "./money-view.ts";
import type { ListedReturn } from "./schema.ts";
import { type ShownUnit, shownUnits } from "./shown-units.ts";

const NONE = "N/A";

/** A return as the list shows it: ids are texts, but the return's own, and what a label hasn't is `N/A`. */
export function listView(record: WarehouseRecord, origin: string): ListedReturn {
  const { row, order } = record;
  const money = moneyView(record);
  const label = labelOf(record);
  return {
    ...commonView(record, money, origin),
    created_at: zoned(row.createdAt),
    updated_at: zoned(row.updatedAt),
    order_id: String(order.number),
    provider_order_id: order.externalId,
    provider_order_number: orderNumber(record),
    order_number: orderNumber(record),
    outcomes_processed_at: { ...processedView(record, money), shop_cash_processed: null },
    carrier: label?.carrier || NONE,
    tracking_number: label?.tracker || NONE,
    label_status: label ? labelStatus(label) : NONE,
    label_updated_at: label ? zoned(row.updatedAt) : NONE,
    line_items: shownUnits(record).map((unit) => lineOf(unit, record)),
    shopify_refund_object: [],
  };
}

function lineOf(unit: ShownUnit, record: WarehouseRecord): ListedReturn["line_items"][number] {
  const { item, line, id } = unit;
  return {
    line_item_id: String(id),
    provider_line_item_id: item.lineItemId,
    product_id: line?.productId ?? "",
    variant_id: line?.variantId ?? "",
    sku: line?.sku ?? "",
    title: line?.title ?? "",
    ...unitMoney(unit, record.order.currency),
    returned_at: spaced(record.row.createdAt),
    exchange_variant: "",
    return_reason: item.reason || null,
    parent_return_reason: null,
    return_comment: item.customerComment || NONE,
    barcode: item.additions.upc || NONE,
    outcome: "default",
    provider_restock_location_id: null,
    consolidation_tracking: null,
    consolidation_destination_id: null,
    ...inspectionOf(item),
  };
}
