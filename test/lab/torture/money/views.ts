import { DIGITS, minorOf } from "../../../support/money-model.ts";
import type { Booked, Entry } from "./ledger.ts";

type Wrapped = { amount: { amount: string } };
/** What is compared of the main API's view of a return. */
export type ShownReturn = {
  items: {
    id: string;
    refund: { amount: { amount: string }; type: string };
    productValueNoTaxNoAdjustment: Wrapped;
  }[];
  totals: Record<"charge" | "exchange" | "refund" | "storeCredit", Wrapped>;
  compensationMethods: string[];
};
const OF_LINE = ["price", "discount", "tax", "refund", "refund_item", "refund_tax"] as const;
const OF_RETURN = [
  "return_product_total",
  "return_discount_total",
  "return_tax_total",
  "return_total",
  "refund",
  "gift_card",
] as const;
/** What is compared of the warehouse API's views, and the prices of the report. */
export type ShownInWarehouse = Record<(typeof OF_RETURN)[number], string> & {
  line_items: Record<(typeof OF_LINE)[number], string>[];
};
export type Views = { main: ShownReturn; warehouse: ShownInWarehouse; asn: string[] };

const KINDS: Record<string, keyof ShownReturn["totals"]> = {
  store_credit: "storeCredit",
  gift_card: "storeCredit",
  exchange: "exchange",
};
const METHODS = { refund: "refund", storeCredit: "store_credit", exchange: "exchange" } as const;

const sum = (values: bigint[]) => values.reduce((all, value) => all + value, 0n);

/** Returns how the views of a return differ from what the model has booked. */
export function differencesOf(
  { main, warehouse, asn }: Views,
  { entries }: Booked,
  currency: string,
): string[] {
  const differences: string[] = [];
  const same = (what: string, shown: unknown, expected: unknown) => {
    if (String(shown) !== String(expected)) differences.push(`${what} is ${shown}, not ${expected}`);
  };
  const kindOf = ({ type }: Entry) => KINDS[type] ?? "refund";
  for (const [i, { net, refund, type }] of entries.entries()) {
    const item = main.items[i];
    same(`value of item ${i}`, item && minorOf(item.productValueNoTaxNoAdjustment.amount), net);
    same(`refund of item ${i}`, item && minorOf(item.refund.amount), refund);
    same(`type of item ${i}`, item?.refund.type, type);
  }
  const refunds = (kind: string) =>
    sum(entries.filter((entry) => kindOf(entry) === kind).map(({ refund }) => refund));
  for (const kind of ["refund", "storeCredit", "exchange"] as const) {
    same(`totals.${kind}`, minorOf(main.totals[kind].amount), refunds(kind));
  }
  same("totals.charge", minorOf(main.totals.charge.amount), 0n);
  const methods = [...new Set(entries.map((entry) => METHODS[kindOf(entry) as keyof typeof METHODS]))];
  same("compensationMethods", main.compensationMethods, methods);

  // The warehouse API writes at least two decimals.
  const pad = DIGITS[currency as keyof typeof DIGITS] === 0 ? 100n : 1n;
  const minor = (text: string) => minorOf({ amount: text }) / pad;
  const head = (name: (typeof OF_RETURN)[number]) => minor(warehouse[name]);
  const lines = (name: (typeof OF_LINE)[number]) => warehouse.line_items.map((line) => minor(line[name]));
  const [net, tax] = [sum(entries.map((entry) => entry.net)), sum(entries.map((entry) => entry.tax))];
  same("return_total", head("return_total"), net + tax);
  same("return_tax_total", head("return_tax_total"), tax);
  same("product - discount", head("return_product_total") - head("return_discount_total"), net);
  same("refund", head("refund"), refunds("refund"));
  same("gift_card", head("gift_card"), refunds("storeCredit"));
  same("sum of prices", sum(lines("price")), head("return_product_total"));
  same("sum of discounts", sum(lines("discount")), head("return_discount_total"));
  same("sum of taxes", sum(lines("tax")), head("return_tax_total"));
  same("sum of refunds", sum(lines("refund")), head("refund"));
  same("refunds in parts", sum([...lines("refund_item"), ...lines("refund_tax")]), head("refund"));
  for (const name of OF_LINE) {
    if (lines(name).some((amount) => amount < 0n)) differences.push(`a line's ${name} is negative`);
  }
  same("sum of purchase prices", sum(asn.map(minor)), net);
  if (asn.some((price) => minor(price) < 0n)) differences.push("a purchase price is negative");
  return differences;
}
