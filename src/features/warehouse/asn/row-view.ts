import type { OrderBody } from "../../orders/schema.ts";
import type { Shipment } from "../../returns/additions-schema.ts";
import { refundKind } from "../../returns/money/refund.ts";
import type { Status } from "../../returns/status.ts";
import { minorText, zonedDateTime } from "../formats.ts";
import { orderNumber } from "../returns/common-view.ts";
import { labelStatus, labelUrl } from "../returns/label-view.ts";
import { parseDate } from "../returns/parse-date.ts";
import { stateOf } from "../state.ts";
import type { FoundItem } from "./items.ts";
import type { AsnRow } from "./schema.ts";

/** What the items of a return share. 64-bit integers are strings. */
export type AsnReturn = {
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
  dropoff: string | null;
  scannableId: string | null;
  destinationId: string | null;
  destinationName: string | null;
  line1: string | null;
  line2: string | null;
  city: string | null;
  region: string | null;
  postalCode: string | null;
};

/** The rows of one item: `text` is the JSON of all fields but those of the unit, each followed by a comma. */
export type RowParts = { text: string; unitValueOf: (unit: number) => bigint; currency: string };

type UnitFields = Pick<AsnRow, "return_line_item_id" | "purchase_price">;
type ItemFields = Pick<AsnRow, "title" | "sku" | "barcode" | "return_reason" | "outcome">;
type LabelFields = Pick<
  AsnRow,
  | "carrier"
  | "label_status"
  | "tracking_number"
  | "integration_tracking_url"
  | "label_updated_at"
  | "label_url"
  | "date_delivered"
>;
type ReturnFields = Omit<AsnRow, keyof UnitFields | keyof ItemFields | keyof LabelFields>;

/**
 * Returns the report's row for one unit of an item, as JSON. Unknown values, and label fields without a
 * label, are null.
 */
export function rowText({ text, unitValueOf, currency }: RowParts, item: FoundItem, unit: number): string {
  const fields: UnitFields = {
    return_line_item_id: String(Number(item.unitZero) + unit),
    purchase_price: minorText(unitValueOf(unit), currency),
  };
  return `{${text}"return_line_item_id":"${fields.return_line_item_id}","purchase_price":"${fields.purchase_price}"}`;
}

/** Returns the JSON of the fields that all rows of a return share. */
export function returnText(row: AsnReturn): string {
  const number = orderNumber(row.orderName);
  return fieldsText<ReturnFields>({
    id: Number(row.id),
    service_id: row.serviceId,
    order_id: row.orderId,
    order_name: row.orderName,
    order_number: number,
    provider_order_number: number,
    state: stateOf(row.status),
    customer_email: row.email,
    service: null,
    restock_status: null,
    currency: row.currency,
    label_rate: null,
    closed_at: row.status === "deleted" ? null : row.closedAt,
    updated_at: row.updatedAt,
    created_at: row.createdAt,
    actioned_by: row.actionedBy,
    return_method: row.dropoff,
    return_method_rma_code: null,
    return_method_state: null,
    scannable_id: row.scannableId,
    package_reference: null,
    shipping_box_barcode: null,
    provider_created_at: row.orderedAt,
    destination_id: row.destinationId === null ? null : Number(row.destinationId),
    destination_name: row.destinationName,
    destination_address1: row.line1,
    destination_address2: row.line2 || null,
    destination_city: row.city,
    destination_state: row.region,
    destination_zip: row.postalCode,
    consolidation_tracking: null,
  });
}

/** Returns the JSON of the fields of an item and its line. */
export function itemText(item: FoundItem, line: OrderBody["lineItems"][number] | undefined): string {
  const kind = refundKind(item.outcome);
  return fieldsText<ItemFields>({
    title: line?.title ?? "",
    sku: line?.sku ?? null,
    barcode: item.upc,
    return_reason: item.reason,
    outcome: kind === "store_credit" ? "credit" : kind,
  });
}

/** Returns the JSON of the fields of a shipment; `updatedAt` is its return's. */
export function labelText(label: Shipment | null, updatedAt: string): string {
  return fieldsText<LabelFields>({
    carrier: label?.carrier ?? null,
    label_status: label ? labelStatus(label) : null,
    tracking_number: label?.tracker ?? null,
    integration_tracking_url: label?.trackingUrl ?? null,
    label_updated_at: label ? updatedAt : null,
    label_url: label ? labelUrl(label) : null,
    date_delivered: deliveredAt(label),
  });
}

function fieldsText<Fields extends object>(fields: Fields): string {
  return `${JSON.stringify(fields).slice(1, -1)},`;
}

/** Returns the delivery time; null if the warehouse wrote something that is not a date. */
function deliveredAt(label: Shipment | null): string | null {
  const second = parseDate(label?.deliveredAt ?? "");
  return second ? zonedDateTime(second) : null;
}
