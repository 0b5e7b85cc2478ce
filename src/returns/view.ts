import type { Big } from "big.js";
import type { orders } from "../db/tables/orders.ts";
import type { returnItems, returnNotes, returns } from "../db/tables/returns.ts";
import type { locations } from "../db/tables/stores.ts";
import { BASE } from "../http/base.ts";
import { decimal, money, sum } from "../lib/money.ts";
import { present } from "../lib/present.ts";
import type { Shipment } from "./additions-schema.ts";
import type { Comment } from "./comment-schema.ts";
import { customerView, mailingAddressOf, orderItemId } from "./order-view.ts";
import type { Return } from "./schema.ts";

export type ReturnRecord = {
  row: typeof returns.$inferSelect;
  items: (typeof returnItems.$inferSelect)[];
  notes: Note[];
  order: typeof orders.$inferSelect;
  destination: typeof locations.$inferSelect | null;
};

export type Note = typeof returnNotes.$inferSelect;
type Item = ReturnRecord["items"][number];

/**
 * A return as the main API shows it. `origin` is the address that links begin with; shipments show their status where
 * a return is written, and not where it is read.
 */
export function returnView(record: ReturnRecord, origin: string, shows: "written" | "read"): Return {
  const { row, order } = record;
  const { additions } = row;
  const shipments = (additions.shipments ?? []).map((shipment) => shipmentView(shipment, shows));
  const customer = customerView(order.body);
  return {
    id: row.id,
    type: "return",
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    order: { id: order.id, name: order.externalId },
    source: { ...customer, mailingAddress: row.shippingAddress },
    destination: {
      mailingAddress: mailingAddressOf(record.destination),
      phoneNumber: record.destination?.phoneNumber ?? "",
    },
    items: record.items.map((item) => itemView(item, record)),
    compensationMethods: [...new Set(record.items.map((item) => item.compensation))],
    completeWithNoAction: additions.completeWithNoAction ?? false,
    giftCards: additions.giftCards ?? [],
    ...present({ exchange: additions.exchange, internalCreatedByName: additions.internalCreatedByName }),
    externalOrderIds: [order.externalId],
    [`${row.provider}OrderIds`]: [order.externalId],
    notes: record.notes.map((note) => noteView(note, origin)),
    ...(shipments[0] && { shipment: shipments[0] }),
    shipments,
    dropoffs: additions.dropoffs ?? [],
    tags: additions.tags ?? [],
    totals: totalsOf(record),
  };
}

/** A note of a return; that of an image has an empty message. */
export function noteView(note: Note, origin: string): Return["notes"][number] {
  return { message: "", ...commentView(note, origin) };
}

/** A comment as it is answered: the message or the address of the image. */
export function commentView(note: Note, origin: string): Comment {
  if (note.message !== null) return { message: note.message };
  return { image: `${origin}${BASE}/returns/${note.returnId}/comments/${note.id}/image` };
}

function shipmentView(shipment: Shipment, shows: "written" | "read"): Shipment {
  const { status, ...rest } = shipment;
  return shows === "written" ? { ...rest, status: status ?? "unknown" } : rest;
}

function itemView(item: Item, { row, order }: ReturnRecord): Return["items"][number] {
  const position = order.body.lineItems.findIndex((line) => line.id === item.lineItemId);
  const line = order.body.lineItems[position];
  const shipped = (row.additions.shipments ?? []).filter((shipment) => shipment.itemIds?.includes(item.id));
  return {
    id: item.id,
    orderItem: { id: orderItemId(order.id, position), line_item_id: item.lineItemId },
    quantity: item.quantity,
    reason: item.reason,
    reasons: [item.reason],
    ...present({ reasonCode: item.reasonCode, customerComment: item.customerComment }),
    reasonCodes: item.reasonCode === null ? [] : [item.reasonCode],
    productId: line?.productId ?? "",
    ...present({ variantId: line?.variantId, sku: line?.sku }),
    shipmentGroupIds: shipped.flatMap(({ shipmentGroupId }) => shipmentGroupId ?? []),
    status: item.status,
    productValueNoTaxNoAdjustment: { amount: money(decimal(item.value), order.currency) },
    ...item.additions,
    refund: refundOf(item, order.currency),
  };
}

/** The item's value in the way it is compensated, until the merchant adjusts it. */
export function refundOf(item: Item, currency: string): Return["items"][number]["refund"] {
  return item.additions.refund ?? { amount: money(decimal(item.value), currency), type: item.compensation };
}

function totalsOf({ items, order }: ReturnRecord): Return["totals"] {
  const refunds = items.map((item) => refundOf(item, order.currency));
  const of = (type: string) =>
    sum(refunds.filter((refund) => refund.type === type).map((refund) => decimal(refund.amount.amount)));
  const wrapped = (value: Big) => ({ amount: money(value, order.currency) });
  return {
    charge: wrapped(decimal(0)),
    exchange: wrapped(decimal(0)),
    refund: wrapped(of("refund")),
    storeCredit: wrapped(of("store_credit")),
  };
}
