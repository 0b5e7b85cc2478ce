/** A field of the form of a policy: where its value stands below a rule, a reason or the document, and what it is called. */
export type PolicyField = {
  path: string;
  label: string;
  /**
   * `list` is comma-separated, `texts` has a line for each language, `checks` a box for each option, and `null` is a
   * choice between what other fields say and nothing at all.
   */
  kind: "text" | "date" | "number" | "decimal" | "list" | "texts" | "select" | "boolean" | "checks" | "null";
  options?: Record<string, string>;
  help?: string;
  /** It only counts beside a value at this path. */
  beside?: string;
};

const LATER = "Left to later rules";
const COMPARISONS = {
  "<": "is less than",
  "<=": "is at most",
  ">": "is more than",
  ">=": "is at least",
  "=": "is exactly",
  "!=": "is not",
};
const STARTS = { delivered: "its delivery", fulfilled: "its dispatch", ordered: "the order" };

const comparison = (path: string, label: string, help: string): PolicyField[] => [
  { path: `${path}/op`, label, kind: "select", options: COMPARISONS, beside: `${path}/value` },
  { path: `${path}/value`, label: help, kind: "text" },
];

const CONDITIONS: PolicyField[] = [
  { path: "when/tags", label: "Tags of the line", kind: "list" },
  { path: "when/orderTags", label: "Tags of the order", kind: "list" },
  { path: "when/skus", label: "SKUs", kind: "list", help: "SALE-* means all that begin with SALE-." },
  { path: "when/productIds", label: "Product ids", kind: "list" },
  { path: "when/countries", label: "Shipped to", kind: "list", help: "Codes of countries, such as DE." },
  { path: "when/currency", label: "Currency", kind: "text" },
  ...comparison("when/pricePaid", "Price paid", "Price per unit"),
  ...comparison("when/discountPercent", "Discount", "Discount in percent"),
  { path: "when/orderedFrom", label: "Ordered from", kind: "date" },
  { path: "when/orderedUntil", label: "Ordered until", kind: "date" },
  { path: "when/segment", label: "Customer's segment", kind: "text" },
];

const windowFields = (place: string, none: string): PolicyField[] => [
  { path: `${place}/days`, label: "Days to return", kind: "number" },
  { path: `${place}/from`, label: "Counted from", kind: "select", options: STARTS, beside: `${place}/days` },
  { path: `${place}/until`, label: "Or up to a day", kind: "date" },
  { path: place, label: "Or without end", kind: "null", options: { "": none, none: "For ever" } },
];

const yesNo = (yes: string, no: string) => ({ "": LATER, true: yes, false: no });

export const DOCUMENT_FIELDS: PolicyField[] = [
  {
    path: "timeZone",
    label: "Time zone",
    kind: "text",
    help: "Days are those of this zone, such as Europe/Berlin.",
  },
  ...windowFields("window", "As entered"),
];

export const WHEN_FIELDS: PolicyField[] = [
  ...CONDITIONS,
  { path: "when/reasonCodes", label: "Reasons", kind: "list", help: "Codes of the reasons below." },
];

export const THEN_FIELDS: PolicyField[] = [
  {
    path: "then/eligible",
    label: "It",
    kind: "boolean",
    options: yesNo("may be returned", "can't be returned"),
  },
  {
    path: "then/texts",
    label: "What shoppers read",
    kind: "texts",
    help: "A line for each language, such as en: Sale items can't be returned.",
  },
  ...windowFields("then/window", LATER),
  {
    ...{ path: "then/outcomes", label: "Shoppers may choose", kind: "checks" },
    options: { refund: "Refund", store_credit: "Store credit", exchange: "Exchange" },
  },
  { path: "then/fee/amount", label: "Fee", kind: "decimal", help: "In the order's currency." },
  { path: "then/fee/percent", label: "Or fee in percent", kind: "decimal" },
  {
    ...{ path: "then/fee/of", label: "Taken from", kind: "select", beside: "then/fee" },
    options: { return: "the whole return", line: "each line", unit: "each unit" },
  },
  { path: "then/fee", label: "Or no fee", kind: "null", options: { "": LATER, none: "No fee" } },
  { path: "then/bonus/percent", label: "Bonus on store credit, percent", kind: "decimal" },
  { path: "then/bonus", label: "Or no bonus", kind: "null", options: { "": LATER, none: "No bonus" } },
  {
    ...{ path: "then/label", label: "The parcel back is paid by", kind: "select" },
    options: { "": LATER, merchant: "the shop", shopper: "the shopper" },
  },
  {
    path: "then/keepItem",
    label: "The item",
    kind: "boolean",
    options: yesNo("is kept by the shopper", "is sent back"),
  },
  { path: "then/review", label: "People look at it first", kind: "boolean", options: yesNo("Yes", "No") },
];

export const RULE_FIELDS = [...WHEN_FIELDS, ...THEN_FIELDS];

export const REASON_FIELDS: PolicyField[] = [
  { path: "code", label: "Code", kind: "text" },
  {
    path: "texts",
    label: "What shoppers read",
    kind: "texts",
    help: "A line for each language, such as en: It doesn't fit.",
  },
  {
    path: "needs",
    label: "Shoppers must add",
    kind: "checks",
    options: { photo: "A photo", comment: "A comment" },
  },
];

export const REASON_WHEN_FIELDS = CONDITIONS;
