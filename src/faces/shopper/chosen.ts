import { cutText } from "../../lib/text.ts";
import type { Form } from "../pages/form.ts";
import type { Faults } from "./fields.ts";
import { isOffered, type LineReason, type OrderLine, type Outcome, outcomesOf } from "./order-lines.ts";
import { fill } from "./texts/texts.ts";
import type { Texts } from "./texts/texts-shape.ts";

/** Units of a line that a shopper returns. */
export type ChosenLine = {
  line: OrderLine;
  quantity: number;
  reason: LineReason;
  comment: string;
  /** What is wanted in exchange, empty for the same again; undefined where nothing is exchanged. */
  wish: string | undefined;
};

const MAX_COMMENT = 2_000;
const MAX_WISH = 200;

/** The names of a line's fields. */
export const namesOf = ({ lineItemId }: Pick<OrderLine, "lineItemId">) => ({
  units: `units-${lineItemId}`,
  reason: `reason-${lineItemId}`,
  comment: `comment-${lineItemId}`,
  photo: `photo-${lineItemId}`,
  exchange: `exchange-${lineItemId}`,
  wish: `wish-${lineItemId}`,
});

/** Returns those lines of which a form chooses units. */
export function namedIn<Line extends Pick<OrderLine, "lineItemId">>(
  form: Pick<Form, "get">,
  lines: Line[],
): Line[] {
  return lines.filter((line) => isChosen(form.get(namesOf(line).units)));
}

function isChosen(units: string): boolean {
  return units !== "" && units !== "0";
}

/** Returns of how many lines a form chooses units, those included that the order doesn't have any more. */
export function countNamed(form: Pick<Form, "beginning">): number {
  return form.beginning(namesOf({ lineItemId: "" }).units).filter(isChosen).length;
}

/** Returns what a form chooses of an order's lines, and each fault of it by the name of its field. */
export function chosenIn(
  form: Pick<Form, "get">,
  lines: OrderLine[],
  { choose }: Texts,
): { chosen: ChosenLine[]; faults: Faults } {
  const faults = new Map<string, string>();
  const chosen = namedIn(form, lines).flatMap((line) => {
    const names = namesOf(line);
    const typed = form.get(names.units);
    const quantity = /^\d{1,7}$/.test(typed) ? Number(typed) : Number.NaN;
    if (!(quantity >= 1 && quantity <= line.returnable))
      faults.set(names.units, fill(choose.tooMany, { max: line.returnable }));
    const wanted = form.get(names.reason);
    const reason = line.reasons.find(({ code }) => code === wanted);
    const comment = cutText(form.get(names.comment), MAX_COMMENT);
    if (!reason) faults.set(names.reason, choose.reasonMissing);
    else if (!isOffered(reason.said)) faults.set(names.reason, reason.whyNot);
    else if (reason.needs.includes("comment") && comment === "")
      faults.set(names.comment, choose.commentMissing);
    if (!reason) return [];
    const { outcomes } = reason.said;
    const isWished = form.get(names.exchange) !== "";
    if (isWished && !outcomes.includes("exchange")) faults.set(names.exchange, choose.notExchanged);
    const isExchanged = isWished || outcomesOf(outcomes).length === 0;
    const wish = isExchanged ? cutText(form.get(names.wish), MAX_WISH) : undefined;
    return [{ line, quantity, reason, comment, wish }];
  });
  return { chosen, faults };
}

/** Returns what each line is returned for: what was chosen, or what its policy allows instead. */
export function compensationOf({ reason, wish }: ChosenLine, outcome: Outcome): Outcome | "exchange" {
  if (wish !== undefined) return "exchange";
  const allowed = outcomesOf(reason.said.outcomes);
  return allowed.includes(outcome) ? outcome : (allowed[0] ?? outcome);
}

/** Returns the values of a form that chooses the same. */
export function chosenValues(chosen: ChosenLine[]): [string, string][] {
  return chosen.flatMap(({ line, quantity, reason, comment, wish }): [string, string][] => {
    const names = namesOf(line);
    return [
      [names.units, String(quantity)],
      [names.reason, reason.code],
      ...(comment ? [[names.comment, comment] satisfies [string, string]] : []),
      ...(wish === undefined ? [] : ([[names.exchange, "1"]] satisfies [string, string][])),
      ...(wish ? [[names.wish, wish] satisfies [string, string]] : []),
    ];
  });
}
