import type { LineDecision } from "../../../features/policy/decision-schema.ts";
import type { SavedPolicy } from "../../../features/policy/saved-schema.ts";
import { OUTCOMES } from "../../../features/policy/schema.ts";
import type { Eligibility } from "../../../features/returns/policy/eligibility-schema.ts";
import { localDay } from "../../../lib/local-days.ts";
import { money } from "../../../lib/money.ts";
import { Problem } from "../../../lib/problem.ts";
import { at, type Content, html, type PerReader } from "../../pages/html.ts";
import { badge } from "../components/badge.ts";
import { moneyLabel } from "../components/money.ts";
import { calendarDay } from "../components/time.ts";
import { sentenceText } from "../fault-words.ts";
import type { Visit } from "../page.ts";
import { effectsOf } from "../policy/words.ts";
import { say } from "../texts/texts.ts";

/** What the store's policy says of the lines of an order, by their ids; `fault` is why it can't say it. Its days are those of its time zone. */
export type Advice = { lines: Map<string, LineDecision>; timeZone: string; fault?: PerReader };

/** Returns what the store's policy says of the lines of an order now; undefined without a policy. */
export async function adviceOf({ api, store }: Visit, orderId: string): Promise<Advice | undefined> {
  const path = at`/stores/${store.storeId}`;
  try {
    const { version, lines } = await api.post<Eligibility>(path + at`/orders/${orderId}/eligibility`, {});
    if (version === null) return undefined;
    const { policy } = await api.get<SavedPolicy>(path + at`/policy/versions/${version}`);
    const { timeZone } = policy;
    return { lines: new Map(lines.map((line) => [line.lineItemId, line])), timeZone };
  } catch (error) {
    // A return can be created without the advice, which a broad segment or an order of very many lines is too large for.
    if (!(error instanceof Problem) || error.parts.status !== 400) throw error;
    return { lines: new Map(), timeZone: "UTC", fault: sentenceText(error.parts.detail) };
  }
}

/** Returns the advice about a line: whether it may be returned, until when, and what it costs. */
export function adviceCell(
  { lines: decisions, timeZone }: Advice,
  lineId: string,
  { now, currency }: { now: Date; currency: string },
): Content {
  const decision = decisions.get(lineId);
  if (!decision) return undefined;
  const { eligible, because } = decision;
  const verdict = eligible ? badge(say("May be returned"), "good") : badge(say("May not be returned"), "bad");
  const why = because.text === null ? [] : [html`<bdi>${because.text}</bdi>`];
  const lines = [
    ...untilLine(decision, { now, timeZone }),
    ...(eligible ? effectsLines(decision, currency) : why),
  ];
  return html`${verdict}${lines.map((line) => html`<small>${line}</small>`)}`;
}

function untilLine(
  { until, atLeast, eligible }: LineDecision,
  { now, timeZone }: { now: Date; timeZone: string },
): Content[] {
  if (until === null) return [];
  // The last instant before the end is of the last day.
  const instant = new Date(Date.parse(until) - 1).toISOString();
  const last = calendarDay(localDay(instant, timeZone).toString());
  if (eligible) return [atLeast ? say("until {last} or later", { last }) : say("until {last}", { last })];
  return Date.parse(until) <= now.getTime() ? [say("the time ended {last}", { last })] : [];
}

/** What is as without a rule isn't worth a line. */
function effectsLines(
  { outcomes, fee, bonus, label, keepItem, review }: LineDecision,
  currency: string,
): Content[] {
  const taken = fee && "amount" in fee ? { ...fee, amount: moneyLabel(money(fee.amount, currency)) } : fee;
  return effectsOf({
    ...(outcomes.length < OUTCOMES.length && { outcomes }),
    ...(taken && { fee: taken }),
    ...(bonus && { bonus }),
    ...(label === "shopper" && { label }),
    ...(keepItem && { keepItem }),
    ...(review && { review }),
  });
}
