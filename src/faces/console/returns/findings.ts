import type { Return } from "../../../features/returns/schema.ts";
import { type Content, html } from "../../pages/html.ts";
import { money } from "../components/money.ts";

type Item = Return["items"][number];
type Response = { type: string; value: string };

/** What becomes of a unit, as warehouse mode asks and as it is read. */
export const OUTCOMES = [
  { value: "restock", title: "Restock" },
  { value: "refurbish", title: "Refurbish" },
  { value: "dispose", title: "Dispose" },
  { value: "return_to_customer", title: "Back to customer" },
];

/** The kinds of answers that say only how a question was asked. */
const KINDS = [
  "short_text",
  "long_text",
  "text",
  "single_choice",
  "multiple_choice",
  "boolean",
  "number",
  "photo",
];

/** What people read of the answers to questions with two. */
const ANSWERS: Record<string, string> = { true: "yes", false: "no" };

/** Returns what was found of an item: its grade first, then what is said of each unit. */
export function findings({ grade, outcome, productAdjustment, greenReturn, ...item }: Item): Content {
  const answers = (item.multipleChoiceQuestions ?? []).map(
    ({ question, answer }) =>
      html`<bdi>${question}</bdi>${/\p{P}$/u.test(question) ? "" : ":"} <bdi>${answer}</bdi>`,
  );
  const looks = (item.assessments ?? []).map(({ responses = [] }) => assessment(responses as Response[]));
  const lines = [
    grade && html`Grade <bdi>${grade}</bdi>`,
    outcome && html`<bdi>${outcomeTitle(outcome)}</bdi>`,
    productAdjustment && adjustmentText(productAdjustment, item.refund.amount.currency),
    greenReturn && "Kept by the customer",
    ...answers,
    ...looks,
  ].filter(Boolean);
  if (lines.length === 0) return html`<span class="optional">not graded</span>`;
  const [first, ...rest] = lines;
  return html`${first}${rest.map((line) => html`<small>${line}</small>`)}`;
}

/** An amount is money of the return; what isn't one stays as it came. */
function adjustmentText(text: string, currency: string): Content {
  return /^-?\d+(\.\d+)?$/.test(text) ? money({ amount: text, currency }) : html`<bdi>${text}</bdi>`;
}

/** One look at a unit in one line, such as "Unit 1: there, grade A, Restock". */
function assessment(responses: readonly Response[]): Content {
  const unit = responses.find(({ type }) => type === "unit" || type === "units");
  const said = responses.filter((each) => each !== unit).map(responseText);
  if (said.length === 0) return undefined;
  const which = unit && (unit.type === "unit" ? `Unit ${unit.value}: ` : `${unit.value} units: `);
  return html`${which && html`<bdi>${which}</bdi>`}${said.map((text, i) => html`${i > 0 && ", "}<bdi>${text}</bdi>`)}`;
}

function responseText({ type, value }: Response): string {
  if (type === "received") return value === "yes" ? "there" : "missing";
  if (type === "grade") return `grade ${value}`;
  if (type === "disposition") return outcomeTitle(value);
  if (KINDS.includes(type)) return ANSWERS[value] ?? value;
  return `${type.replaceAll("_", " ")}: ${value}`;
}

/** Outcomes are the merchant's own words too. */
function outcomeTitle(outcome: string): string {
  return outcome
    .split(", ")
    .map((each) => OUTCOMES.find(({ value }) => value === each)?.title ?? each)
    .join(", ");
}
