import type { Static } from "@sinclair/typebox";
import type { Shipment } from "../../returns/additions-schema.ts";
import type { ReturnRecord } from "../../returns/view.ts";
import { phpDateTime } from "../formats.ts";
import type { Label as LabelShape, LabelStatus } from "./parts-schema.ts";
import { unitViews } from "./unit-view.ts";

/** The platform knows fewer words. */
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
 * Every shipment is a label; one that names no items holds all of them. When it changed is known of the
 * return alone.
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

/** The ids of the units of some items, or of all, in the order in which the return has them. */
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
    const those = [...new Set(itemIds)].flatMap((id) => ranges.get(id) ?? []);
    return those.sort((a, b) => a.from - b.from).flatMap(({ from, to }) => all.slice(from, to));
  };
}

export function labelStatus({ status }: Shipment): LabelStatus {
  return STATUS_OF[status ?? "unknown"];
}

export function labelUrl({ postageLabel, formLabel }: Shipment): string | null {
  return postageLabel ?? formLabel ?? null;
}
