import type { Status } from "../../../features/returns/status.ts";
import { labelText, type Markup, type PerReader } from "../../pages/html.ts";
import { badge, type Tone } from "../components/badge.ts";
import { type Plain, say } from "../texts/texts.ts";

type Words = { title: Plain; button: Plain; tone: Tone; means: Plain };

/** What people read for each status, the button that leads to it, and what it means, everywhere in the same words. */
export const STATUS_WORDS: Record<Status, Words> = {
  pre_shipment: {
    title: "Before shipment",
    button: "Back to shipment",
    tone: "neutral",
    means: "The merchant has to allow it before anything is shipped",
  },
  open: { title: "Open", button: "Approve", tone: "info", means: "Approved, the parcel is awaited" },
  in_transit: {
    title: "In transit",
    button: "Mark in transit",
    tone: "info",
    means: "The parcel is on its way",
  },
  delivered: { title: "Delivered", button: "Mark delivered", tone: "warn", means: "The parcel has arrived" },
  needs_review: {
    title: "Needs review",
    button: "Send to review",
    tone: "warn",
    means: "A person has to look at it",
  },
  in_review: { title: "In review", button: "Start review", tone: "info", means: "A person is looking at it" },
  flagged: {
    title: "Flagged",
    button: "Flag",
    tone: "bad",
    means: "A problem that the merchant has to solve",
  },
  complete: {
    title: "Complete",
    button: "Complete#act",
    tone: "good",
    means: "Done; it can be opened again",
  },
  rejected: { title: "Rejected", button: "Reject", tone: "bad", means: "Refused; it can be opened again" },
  deleted: {
    title: "Deleted",
    button: "Delete",
    tone: "neutral",
    means: "Reset; its units can be returned again",
  },
};

/** What the filter of a list has for the returns that aren't rejected or deleted. */
export const ACCEPTED = "accepted";

/** Returns the badge that shows a status. */
export function statusBadge(status: Status): Markup {
  const { title, tone, means } = STATUS_WORDS[status];
  return badge(say(title), tone, say(means));
}

/** Returns the word for a status in the middle of a sentence. */
export function statusWord(status: Status): PerReader {
  return (reader) => {
    const title = labelText(say(STATUS_WORDS[status].title), reader);
    return title.charAt(0).toLocaleLowerCase(reader.locale) + title.slice(1);
  };
}
