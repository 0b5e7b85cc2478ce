import type { Shipment } from "../../returns/additions-schema.ts";
import type { Status } from "../../returns/status.ts";
import { createUnitValue, type UnitRange } from "../../returns/units.ts";
import { amountText, zonedDateTime } from "../formats.ts";
import { orderNumber } from "../returns/common-view.ts";
import { labelStatus, labelUrl } from "../returns/label-view.ts";
import { parseDate } from "../returns/parse-date.ts";
import { stateOf } from "../state.ts";
import type { AsnRow } from "./schema.ts";

/** An item of a return with the columns of its rows. 64-bit integers are strings. */
export type AsnItem = {
  id: string;
  serviceId: string;
  status: Status;
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  actionedBy: string | null;
  orderId: string;
  orderName: string;
  currency: string;
  orderedAt: string;
  email: string | null;
  units: UnitRange[];
  unitZero: string;
  title: string | null;
  sku: string | null;
  upc: string | null;
  price: number | null;
  discount: number | null;
  ordered: number | null;
  reason: string;
  outcome: string;
  shipment: Shipment | null;
  dropoff: string | null;
  destinationId: string | null;
  destinationName: string | null;
  line1: string | null;
  line2: string | null;
  city: string | null;
  region: string | null;
  postalCode: string | null;
};

/**
 * Returns the report's row for one unit of an item. Unknown values, and label fields without a label, are
 * null.
 */
export function asnRow(item: AsnItem, unit: number): AsnRow {
  const label = item.shipment;
  const number = orderNumber({ order: { externalId: item.orderName } });
  return {
    id: Number(item.id),
    service_id: item.serviceId,
    return_line_item_id: String(Number(item.unitZero) + unit),
    order_id: item.orderId,
    order_name: item.orderName,
    order_number: number,
    provider_order_number: number,
    state: stateOf(item.status),
    customer_email: item.email,
    title: item.title ?? "",
    purchase_price: priceOf(item, unit),
    sku: item.sku,
    barcode: item.upc,
    carrier: label?.carrier ?? null,
    service: null,
    label_status: label ? labelStatus(label) : null,
    tracking_number: label?.tracker ?? null,
    integration_tracking_url: label?.trackingUrl ?? null,
    restock_status: null,
    currency: item.currency,
    label_updated_at: label ? item.updatedAt : null,
    label_url: label ? labelUrl(label) : null,
    label_rate: null,
    closed_at: item.status === "deleted" ? null : item.closedAt,
    updated_at: item.updatedAt,
    created_at: item.createdAt,
    return_reason: item.reason,
    actioned_by: item.actionedBy,
    return_method: item.dropoff,
    return_method_rma_code: null,
    return_method_state: null,
    date_delivered: deliveredAt(label),
    outcome: item.outcome === "store_credit" ? "credit" : item.outcome,
    scannable_id: null,
    package_reference: null,
    shipping_box_barcode: null,
    provider_created_at: item.orderedAt,
    destination_id: item.destinationId === null ? null : Number(item.destinationId),
    destination_name: item.destinationName,
    destination_address1: item.line1,
    destination_address2: item.line2 || null,
    destination_city: item.city,
    destination_state: item.region,
    destination_zip: item.postalCode,
    consolidation_tracking: null,
  };
}

/** Returns the unit's price less its share of the line's discount. */
function priceOf({ price, discount, ordered, currency }: AsnItem, unit: number): string {
  const unitValueOf = createUnitValue({ price, discount, quantity: ordered ?? 1 }, currency);
  return amountText(unitValueOf(unit), currency);
}

/** Returns the delivery time; null if the warehouse wrote something that is not a date. */
function deliveredAt(label: Shipment | null): string | null {
  const second = parseDate(label?.deliveredAt ?? "");
  return second ? zonedDateTime(second) : null;
}
