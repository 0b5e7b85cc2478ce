import { BASE } from "../../../core/http/base.ts";
import { money } from "../../../lib/money.ts";
import { omitNullish } from "../../../lib/omit-nullish.ts";
import type { RowWithout } from "../../../platform/db/row-json.ts";
import type { orders } from "../../../platform/db/tables/orders.ts";
import type { returnItems, returnNotes, returns } from "../../../platform/db/tables/returns.ts";
import type { locations } from "../../../platform/db/tables/stores.ts";
import { lineById } from "../../orders/lines.ts";
import type { Shipment } from "../additions-schema.ts";
import type { Comment } from "../comments/comment-schema.ts";
import { compensationMethods, refundOf, totalsOf } from "../money/refund.ts";
import { type PayoutRow, payoutsView } from "../payouts/view.ts";
import type { Return, ReturnOrder } from "../schema.ts";
import {
  customerView,
  mailingAddressOf,
  orderItemId,
  orderNameOf,
  removedItemId,
  returnOrderView,
} from "./order-view.ts";

/** The columns that records of returns don't have. */
export const UNREAD = {
  return: ["storeId", "customerId", "shopperLanguage", "hasPayouts", "stockHolds"],
  order: ["storeId", "customerId", "receivedAt", "sourceUpdatedAt", "isBlanked"],
  item: ["storeId", "returnId"],
  note: ["storeId"],
  destination: ["storeId", "name", "isDefault", "createdAt", "removedAt"],
} as const;

/** The columns that the main API's view doesn't show either. */
export const UNSHOWN = {
  return: [...UNREAD.return, "number", "orderId", "destinationId"],
  order: [...UNREAD.order, "number", "createdAt", "connectorId"],
  item: [...UNREAD.item, "orderId", "units", "unitZero"],
  note: [...UNREAD.note, "kind", "by", "writtenById", "at"],
  destination: [...UNREAD.destination, "id", "number"],
} as const;

type RecordWithout<
  Unread extends {
    return: readonly (keyof typeof returns.$inferSelect)[];
    order: readonly (keyof typeof orders.$inferSelect)[];
    item: readonly (keyof typeof returnItems.$inferSelect)[];
    note: readonly (keyof typeof returnNotes.$inferSelect)[];
    destination: readonly (keyof typeof locations.$inferSelect)[];
  },
> = {
  row: RowWithout<typeof returns, Unread["return"]>;
  items: RowWithout<typeof returnItems, Unread["item"]>[];
  notes: RowWithout<typeof returnNotes, Unread["note"]>[];
  payouts: PayoutRow[];
  order: RowWithout<typeof orders, Unread["order"]>;
  destination: RowWithout<typeof locations, Unread["destination"]> | null;
};

export type ReturnRecord = RecordWithout<typeof UNREAD>;
/** A record without the columns that the main API's view doesn't show. */
export type ShownRecord = RecordWithout<typeof UNSHOWN>;
/** What the main API's view shows of a record: of its notes, which are in order, not their numbers. */
export type ViewedRecord = Omit<ShownRecord, "notes"> & {
  notes: Omit<ShownRecord["notes"][number], "number">[];
};

export type Note = ReturnRecord["notes"][number];
type Item = ViewedRecord["items"][number];
type Purpose = "written" | "read";

/**
 * Returns the main API's view of a return. `origin` is the base URL of links. As the specification has it, shipments
 * have a status in responses to writes and none in reads.
 */
export function returnView(record: ViewedRecord, origin: string, purpose: Purpose): Return {
  const { row, order } = record;
  const { additions } = row;
  const groupsOf = shipmentGroups(additions.shipments ?? []);
  const items = record.items.map((item) => itemView(item, record, groupsOf(item.id)));
  const shipments = (additions.shipments ?? []).map((shipment) => shipmentView(shipment, purpose));
  const totals = totalsOf(items, record, order.currency);
  const customer = customerView(order.body);
  return {
    id: row.id,
    type: "return",
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    order: { id: order.id, name: orderNameOf(order) },
    source: { ...customer, mailingAddress: row.shippingAddress },
    destination: {
      mailingAddress: mailingAddressOf(record.destination),
      phoneNumber: record.destination?.phoneNumber ?? "",
    },
    items,
    compensationMethods: compensationMethods(items),
    completeWithNoAction: additions.completeWithNoAction ?? false,
    giftCards: additions.giftCards ?? [],
    ...omitNullish({ exchange: additions.exchange, internalCreatedByName: additions.internalCreatedByName }),
    externalOrderIds: [order.externalId],
    [`${row.provider}OrderIds`]: [order.externalId],
    notes: record.notes.map((note) => noteView(note, origin)),
    ...(shipments[0] && { shipment: shipments[0] }),
    shipments,
    dropoffs: additions.dropoffs ?? [],
    tags: additions.tags ?? [],
    ...omitNullish({ withdrawalId: additions.withdrawalId, statusReason: additions.statusReason }),
    totals,
    ...(record.payouts.length > 0 || row.status === "complete"
      ? payoutsView(record.payouts, row, { totals, currency: order.currency })
      : { payouts: [] }),
  };
}

/** Returns a return and its order, as responses to reads and payloads of webhooks show them. */
export function snapshotOf(record: ViewedRecord, origin: string): { order: ReturnOrder; return: Return } {
  return { order: returnOrderView(record.order), return: returnView(record, origin, "read") };
}

/** Returns the view of a note. An image has an empty message. */
function noteView(note: ViewedRecord["notes"][number], origin: string): Return["notes"][number] {
  return { message: "", ...commentView(note, origin) };
}

/** Returns the view of a comment: its message or the URL of its image. */
export function commentView(note: Pick<Note, "message" | "returnId" | "id">, origin: string): Comment {
  if (note.message !== null) return { message: note.message };
  return { image: `${origin}${BASE}/returns/${note.returnId}/comments/${note.id}/image` };
}

/** Returns the view of a shipment: with its status in responses to writes, without it in reads. */
export function shipmentView(shipment: Shipment, purpose: Purpose): Shipment {
  const { status, ...rest } = shipment;
  return purpose === "written" ? { ...rest, status: status ?? "unknown" } : rest;
}

/** Returns a function from an item's id to its shipment groups, in the order of the shipments. */
function shipmentGroups(shipments: Shipment[]): (itemId: string) => string[] {
  const groups = new Map<string, string[]>();
  for (const { itemIds, shipmentGroupId } of shipments) {
    if (shipmentGroupId === undefined) continue;
    for (const id of new Set(itemIds)) {
      const existing = groups.get(id);
      if (existing) existing.push(shipmentGroupId);
      else groups.set(id, [shipmentGroupId]);
    }
  }
  return (itemId) => groups.get(itemId) ?? [];
}

function itemView(item: Item, { order }: ViewedRecord, shipmentGroupIds: string[]): Return["items"][number] {
  const { line, position } = lineById(order.body, item.lineItemId) ?? {};
  return {
    id: item.id,
    orderItem: {
      id: position === undefined ? removedItemId(order.id, item.lineItemId) : orderItemId(order.id, position),
      line_item_id: item.lineItemId,
    },
    quantity: item.quantity,
    reason: item.reason,
    reasons: [item.reason],
    ...omitNullish({ reasonCode: item.reasonCode, customerComment: item.customerComment }),
    reasonCodes: item.reasonCode === null ? [] : [item.reasonCode],
    productId: line?.productId ?? "",
    ...omitNullish({ variantId: line?.variantId, sku: line?.sku }),
    shipmentGroupIds,
    status: item.status,
    productValueNoTaxNoAdjustment: { amount: money(item.value, order.currency) },
    ...item.additions,
    refund: refundOf(item, order.currency),
  };
}
