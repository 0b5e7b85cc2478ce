import { type Content, html, type Markup } from "../../pages/html.ts";
import type { Json } from "./form-values.ts";

type Texts = Content[];

const COMPARISONS: Record<string, string> = {
  ...{ "<": "less than", "<=": "at most", ">": "more than", ">=": "at least", "=": "exactly", "!=": "not" },
};
const STARTS: Record<string, string> = { delivered: "delivery", fulfilled: "dispatch", ordered: "the order" };
const OUTCOMES: Record<string, string> = {
  ...{ refund: "a refund", store_credit: "store credit", exchange: "an exchange" },
};

/** Returns a rule as a sentence. It may be one that the API would refuse. */
export function ruleText({ when, then }: Json): Markup {
  const conditions = conditionsOf(asObject(when));
  const effects = effectsOf(asObject(then));
  const condition =
    conditions.length === 0 ? html`For every line` : html`When ${joined(conditions, " and ")}`;
  return html`${condition}: ${effects.length === 0 ? "nothing is decided yet" : joined(effects, "; ")}.`;
}

/** Returns the lines that a reason is offered for. */
export function offeredText(when: unknown): Markup {
  const conditions = conditionsOf(asObject(when));
  return conditions.length === 0
    ? html`Offered for every line.`
    : html`Offered when ${joined(conditions, " and ")}.`;
}

export function windowText(window: unknown): Content {
  if (window === null || window === undefined) return "may be returned for ever";
  const { days, from, until } = asObject(window);
  if (until !== undefined) return html`may be returned until ${term(until)}`;
  return html`may be returned for ${term(days ?? "?")} ${days === 1 ? "day" : "days"} from ${STARTS[String(from)] ?? "?"}`;
}

function conditionsOf(when: Json): Texts {
  const list = (name: string, text: string): Texts => {
    const values = Array.isArray(when[name]) ? (when[name] as unknown[]) : [];
    return values.length === 0 ? [] : [html`${text} ${joined(values.map(term), " or ")}`];
  };
  const one = (name: string, text: string): Texts =>
    when[name] === undefined ? [] : [html`${text} ${term(when[name])}`];
  const compared = (name: string, text: string, unit = ""): Texts => {
    const { op, value } = asObject(when[name]);
    return value === undefined ? [] : [html`${text} ${COMPARISONS[String(op)] ?? "?"} ${term(value)}${unit}`];
  };
  return [
    ...list("tags", "the line has the tag"),
    ...list("orderTags", "the order has the tag"),
    ...list("skus", "the SKU is"),
    ...list("productIds", "the product is"),
    ...list("countries", "it was shipped to"),
    ...one("currency", "the currency is"),
    ...compared("pricePaid", "the price paid per unit is"),
    ...compared("discountPercent", "the discount is", " percent"),
    ...one("orderedFrom", "it was ordered from"),
    ...one("orderedUntil", "it was ordered until"),
    ...one("segment", "the customer is in the segment"),
    ...list("reasonCodes", "the reason is"),
  ];
}

/** Returns what a rule or a decision has decided, one text for each part that it has. */
export function effectsOf(then: Json): Texts {
  const { eligible, window, outcomes, fee, bonus, label, keepItem, review } = then;
  const texts: Texts = [];
  if (eligible !== undefined) texts.push(eligible ? "it may be returned" : "it can't be returned");
  if (window !== undefined) texts.push(html`it ${windowText(window)}`);
  if (Array.isArray(outcomes))
    texts.push(
      html`for ${joined(
        outcomes.map((each) => OUTCOMES[each] ?? term(each)),
        " or ",
      )}`,
    );
  if (fee === null) texts.push("without a fee");
  else if (fee !== undefined) texts.push(feeText(asObject(fee)));
  if (bonus === null) texts.push("without a bonus");
  else if (bonus !== undefined)
    texts.push(html`store credit is ${term(asObject(bonus).percent)} percent more`);
  if (label !== undefined)
    texts.push(`the ${label === "merchant" ? "shop" : "shopper"} pays the parcel back`);
  if (keepItem !== undefined) texts.push(keepItem ? "the shopper keeps the item" : "the item is sent back");
  if (review !== undefined) texts.push(review ? "people look at it first" : "it needs no review");
  return texts;
}

function feeText({ amount, percent, of }: Json): Content {
  const value = amount === undefined ? html`${term(percent)} percent` : term(amount);
  return html`a fee of ${value} ${of === "return" ? "for the return" : of === "line" ? "for each line" : "for each unit"}`;
}

function joined(parts: Texts, between: string): Markup {
  return html`${parts.map((part, i) => html`${i > 0 && between}${part}`)}`;
}

function term(value: unknown): Markup {
  return html`<bdi class="term">${String(value)}</bdi>`;
}

function asObject(value: unknown): Json {
  return typeof value === "object" && value !== null ? (value as Json) : {};
}
