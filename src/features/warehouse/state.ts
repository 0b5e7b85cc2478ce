import { STATUSES, type Status } from "../returns/status.ts";

/** The states of a return in the warehouse API. Each covers several statuses; `expired` covers none. */
export const STATES = ["open", "closed", "cancelled", "expired", "review"] as const;

export type State = (typeof STATES)[number];

const STATE_OF: Record<Status, State> = {
  open: "open",
  in_transit: "open",
  delivered: "open",
  pre_shipment: "review",
  needs_review: "review",
  in_review: "review",
  flagged: "review",
  complete: "closed",
  rejected: "closed",
  deleted: "cancelled",
};

export function stateOf(status: Status): State {
  return STATE_OF[status];
}

/** Returns the statuses of these states. */
export function statusesOf(states: readonly State[]): Status[] {
  return STATUSES.filter((status) => states.includes(STATE_OF[status]));
}
