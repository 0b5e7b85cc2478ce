import type { Shipment } from "../../returns/additions-schema.ts";
import type { ReturnRecord } from "../../returns/view.ts";
import { spaced } from "../dates.ts";
import type { LabelStatus } from "./parts-schema.ts";
import { shownUnits } from "./shown-units.ts";

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

/** Every shipment is a label; one that names no items holds all of them. When it changed is known of the return alone. */
export function labelsView(record: ReturnRecord) {
  const units = shownUnits(record);
  return (record.row.additions.shipments ?? []).map((shipment) => ({
    status: labelStatus(shipment),
    updated_at: spaced(record.row.updatedAt),
    url: labelUrl(shipment),
    rate: null,
    carrier: shipment.carrier ?? null,
    tracking_number: shipment.tracker ?? null,
    line_items: units.filter(({ item }) => shipment.itemIds?.includes(item.id) ?? true).map(({ id }) => id),
  }));
}

export function labelStatus({ status }: Shipment): LabelStatus {
  return STATUS_OF[status ?? "unknown"];
}

export function labelUrl({ postageLabel, formLabel }: Shipment): string | null {
  return postageLabel ?? formLabel ?? null;
}
