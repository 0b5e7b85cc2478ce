import type { Status } from "../../../features/returns/status.ts";
import type { Markup } from "../../pages/html.ts";
import { badge, type Tone } from "../components/badge.ts";

/** What people read for each status, and the button that leads to it. */
export const STATUS_WORDS: Record<Status, { title: string; button: string; tone: Tone }> = {
  pre_shipment: { title: "Before shipment", button: "Back to shipment", tone: "neutral" },
  open: { title: "Open", button: "Approve", tone: "info" },
  in_transit: { title: "In transit", button: "Mark in transit", tone: "info" },
  delivered: { title: "Delivered", button: "Mark delivered", tone: "warn" },
  needs_review: { title: "Needs review", button: "Send to review", tone: "warn" },
  in_review: { title: "In review", button: "Start review", tone: "info" },
  flagged: { title: "Flagged", button: "Flag", tone: "bad" },
  complete: { title: "Complete", button: "Complete", tone: "good" },
  rejected: { title: "Rejected", button: "Reject", tone: "bad" },
  deleted: { title: "Deleted", button: "Delete", tone: "neutral" },
};

/** Returns the badge that shows a status. */
export function statusBadge(status: Status): Markup {
  const { title, tone } = STATUS_WORDS[status];
  return badge(title, tone);
}
