import type { Fault } from "../../../lib/problem.ts";
import type { Shipment } from "../additions-schema.ts";
import { mayBecome, type Status } from "../status.ts";

const MAX_FAULTS = 100;

type Shipments = Shipment[] | undefined;

/** Returns the most advanced status that a shipment comes to, if a return may move there; {} otherwise. */
export function followShipments(from: Status, before: Shipments, after: Shipments): { status?: Status } {
  if (from !== "open" && from !== "in_transit") return {};
  const statuses = newStatuses(before ?? [], after ?? []);
  for (const status of ["delivered", "in_transit"] as const) {
    if (statuses.has(status) && mayBecome(from, status)) return { status };
  }
  return {};
}

/**
 * Returns the statuses that shipments have come to, wherever they stand. A shipment is the same one while its `tracker`
 * is; one that has or had none while its `shipmentGroupId` is; those without both differ by their status alone.
 */
function newStatuses(before: Shipment[], after: Shipment[]): Set<Shipment["status"]> {
  const trackers = trackersOf(before).intersection(trackersOf(after));
  const known = new Map<string, number>();
  for (const shipment of before) {
    const key = shipmentKey(shipment, trackers);
    known.set(key, (known.get(key) ?? 0) + 1);
  }
  // Those with a tracker may be fewer others than those without, whatever their order.
  const narrowFirst = [...after.filter(({ tracker }) => tracker), ...after.filter(({ tracker }) => !tracker)];
  return new Set(
    narrowFirst.flatMap((shipment) => {
      const key = earlierKeysOf(shipment, trackers).find((each) => known.get(each));
      if (key === undefined) return [shipment.status];
      known.set(key, (known.get(key) ?? 0) - 1);
      return [];
    }),
  );
}

function trackersOf(shipments: Shipment[]): Set<string> {
  return new Set(shipments.flatMap(({ tracker }) => tracker || []));
}

function shipmentKey({ tracker, shipmentGroupId, status }: Shipment, trackers: Set<string>): string {
  if (tracker && trackers.has(tracker)) return JSON.stringify([status, "tracker", tracker]);
  if (shipmentGroupId) return JSON.stringify([status, tracker ? "numbered" : "group", shipmentGroupId]);
  return JSON.stringify(tracker ? [status, "tracker", tracker] : [status]);
}

/** Returns the keys that the shipment may have had when its status was the same. */
function earlierKeysOf(shipment: Shipment, trackers: Set<string>): string[] {
  const { tracker, shipmentGroupId } = shipment;
  const key = shipmentKey(shipment, trackers);
  if (!shipmentGroupId || (tracker && trackers.has(tracker))) return [key];
  // Of two with different trackers neither is the other.
  if (tracker) return [shipmentKey({ ...shipment, tracker: undefined }, trackers)];
  return [key, JSON.stringify([shipment.status, "numbered", shipmentGroupId])];
}

/** Returns a fault for each item of a shipment that the return doesn't have, up to `MAX_FAULTS`. */
export function unknownItems(shipments: Shipments, items: { id: string }[]): Fault[] {
  const known = new Set(items.map(({ id }) => id));
  const faults: Fault[] = [];
  for (const [i, { itemIds = [] }] of (shipments ?? []).entries()) {
    for (const [j, id] of itemIds.entries()) {
      if (known.has(id)) continue;
      faults.push({ detail: `The return has no item ${id}.`, pointer: `/shipments/${i}/itemIds/${j}` });
      if (faults.length === MAX_FAULTS) return faults;
    }
  }
  return faults;
}
