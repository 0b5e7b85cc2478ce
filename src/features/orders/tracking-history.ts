import type { TrackingDocument } from "../../platform/db/documents/order.ts";
import { SHIPMENT_STATUSES, type TrackingEvent } from "./fulfillment-schema.ts";

const PLACE = ["city", "state", "country", "postalCode"] as const;

/**
 * Returns a history with one more scan, the same for the same scans in whatever order they come: by time, then by how
 * far the parcel is, each scan once: the carrier's where the shop says the same. `datetime` is in UTC.
 */
export function withScan(history: TrackingDocument[], scan: TrackingDocument): TrackingDocument[] {
  const scans = [...history.map(ordered), ordered(scan)].toSorted(compare);
  return scans.filter((each, i) => {
    const before = scans[i - 1];
    return before === undefined || identityOf(before) !== identityOf(each);
  });
}

/** Returns a history as it was posted, without what says whose scans they are. */
export function shownHistory(history: TrackingDocument[]): TrackingEvent[] {
  if (!history.some(({ isOfShop }) => isOfShop)) return history;
  return history.map(({ isOfShop: _, ...scan }) => scan);
}

/** Returns when a parcel was delivered last; undefined if it wasn't. */
export function deliveredAt(history: TrackingEvent[]): Date | undefined {
  const times = history.flatMap(({ status, datetime }) =>
    status === "delivered" ? Date.parse(datetime) : [],
  );
  return times.length === 0 ? undefined : new Date(Math.max(...times));
}

/** Returns a scan whose members have one order. */
function ordered({ message, status, datetime, location, isOfShop }: TrackingDocument): TrackingDocument {
  const place = location && Object.fromEntries(PLACE.flatMap((name) => placeMember(location, name)));
  return {
    ...{ message, status, datetime },
    ...(location !== undefined && { location: place ?? null }),
    ...(isOfShop && { isOfShop }),
  };
}

function placeMember(location: Partial<Record<string, string | null>>, name: string) {
  const value = location[name];
  return value === undefined ? [] : [[name, value] as const];
}

function compare(a: TrackingDocument, b: TrackingDocument): number {
  return (
    compareTexts(a.datetime, b.datetime) ||
    SHIPMENT_STATUSES.indexOf(a.status) - SHIPMENT_STATUSES.indexOf(b.status) ||
    compareTexts(identityOf(a), identityOf(b)) ||
    Number(a.isOfShop ?? false) - Number(b.isOfShop ?? false) ||
    compareTexts(JSON.stringify(a), JSON.stringify(b))
  );
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Returns what tells a scan from others; what isn't known of its place may be null, empty or absent. */
function identityOf({ message, status, datetime, location }: TrackingEvent): string {
  const place = PLACE.map((name) => location?.[name] ?? null);
  return JSON.stringify([datetime, status, message, place]);
}
