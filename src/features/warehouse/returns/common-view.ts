import { customerView, orderNameOf } from "../../returns/read/order-view.ts";
import type { ReturnRecord } from "../../returns/read/view.ts";
import { countryOf } from "../country.ts";
import { phpDate } from "../formats.ts";
import { stateOf } from "../state.ts";
import type { Version } from "../versions.ts";
import { labelUrl } from "./label-view.ts";
import type { moneyView } from "./money-view.ts";
import type { Reader } from "./status-page.ts";

/** A return with the additional data of the warehouse views. */
export type WarehouseRecord = ReturnRecord & { completedAt: Date | null; statusPage: string };

/** Whom a view is for: the origin of its links, what they may lead to, and the version of the API. */
export type Audience = Reader & { version: Pick<Version, "categories"> };

type Money = ReturnType<typeof moneyView>;

/** Returns the fields that the list and the details have in common, without their arrays. */
export function commonView(record: WarehouseRecord, money: Money) {
  const { row, order, destination, statusPage } = record;
  const country = countryOf(row.shippingAddress.country);
  return {
    id: row.number,
    service_id: row.id,
    state: stateOf(row.status),
    total: money.total,
    order_name: orderNameOf(order),
    customer: customerView(order.body).emailAddress || null,
    currency: order.currency,
    ...money.returned,
    ...money.exchanged,
    gift_card: money.gift_card,
    gift_card_order_name: null,
    gift_card_order_id: null,
    handling_fee: money.handling_fee,
    refund: money.refund,
    upsell: money.upsell,
    multi_currency: false,
    origin_country: country.name,
    origin_country_code: country.code,
    outcome: money.outcome,
    refund_before_inspection: false,
    was_processed: row.status === "complete",
    label_url: labelOf(record) ? labelUrl(labelOf(record) ?? {}) : null,
    label_rate: null,
    status_page_url: statusPage,
    destination_id: destination?.number ?? null,
    return_method: methodOf(record),
    package_reference: null,
    type: "standard" as const,
  };
}

/** Returns the first shipment, which the return's own label fields show. */
export function labelOf({ row }: WarehouseRecord) {
  return row.additions.shipments?.[0];
}

/** Returns when the return was edited last; null if it wasn't. */
export function editedAt({ row }: WarehouseRecord): Date | null {
  return row.additions.editedAt === undefined ? null : new Date(row.additions.editedAt);
}

const ORDER_NUMBER = /^#?(\d+)$/;

/** Returns the number of an order named `1001` or `#1001`; null for any other name. */
export function orderNumber(name: string): string | null {
  return ORDER_NUMBER.exec(name)?.[1] ?? null;
}

/** Returns the processing times: all outcomes of a return are processed at the same time. */
export function processedView({ completedAt }: WarehouseRecord, { outcome }: Money) {
  const at = completedAt && phpDate(completedAt);
  const timeOf = (kind: string) => (outcome?.split("+").includes(kind) ? at : null);
  return {
    return_processed: at,
    refund_processed: timeOf("refund"),
    gift_card_processed: timeOf("credit"),
    exchange_processed: timeOf("exchange"),
  };
}

function methodOf({ row }: WarehouseRecord) {
  const dropoff = row.additions.dropoffs?.[0];
  if (!dropoff) return null;
  return {
    provider: dropoff.provider ?? null,
    method_type: "dropoff",
    address: null,
    state: null,
    rma_id: null,
    qr_code_url: dropoff.qrCodeUrl ?? null,
    scheduled_at: null,
    scannable_id: dropoff.qrCode ?? null,
  };
}
