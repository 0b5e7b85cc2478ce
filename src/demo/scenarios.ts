import type { Status } from "../returns/status.ts";
import type { FirstStatus } from "../stores/create-store.ts";

export const REASONS = {
  TOO_SMALL: "Too small",
  TOO_LARGE: "Too large",
  CHANGED_MIND: "Changed my mind",
  DEFECTIVE: "Defective",
  DAMAGED: "Arrived damaged",
  WRONG_ITEM: "Wrong item received",
  NOT_AS_DESCRIBED: "Not as described",
} as const;

export type Who = "shop" | "warehouse" | "support";
type Way = readonly [FirstStatus, ...Status[]];

/** One return's story: when it begins, the statuses it goes through, why, and what else is known of it. */
export type Scenario = Details & { daysAgo: number; way: Way; reason: keyof typeof REASONS };

type Details = {
  /** For the units of the return before it, on the same order. */
  again?: true;
  /** The customer's words: with the return, and on each item. */
  note?: string;
  comment?: string;
  photo?: true;
  /** What is said once a status is reached for good. */
  said?: readonly (readonly [after: Status, who: Who, message: string])[];
  tags?: readonly string[];
  /** Opened by support on the phone. */
  openedBy?: string;
  dropoff?: true;
  credit?: true;
  exchange?: true;
  /** Cents kept back of each item because of its condition. */
  deduction?: number;
  /** The customer keeps it. */
  green?: true;
  /** The one that the greeting points at. */
  shown?: true;
};

const ARRIVED = ["open", "in_transit", "delivered"] as const;

/** Twenty-five returns, the oldest first. For a few days the shop looks at each one before it is shipped. */
export const SCENARIOS: readonly Scenario[] = [
  story(37, [...ARRIVED, "complete"], "TOO_SMALL", { comment: "Runs a full size small." }),
  story(36, ["open", "complete"], "DAMAGED", {
    green: true,
    photo: true,
    note: "It came with a stain that does not come off.",
    said: [["open", "support", "Not worth the postage: please keep it or pass it on."]],
    tags: ["keep item"],
  }),
  story(34, [...ARRIVED, "in_review", "complete"], "CHANGED_MIND", {
    shown: true,
    note: "Please let me know when it has arrived, thank you!",
    comment: "Decided on another model.",
    dropoff: true,
    deduction: 500,
    said: [
      ["open", "support", "Label sent by e-mail, drop-off code included."],
      ["in_review", "warehouse", "Original packaging is missing; otherwise as new."],
      ["complete", "support", "Refunded less 5.00 per item for the packaging."],
    ],
    tags: ["partial refund", "no packaging"],
  }),
  story(33, ["open", "rejected"], "CHANGED_MIND", {
    said: [["rejected", "support", "Personalised to order, which the return policy leaves out."]],
  }),
  story(31, ["open", "deleted"], "WRONG_ITEM", {
    said: [["open", "support", "Opened with the wrong reason by mistake; there will be a new one."]],
  }),
  story(29, [...ARRIVED, "complete"], "NOT_AS_DESCRIBED", {
    again: true,
    openedBy: "Robin Avery",
    comment: "The colour is nothing like the picture.",
    tags: ["phone"],
  }),
  story(28, [...ARRIVED, "in_review", "flagged", "in_review", "complete"], "DEFECTIVE", {
    credit: true,
    comment: "Fell apart after two evenings.",
    said: [
      ["flagged", "warehouse", "The label does not match the order. Please check with the customer."],
      ["complete", "support", "It was a warranty replacement; all fine. Store credit sent."],
    ],
    tags: ["warranty"],
  }),
  story(27, [...ARRIVED, "complete", "open", "complete"], "TOO_LARGE", {
    exchange: true,
    said: [["open", "support", "The customer would rather have another size than the money: reopened."]],
    tags: ["exchange"],
  }),
  story(25, [...ARRIVED, "in_review", "rejected"], "NOT_AS_DESCRIBED", {
    said: [["rejected", "warehouse", "Clearly used, scratched and muddy. Sending it back."]],
  }),
  story(23, [...ARRIVED, "needs_review", "in_review", "flagged"], "DAMAGED", {
    photo: true,
    note: "The box was open when it arrived.",
    said: [["flagged", "warehouse", "Damage from transport. A claim with the carrier is under way."]],
    tags: ["carrier claim"],
  }),
  story(21, [...ARRIVED, "in_review", "flagged"], "WRONG_ITEM", {
    said: [["flagged", "warehouse", "The parcel holds an item that we don't sell."]],
  }),
  story(19, [...ARRIVED, "needs_review"], "DEFECTIVE", { comment: "Came apart on the first trip." }),
  story(17, [...ARRIVED, "in_review"], "TOO_SMALL", { credit: true }),
  story(16, ["open", "needs_review", "in_review"], "WRONG_ITEM", {
    photo: true,
    said: [["needs_review", "support", "Asked the customer what is printed on the label."]],
  }),
  story(14, ARRIVED, "TOO_LARGE", { comment: "Lovely, but far too wide." }),
  story(13, ARRIVED, "CHANGED_MIND", { credit: true, note: "Unused, tags still on." }),
  story(11, ["open", "needs_review"], "DEFECTIVE", {
    said: [["needs_review", "support", "Wants a replacement, and there is none left. Refund instead?"]],
    tags: ["replacement wanted"],
  }),
  story(10, ["open", "in_transit"], "TOO_SMALL", { dropoff: true }),
  story(9, ["pre_shipment", ...ARRIVED], "CHANGED_MIND", {
    said: [["open", "support", "Approved, go ahead."]],
  }),
  story(8, ["pre_shipment", "rejected"], "CHANGED_MIND", {
    said: [["rejected", "support", "Final sale, which the customer was told at the checkout."]],
  }),
  story(7, ["pre_shipment", "open", "in_transit"], "TOO_LARGE"),
  story(6, ["pre_shipment"], "DEFECTIVE", { note: "A repair would be fine as well." }),
  story(5, ["pre_shipment"], "NOT_AS_DESCRIBED", { credit: true }),
  story(3, ["open"], "TOO_SMALL", { comment: "One size up would be right." }),
  story(2, ["open"], "DAMAGED", { photo: true, note: "There is a stain on it, see the photo." }),
];

function story(daysAgo: number, way: Way, reason: Scenario["reason"], details: Details = {}): Scenario {
  return { daysAgo, way, reason, ...details };
}
