/** The return statuses, in the order of the specification. */
export const STATUSES = [
  "open",
  "in_transit",
  "delivered",
  "needs_review",
  "in_review",
  "complete",
  "rejected",
  "flagged",
  "pre_shipment",
  "deleted",
] as const;

export type Status = (typeof STATUSES)[number];

/** Where a return may go from each status. No return ever takes another way. */
export const TRANSITIONS: Record<Status, readonly Status[]> = {
  pre_shipment: ["open", "rejected", "deleted"],
  open: ["in_transit", "delivered", "needs_review", "flagged", "complete", "rejected", "deleted"],
  in_transit: ["delivered", "needs_review", "flagged", "complete", "rejected", "deleted"],
  delivered: ["needs_review", "in_review", "flagged", "complete", "rejected", "deleted"],
  needs_review: ["in_review", "open", "flagged", "complete", "rejected", "deleted"],
  in_review: ["open", "flagged", "complete", "rejected", "deleted"],
  flagged: ["open", "in_review", "complete", "rejected", "deleted"],
  complete: ["open"],
  rejected: ["open"],
  deleted: [],
};

export function mayBecome(from: Status, to: Status): boolean {
  return TRANSITIONS[from].includes(to);
}

export type ItemStatus = "open" | "complete" | "rejected";

/** What a return's new status makes of its items; undefined where they stay as they are. */
export function itemStatusAfter(to: Status): ItemStatus | undefined {
  return to === "complete" || to === "rejected" || to === "open" ? to : undefined;
}
