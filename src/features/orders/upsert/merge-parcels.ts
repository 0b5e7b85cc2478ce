import { sameJson } from "../../../lib/same-json.ts";
import { withScan } from "../tracking-history.ts";
import type { SourceOrder, SyncedParcel } from "./from-shop.ts";
import type { FulfillmentRow } from "./stored-orders.ts";

/** What a shop says of a parcel has no carrier's words; this scan is the shop's delivery date. */
const DELIVERED = "Delivered";

/**
 * The parcels of an order after its source has sent them: all of them, those to write, and the ids of those to remove; `known`
 * are those before.
 */
export type MergedParcels = Record<"known" | "all" | "written", FulfillmentRow[]> & { removed: string[] };

type Merging = Pick<SourceOrder, "saysDeliveryLate"> & { storeId: string; orderId: string; now: Date };

/**
 * Returns the parcels of an order: those of the source, and those that were recorded here. One that the source had before
 * and doesn't have any more is removed. Scans that were recorded here stay.
 */
export function mergedParcels(
  stored: FulfillmentRow[],
  parcels: SyncedParcel[],
  { storeId, orderId, now, saysDeliveryLate }: Merging,
): MergedParcels {
  const known = new Map(stored.map((row) => [row.id, row]));
  const ids = new Set(parcels.map(({ id }) => id));
  const kept = stored.filter(({ id, isSynced }) => !isSynced && !ids.has(id));
  const removed = stored.flatMap(({ id, isSynced }) => (isSynced && !ids.has(id) ? [id] : []));
  const synced = parcels.map((parcel) => {
    const before = known.get(parcel.id);
    const createdAt = before?.createdAt ?? parcel.fulfilledAt ?? parcel.deliveredAt ?? now;
    const history = before?.trackingHistory ?? [];
    const deliveredAt = saysDeliveryLate ? firstOf(parcel.deliveredAt, history) : parcel.deliveredAt;
    return rowOf({ ...parcel, deliveredAt }, history, { storeId, orderId, createdAt });
  });
  const written = synced.filter((row) => {
    const before = known.get(row.id);
    return !before || !sameJson(JSON.parse(JSON.stringify(before)), JSON.parse(JSON.stringify(row)));
  });
  return { known: stored, all: [...kept, ...synced], written, removed };
}

/** Returns when a parcel that is delivered was said to be so first. */
function firstOf(deliveredAt: Date | null, history: FulfillmentRow["trackingHistory"]): Date | null {
  const said = history.find(({ isOfShop }) => isOfShop)?.datetime;
  const before = said === undefined ? undefined : new Date(said);
  return deliveredAt && before && before < deliveredAt ? before : deliveredAt;
}

function rowOf(
  parcel: SyncedParcel,
  history: FulfillmentRow["trackingHistory"],
  key: Pick<FulfillmentRow, "storeId" | "orderId" | "createdAt">,
): FulfillmentRow {
  const { id, lineItems, trackingCompany, trackingNumber, fulfilledAt, deliveredAt } = parcel;
  const scans = history.filter(({ isOfShop }) => !isOfShop);
  const delivery = deliveredAt && {
    ...{ message: DELIVERED, status: "delivered" as const, isOfShop: true as const },
    datetime: deliveredAt.toISOString(),
  };
  return {
    ...key,
    ...{ id, lineItems, trackingCompany, trackingNumber, fulfilledAt },
    trackingHistory: delivery ? withScan(scans, delivery) : scans,
    isSynced: true,
  };
}
