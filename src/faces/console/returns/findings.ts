import type { Return } from "../../../features/returns/schema.ts";
import { type Content, html, type Label, type PerReader } from "../../pages/html.ts";
import { money } from "../components/money.ts";
import { joined, say } from "../texts/texts.ts";

type Item = Return["items"][number];
type Response = { type: string; value: string };

/** What becomes of a unit, as warehouse mode asks and as it is read. */
export const OUTCOMES = [
  { value: "restock", title: say("Restock") },
  { value: "refurbish", title: say("Refurbish") },
  { value: "dispose", title: say("Dispose") },
  { value: "return_to_customer", title: say("Back to customer") },
] as const;

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
const ANSWERS: Record<string, PerReader> = { true: say("yes"), false: say("no") };

/** Returns what was found of an item: its grade first, then what is said of each unit. */
export function findings({ grade, outcome, productAdjustment, greenReturn, ...item }: Item): Content {
  const answers = (item.multipleChoiceQuestions ?? []).map(
    ({ question, answer }) =>
      html`<bdi>${question}</bdi>${/\p{P}$/u.test(question) ? "" : ":"} <bdi>${answer}</bdi>`,
  );
  const looks = (item.assessments ?? []).map(({ responses = [] }) => assessment(responses as Response[]));
  const lines = [
    grade && say("Grade {grade}", { grade: html`<bdi>${grade}</bdi>` }),
    outcome && html`<bdi>${outcomeTitle(outcome)}</bdi>`,
    productAdjustment && adjustmentText(productAdjustment, item.refund.amount.currency),
    greenReturn && say("Kept by the customer"),
    ...answers,
    ...looks,
  ].filter(Boolean);
  if (lines.length === 0) return html`<span class="optional">${say("not graded")}</span>`;
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
  const which =
    unit &&
    (unit.type === "unit"
      ? say("Unit {unit}:", { unit: unit.value })
      : say("{units} units:", { units: unit.value }));
  return html`${which && html`<bdi>${which} </bdi>`}${said.map((text, i) => html`${i > 0 && ", "}<bdi>${text}</bdi>`)}`;
}

function responseText({ type, value }: Response): Label {
  if (type === "received") return say(value === "yes" ? "there" : "missing");
  if (type === "grade") return say("grade {grade}", { grade: value });
  if (type === "disposition") return outcomeTitle(value);
  if (KINDS.includes(type)) return ANSWERS[value] ?? value;
  return `${type.replaceAll("_", " ")}: ${value}`;
}

/** Outcomes are the merchant's own words too. */
function outcomeTitle(outcome: string): PerReader {
  const titles = outcome
    .split(", ")
    .map((each) => OUTCOMES.find(({ value }) => value === each)?.title ?? each);
  return joined(titles, ", ");
}
