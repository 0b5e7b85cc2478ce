import { type Content, html, type Markup } from "../../pages/html.ts";
import { countryText } from "../components/address.ts";
import { decimal } from "../components/count.ts";
import { statedTime } from "../components/time.ts";
import { say } from "../texts/texts.ts";
import type { Json } from "./form-values.ts";

type Texts = Content[];

const COMPARISONS: Record<string, Content> = {
  ...{ "<": say("less than"), "<=": say("at most"), ">": say("more than") },
  ...{ ">=": say("at least"), "=": say("exactly"), "!=": say("not") },
};
const STARTS: Record<string, Content> = {
  delivered: say("delivery"),
  fulfilled: say("dispatch"),
  ordered: say("the order"),
};
const OUTCOMES: Record<string, Content> = {
  refund: say("a refund"),
  store_credit: say("store credit"),
  exchange: say("an exchange"),
};

/** Returns a rule as a sentence. It may be one that the API would refuse. */
export function ruleText({ when, then }: Json): Markup {
  const conditions = conditionsOf(asObject(when));
  const effects = effectsOf(asObject(then));
  const decided = effects.length === 0 ? say("nothing is decided yet") : listed(effects, "; ");
  return conditions.length === 0
    ? html`${say("For every line: {decided}.", { decided })}`
    : html`${say("When {conditions}: {decided}.", { conditions: listed(conditions, say("and")), decided })}`;
}

/** Returns the lines that a reason is offered for. */
export function offeredText(when: unknown): Content {
  const conditions = conditionsOf(asObject(when));
  return conditions.length === 0
    ? say("Offered for every line.")
    : say("Offered when {conditions}.", { conditions: listed(conditions, say("and")) });
}

export function windowText(window: unknown): Content {
  if (window === null || window === undefined) return say("may be returned for ever");
  const { days, from, until } = asObject(window);
  if (until !== undefined) return say("may be returned until {day}", { day: dayTerm(until) });
  const sentence =
    days === 1
      ? "may be returned for {days} day from {start}"
      : "may be returned for {days} days from {start}";
  return say(sentence, { days: term(days ?? "?"), start: STARTS[String(from)] ?? "?" });
}

function conditionsOf(when: Json): Texts {
  const list = (name: string, text: Content, word = term): Texts => {
    const values = Array.isArray(when[name]) ? (when[name] as unknown[]) : [];
    return values.length === 0 ? [] : [html`${text} ${listed(values.map(word), say("or"))}`];
  };
  const one = (name: string, text: Content, word = term): Texts =>
    when[name] === undefined ? [] : [html`${text} ${word(when[name])}`];
  const compared = (name: string, text: Content, unit: Content = ""): Texts => {
    const { op, value } = asObject(when[name]);
    return value === undefined
      ? []
      : [html`${text} ${COMPARISONS[String(op)] ?? "?"} ${numberTerm(value)}${unit && html` ${unit}`}`];
  };
  return [
    ...list("tags", say("the line has the tag")),
    ...list("orderTags", say("the order has the tag")),
    ...list("skus", say("the SKU is")),
    ...list("productIds", say("the product is")),
    ...list("countries", say("it was shipped to"), countryTerm),
    ...one("currency", say("the currency is")),
    ...compared("pricePaid", say("the price paid per unit is")),
    ...compared("discountPercent", say("the discount is"), say("percent")),
    ...one("orderedFrom", say("it was ordered from"), dayTerm),
    ...one("orderedUntil", say("it was ordered until"), dayTerm),
    ...one("segment", say("the customer is in the segment")),
    ...list("reasonCodes", say("the reason is")),
  ];
}

/** Returns what a rule or a decision has decided, one text for each part that it has. */
export function effectsOf(then: Json): Texts {
  const { eligible, window, outcomes, fee, bonus, label, keepItem, review } = then;
  const texts: Texts = [];
  if (eligible !== undefined) texts.push(say(eligible ? "it may be returned" : "it can't be returned"));
  if (window !== undefined) texts.push(say("it {window}", { window: windowText(window) }));
  if (Array.isArray(outcomes)) {
    const named = outcomes.map((each) => OUTCOMES[each] ?? term(each));
    texts.push(say("for {outcomes}", { outcomes: listed(named, say("or")) }));
  }
  if (fee === null) texts.push(say("without a fee"));
  else if (fee !== undefined) texts.push(feeText(asObject(fee)));
  if (bonus === null) texts.push(say("without a bonus"));
  else if (bonus !== undefined)
    texts.push(
      say("store credit is {percent} percent more", { percent: numberTerm(asObject(bonus).percent) }),
    );
  if (label !== undefined)
    texts.push(
      say(label === "merchant" ? "the shop pays the parcel back" : "the shopper pays the parcel back"),
    );
  if (keepItem !== undefined)
    texts.push(say(keepItem ? "the shopper keeps the item" : "the item is sent back"));
  if (review !== undefined) texts.push(say(review ? "people look at it first" : "it needs no review"));
  return texts;
}

function feeText({ amount, percent, of }: Json): Content {
  const fee =
    amount === undefined ? say("{percent} percent", { percent: numberTerm(percent) }) : numberTerm(amount);
  if (of === "return") return say("a fee of {fee} for the return", { fee });
  return say(of === "line" ? "a fee of {fee} for each line" : "a fee of {fee} for each unit", { fee });
}

/** With a word between the parts, or a sign. */
function listed(parts: Texts, between: Content): Markup {
  const separator = typeof between === "function" ? html` ${between} ` : between;
  return html`${parts.map((part, i) => html`${i > 0 && separator}${part}`)}`;
}

function term(value: unknown): Markup {
  return html`<bdi class="term">${typeof value === "function" ? (value as Content) : String(value)}</bdi>`;
}

/** An amount of money that is written already stays as it is. */
function numberTerm(value: unknown): Markup {
  return term(typeof value === "function" ? value : decimal(String(value)));
}

function dayTerm(day: unknown): Markup {
  return html`<bdi class="term">${statedTime(String(day))}</bdi>`;
}

function countryTerm(code: unknown): Markup {
  return term(countryText(String(code)));
}

function asObject(value: unknown): Json {
  return typeof value === "object" && value !== null ? (value as Json) : {};
}
