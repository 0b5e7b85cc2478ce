import type { Language } from "../../lib/languages.ts";
import type { Status } from "../returns/status.ts";
import type { FirstStatus } from "../stores/create-store.ts";
import type { MailEnd } from "./mails.ts";

export const REASONS = {
  TOO_SMALL: "Too small",
  TOO_LARGE: "Too large",
  CHANGED_MIND: "Changed my mind",
  DEFECTIVE: "Defective",
  DAMAGED: "Arrived damaged",
  WRONG_ITEM: "Wrong item received",
  NOT_AS_DESCRIBED: "Not as described",
} as const;

export type Actor = "shop" | "warehouse" | "support";
type Way = readonly [FirstStatus, ...Status[]];

/** The scenario of one return: its start, its statuses, its reason and further details. */
export type Scenario = Details & { daysAgo: number; way: Way; reason: keyof typeof REASONS };

type Details = {
  /** Returns the units of the previous scenario again. */
  again?: true;
  /** The customer's note on the return, and comment on each item. */
  note?: string;
  comment?: string;
  photo?: true;
  /** The comments after the last change to a status. */
  comments?: readonly (readonly [after: Status, who: Actor, message: string])[];
  /** Why it is rejected, as the shopper reads it. */
  rejectedBecause?: string;
  tags?: readonly string[];
  /** The language of its mails; by default the store's first. */
  language?: Language;
  /** How its mails have ended; by default they were sent. */
  mails?: MailEnd | "waiting";
  /** Created by support on the phone. */
  openedBy?: string;
  dropoff?: true;
  credit?: true;
  exchange?: true;
  /** Cents deducted from the refund of each item because of its condition. */
  deduction?: number;
  /** The customer keeps it. */
  green?: true;
  /** The return that the start banner links to. */
  shown?: true;
};

const ARRIVED = ["open", "in_transit", "delivered"] as const;

/** Twenty-five returns, oldest first. For a few days the shop reviews each return before its shipment. */
export const SCENARIOS: readonly Scenario[] = [
  scenario(37, [...ARRIVED, "complete"], "TOO_SMALL", { comment: "Runs a full size small.", language: "es" }),
  scenario(36, ["open", "complete"], "DAMAGED", {
    green: true,
    photo: true,
    note: "It came with a stain that does not come off.",
    comments: [["open", "support", "Not worth the postage: please keep it or pass it on."]],
    tags: ["keep item"],
  }),
  scenario(34, [...ARRIVED, "in_review", "complete"], "CHANGED_MIND", {
    shown: true,
    note: "Please let me know when it has arrived, thank you!",
    comment: "Decided on another model.",
    dropoff: true,
    deduction: 500,
    comments: [
      ["open", "support", "Label sent by e-mail, drop-off code included."],
      ["in_review", "warehouse", "Original packaging is missing; otherwise as new."],
      ["complete", "support", "Refunded less 5.00 per item for the packaging."],
    ],
    tags: ["partial refund", "no packaging"],
  }),
  scenario(33, ["open", "rejected"], "CHANGED_MIND", {
    language: "fr",
    rejectedBecause: "Personalised to order, which the return policy leaves out.",
  }),
  scenario(31, ["open", "deleted"], "WRONG_ITEM", {
    comments: [["open", "support", "Opened with the wrong reason by mistake; there will be a new one."]],
  }),
  scenario(29, [...ARRIVED, "complete"], "NOT_AS_DESCRIBED", {
    again: true,
    openedBy: "Robin Avery",
    comment: "The colour is nothing like the picture.",
    tags: ["phone"],
  }),
  scenario(28, [...ARRIVED, "in_review", "flagged", "in_review", "complete"], "DEFECTIVE", {
    credit: true,
    language: "de",
    comment: "Fell apart after two evenings.",
    comments: [
      ["flagged", "warehouse", "The label does not match the order. Please check with the customer."],
      ["complete", "support", "It was a warranty replacement; all fine. Store credit sent."],
    ],
    tags: ["warranty"],
  }),
  scenario(27, [...ARRIVED, "in_review", "open", "complete"], "TOO_LARGE", {
    exchange: true,
    comments: [["open", "support", "The customer would rather have another size than the money."]],
    tags: ["exchange"],
  }),
  scenario(25, [...ARRIVED, "in_review", "rejected"], "NOT_AS_DESCRIBED", {
    rejectedBecause: "Clearly used, scratched and muddy.",
    comments: [["rejected", "warehouse", "Sending it back."]],
  }),
  scenario(23, [...ARRIVED, "needs_review", "in_review", "flagged"], "DAMAGED", {
    photo: true,
    note: "The box was open when it arrived.",
    comments: [["flagged", "warehouse", "Damage from transport. A claim with the carrier is under way."]],
    tags: ["carrier claim"],
  }),
  scenario(21, [...ARRIVED, "in_review", "flagged"], "WRONG_ITEM", {
    comments: [["flagged", "warehouse", "The parcel holds an item that we don't sell."]],
  }),
  scenario(19, [...ARRIVED, "needs_review"], "DEFECTIVE", { comment: "Came apart on the first trip." }),
  scenario(17, [...ARRIVED, "in_review"], "TOO_SMALL", { credit: true }),
  scenario(16, ["open", "needs_review", "in_review"], "WRONG_ITEM", {
    photo: true,
    comments: [["needs_review", "support", "Asked the customer what is printed on the label."]],
  }),
  scenario(14, ARRIVED, "TOO_LARGE", { comment: "Lovely, but far too wide.", language: "de" }),
  scenario(13, ARRIVED, "CHANGED_MIND", { credit: true, note: "Unused, tags still on." }),
  scenario(11, ["open", "needs_review"], "DEFECTIVE", {
    comments: [["needs_review", "support", "Wants a replacement, and there is none left. Refund instead?"]],
    tags: ["replacement wanted"],
  }),
  scenario(10, ["open", "in_transit"], "TOO_SMALL", { dropoff: true }),
  scenario(9, ["pre_shipment", ...ARRIVED], "CHANGED_MIND", {
    comments: [["open", "support", "Approved, go ahead."]],
  }),
  scenario(8, ["pre_shipment", "rejected"], "CHANGED_MIND", {
    rejectedBecause: "Final sale, as it was said at the checkout.",
  }),
  scenario(7, ["pre_shipment", "open", "in_transit"], "TOO_LARGE"),
  scenario(6, ["pre_shipment"], "DEFECTIVE", { note: "A repair would be fine as well.", mails: "refused" }),
  scenario(5, ["pre_shipment"], "NOT_AS_DESCRIBED", { credit: true }),
  scenario(3, ["open"], "TOO_SMALL", {
    comment: "One size up would be right.",
    language: "es",
    mails: "waiting",
  }),
  scenario(2, ["open"], "DAMAGED", {
    photo: true,
    note: "There is a stain on it, see the photo.",
    mails: "waiting",
  }),
];

function scenario(daysAgo: number, way: Way, reason: Scenario["reason"], details: Details = {}): Scenario {
  return { daysAgo, way, reason, ...details };
}
