import type { Static } from "@sinclair/typebox";
import type { Shipment } from "../../returns/additions-schema.ts";
import type { ReturnRecord } from "../../returns/read/view.ts";
import { phpDateTime } from "../formats.ts";
import type { Label as LabelShape, LabelStatus } from "./parts-schema.ts";
import { unitViews } from "./unit-view.ts";

/** Loop's API has fewer statuses. */
const STATUS_OF: Record<NonNullable<Shipment["status"]>, LabelStatus> = {
  unknown: "new",
  pre_transit: "pre_transit",
  in_transit: "in_transit",
  out_for_delivery: "out_for_delivery",
  available_for_pickup: "in_transit",
  delivered: "delivered",
  cancelled: "failure",
  failure: "failure",
  return_to_sender: "failure",
  expired: "failure",
  error: "error",
};

export type Label = Static<typeof LabelShape>;

/**
 * Yields a label per shipment. A shipment without `itemIds` contains every item. `updated_at` is the
 * return's.
 */
export function* labelsView(record: ReturnRecord): Generator<Label> {
  const shipments = record.row.additions.shipments ?? [];
  if (shipments.length === 0) return;
  const unitsOf = unitsByItem(record);
  for (const shipment of shipments) {
    yield {
      status: labelStatus(shipment),
      updated_at: phpDateTime(record.row.updatedAt),
      url: labelUrl(shipment),
      rate: null,
      carrier: shipment.carrier ?? null,
      tracking_number: shipment.tracker ?? null,
      line_items: unitsOf(shipment.itemIds),
    };
  }
}

/** Returns a function from item ids, or undefined for all items, to their unit ids in the return's order. */
function unitsByItem(record: ReturnRecord): (itemIds: string[] | undefined) => number[] {
  const all: number[] = [];
  const ranges = new Map<string, { from: number; to: number }>();
  for (const { item, id } of unitViews(record)) {
    const range = ranges.get(item.id);
    all.push(id);
    if (range) range.to = all.length;
    else ranges.set(item.id, { from: all.length - 1, to: all.length });
  }
  return (itemIds) => {
    if (!itemIds) return all;
    const selected = [...new Set(itemIds)].flatMap((id) => ranges.get(id) ?? []);
    return selected.sort((a, b) => a.from - b.from).flatMap(({ from, to }) => all.slice(from, to));
  };
}

export function labelStatus({ status }: Shipment): LabelStatus {
  return STATUS_OF[status ?? "unknown"];
}

export function labelUrl({ postageLabel, formLabel }: Shipment): string | null {
  return postageLabel ?? formLabel ?? null;
}
