import type { Label } from "../../pages/html.ts";
import { say } from "../texts/texts.ts";

/** A field of the form of a policy: where its value stands below a rule, a reason or the document, and what it is called. */
export type PolicyField = {
  path: string;
  label: Label;
  /**
   * `list` is comma-separated, `texts` has a line for each language, `checks` a box for each option, and `null` is a
   * choice between what other fields say and nothing at all.
   */
  kind: "text" | "date" | "number" | "decimal" | "list" | "texts" | "select" | "boolean" | "checks" | "null";
  options?: Record<string, Label>;
  help?: Label;
  /** It only counts beside a value at this path. */
  beside?: string;
};

const LATER = say("Left to later rules");
const COMPARISONS = {
  "<": say("is less than"),
  "<=": say("is at most"),
  ">": say("is more than"),
  ">=": say("is at least"),
  "=": say("is exactly"),
  "!=": say("is not"),
};
const STARTS = { delivered: say("its delivery"), fulfilled: say("its dispatch"), ordered: say("the order") };

const comparison = (path: string, label: Label, help: Label): PolicyField[] => [
  { path: `${path}/op`, label, kind: "select", options: COMPARISONS, beside: `${path}/value` },
  { path: `${path}/value`, label: help, kind: "text" },
];

const CONDITIONS: PolicyField[] = [
  { path: "when/tags", label: say("Tags of the line"), kind: "list" },
  { path: "when/orderTags", label: say("Tags of the order"), kind: "list" },
  {
    path: "when/skus",
    label: say("SKUs"),
    kind: "list",
    help: say("SALE-* means all that begin with SALE-."),
  },
  { path: "when/productIds", label: say("Product ids"), kind: "list" },
  {
    path: "when/countries",
    label: say("Shipped to"),
    kind: "list",
    help: say("Codes of countries, such as DE."),
  },
  { path: "when/currency", label: say("Currency"), kind: "text" },
  ...comparison("when/pricePaid", say("Price paid"), say("Price per unit")),
  ...comparison("when/discountPercent", say("Discount"), say("Discount in percent")),
  { path: "when/orderedFrom", label: say("Ordered from"), kind: "date" },
  { path: "when/orderedUntil", label: say("Ordered until"), kind: "date" },
  { path: "when/segment", label: say("Customer's segment"), kind: "text" },
];

const windowFields = (place: string, none: Label): PolicyField[] => [
  { path: `${place}/days`, label: say("Days to return"), kind: "number" },
  {
    path: `${place}/from`,
    label: say("Counted from"),
    kind: "select",
    options: STARTS,
    beside: `${place}/days`,
  },
  { path: `${place}/until`, label: say("Or up to a day"), kind: "date" },
  { path: place, label: say("Or without end"), kind: "null", options: { "": none, none: say("For ever") } },
];

const yesNo = (yes: Label, no: Label) => ({ "": LATER, true: yes, false: no });

export const DOCUMENT_FIELDS: PolicyField[] = [
  {
    path: "timeZone",
    label: say("Time zone"),
    kind: "text",
    help: say("Days are those of this zone, such as Europe/Berlin."),
  },
  ...windowFields("window", say("As entered")),
];

export const WHEN_FIELDS: PolicyField[] = [
  ...CONDITIONS,
  { path: "when/reasonCodes", label: say("Reasons"), kind: "list", help: say("Codes of the reasons below.") },
];

export const THEN_FIELDS: PolicyField[] = [
  {
    path: "then/eligible",
    label: say("It"),
    kind: "boolean",
    options: yesNo(say("may be returned"), say("can't be returned")),
  },
  {
    path: "then/texts",
    label: say("What shoppers read"),
    kind: "texts",
    help: say("A line for each language, such as en: Sale items can't be returned."),
  },
  ...windowFields("then/window", LATER),
  {
    ...{ path: "then/outcomes", label: say("Shoppers may choose"), kind: "checks" },
    options: { refund: say("Refund"), store_credit: say("Store credit"), exchange: say("Exchange") },
  },
  { path: "then/fee/amount", label: say("Fee"), kind: "decimal", help: say("In the order's currency.") },
  { path: "then/fee/percent", label: say("Or fee in percent"), kind: "decimal" },
  {
    ...{ path: "then/fee/of", label: say("Taken from"), kind: "select", beside: "then/fee" },
    options: { return: say("the whole return"), line: say("each line"), unit: say("each unit") },
  },
  { path: "then/fee", label: say("Or no fee"), kind: "null", options: { "": LATER, none: say("No fee") } },
  { path: "then/bonus/percent", label: say("Bonus on store credit, percent"), kind: "decimal" },
  {
    path: "then/bonus",
    label: say("Or no bonus"),
    kind: "null",
    options: { "": LATER, none: say("No bonus") },
  },
  {
    ...{ path: "then/label", label: say("The parcel back is paid by"), kind: "select" },
    options: { "": LATER, merchant: say("the shop"), shopper: say("the shopper") },
  },
  {
    path: "then/keepItem",
    label: say("The item"),
    kind: "boolean",
    options: yesNo(say("is kept by the shopper"), say("is sent back")),
  },
  {
    path: "then/review",
    label: say("People look at it first"),
    kind: "boolean",
    options: yesNo(say("Yes"), say("No")),
  },
];

export const RULE_FIELDS = [...WHEN_FIELDS, ...THEN_FIELDS];

export const REASON_FIELDS: PolicyField[] = [
  { path: "code", label: say("Code"), kind: "text" },
  {
    path: "texts",
    label: say("What shoppers read"),
    kind: "texts",
    help: say("A line for each language, such as en: It doesn't fit."),
  },
  {
    path: "needs",
    label: say("Shoppers must add"),
    kind: "checks",
    options: { photo: say("A photo"), comment: say("A comment") },
  },
];

export const REASON_WHEN_FIELDS = CONDITIONS;
