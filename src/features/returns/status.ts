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

/** The allowed transitions from each status. */
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

/** Whether a return may move from one status to another. */
export function mayBecome(from: Status, to: Status): boolean {
  return TRANSITIONS[from].includes(to);
}

export type ItemStatus = "open" | "complete" | "rejected";

/** Returns the status of the items after a return's transition; undefined if they keep theirs. */
export function itemStatusAfter(to: Status): ItemStatus | undefined {
  return to === "complete" || to === "rejected" || to === "open" ? to : undefined;
}
