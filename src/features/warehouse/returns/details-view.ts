import type { LargeObject } from "../../../lib/stream-json.ts";
import { type OrderWorth, orderWorth } from "../../returns/money/order-worth.ts";
import { customerView, orderNameOf } from "../../returns/read/order-view.ts";
import { phpDateTime } from "../formats.ts";
import { parseNumber } from "../numeric-ids.ts";
import {
  type Audience,
  commonView,
  editedAt,
  labelOf,
  orderNumber,
  processedView,
  type WarehouseRecord,
} from "./common-view.ts";
import { exchangeOrder, exchangesView } from "./exchange-view.ts";
import { createInspections } from "./inspection-view.ts";
import { labelStatus, labelsView } from "./label-view.ts";
import { createUnitMoney } from "./line-view.ts";
import { moneyView } from "./money-view.ts";
import type { ReturnDetails } from "./schema.ts";
import { type UnitView, unitViews } from "./unit-view.ts";

/** The numbers assigned to the merchant's ids. */
export type Numbers = Map<string, number>;

type ArrayField = "labels" | "exchanges" | "line_items";
type Head = Omit<ReturnDetails, ArrayField>;

/** What the view needs beside the record. */
type Shown = { numbers: Numbers; refunds: Head["refunds"] } & Pick<Audience, "version">;

/** Returns the view of the details of a return: ids are numbers, absent label fields null. */
export function detailsView(
  record: WarehouseRecord,
  { numbers, refunds, version }: Shown,
): LargeObject<ArrayField> {
  const { row, order } = record;
  const worth = orderWorth(order);
  const money = moneyView(record, worth);
  const label = labelOf(record);
  const edited = editedAt(record);
  const customer = customerView(order.body);
  const exchanged = exchangeOrder(record);
  const number = parseNumber(orderNumber(orderNameOf(order)) ?? "") ?? null;
  const head: Head = {
    ...commonView(record, money),
    edited_at: edited && phpDateTime(edited),
    created_at: phpDateTime(row.createdAt),
    updated_at: phpDateTime(row.updatedAt),
    order_id: order.number,
    order_number: number,
    provider_order_number: number,
    provider_order_id: numbers.get(order.externalId) ?? 0,
    customer_email: customer.emailAddress || null,
    customer_first_name: customer.name.given || null,
    customer_last_name: customer.name.surname || null,
    exchange: money.exchange,
    exchange_order_name: exchanged.name,
    exchange_order_id: exchanged.id,
    refunds,
    outcomes_processed_at: processedView(record, money),
    carrier: label?.carrier || null,
    tracking_number: label?.tracker || null,
    label_status: label ? labelStatus(label) : null,
    label_updated_at: label ? phpDateTime(row.updatedAt) : null,
  };
  const lists = {
    labels: labelsView(record),
    exchanges: exchangesView(record),
    line_items: linesView(record, worth, { numbers, version }),
  };
  return { head, lists };
}

/** Returns the merchant's ids that the details show as numbers. */
export function merchantIdsOf({ order, items }: WarehouseRecord): string[] {
  const returned = new Set(items.map(({ lineItemId }) => lineItemId));
  const lines = order.body.lineItems.filter(({ id }) => returned.has(id));
  return [
    order.externalId,
    ...returned,
    ...lines.flatMap(({ productId, variantId }) => [productId || [], variantId || []].flat()),
  ];
}

function* linesView(
  record: WarehouseRecord,
  worth: OrderWorth,
  { numbers, version }: { numbers: Numbers } & Pick<Audience, "version">,
): Generator<ReturnDetails["line_items"][number]> {
  const moneyOf = createUnitMoney(record.order.currency, worth);
  const inspectionOf = createInspections(version);
  for (const unit of unitViews(record)) {
    yield { ...lineOf(unit, record, numbers), ...moneyOf(unit), ...inspectionOf(unit) };
  }
}

function lineOf({ item, line, id }: UnitView, record: WarehouseRecord, numbers: Numbers) {
  return {
    line_item_id: id,
    provider_line_item_id: numbers.get(item.lineItemId) ?? 0,
    product_id: numbers.get(line?.productId ?? "") ?? 0,
    variant_id: numbers.get(line?.variantId ?? "") ?? null,
    sku: line?.sku ?? "",
    line_item_title: line?.title ?? "",
    variant_title: null,
    title: line?.title ?? "",
    image: line?.imageUrl ?? "",
    returned_at: phpDateTime(record.row.createdAt),
    exchange_variant: item.additions.exchangeItem?.variant?.externalId ?? null,
    barcode: item.additions.upc ?? "",
    provider_restock_location_id: null,
    consolidation_tracking: null,
    outcome: "default",
    reason: item.reason || null,
    parent_reason: null,
    return_comment: item.customerComment || "N/A",
  };
}
