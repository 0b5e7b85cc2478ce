import type { LineDecision, OfferedReason } from "../../features/policy/decision-schema.ts";
import { readPolicy } from "../../features/policy/read-policy.ts";
import type { ReturnPreview } from "../../features/returns/create/preview-schema.ts";
import { readEligibility } from "../../features/returns/policy/eligibility.ts";
import type { Eligibility } from "../../features/returns/policy/eligibility-schema.ts";
import type { Language } from "../../lib/languages.ts";
import { at } from "../pages/html.ts";
import { fill } from "./texts/texts.ts";
import { REASON_CODES } from "./texts/texts-shape.ts";
import type { ShopperVisit } from "./visit.ts";
import { policyZone } from "./zone.ts";

/** What a shopper can get back for what isn't exchanged. */
export const OUTCOMES = ["refund", "store_credit"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What the store's policy says of a line, for one reason or for none. */
type Said = Pick<LineDecision, "eligible" | "until" | "outcomes" | "label" | "keepItem" | "because">;

/** A reason that is offered for a line, in the shopper's language, and what the policy says of the line with it. */
export type LineReason = {
  code: string;
  text: string;
  needs: readonly ("photo" | "comment")[];
  said: Said;
  /** Why the line can't be returned for it, if it can't. */
  whyNot: string;
};

type PreviewedLine = ReturnPreview["lines"][number];

/** A line of an order as its shopper sees it. */
export type OrderLine = PreviewedLine & {
  reasons: LineReason[];
  said: Said;
  /** Until when it can be returned; undefined without an end. */
  until: string | undefined;
  /** Why it can't be returned, if it can't. */
  whyNot: string;
  /** Whether the store has a policy. */
  isDecided: boolean;
};

/** Whether the page can take a return of a line that the policy says this of. */
export function isOffered({ eligible, outcomes }: Said): boolean {
  return eligible && outcomes.length > 0;
}

/** Returns those of a policy's outcomes that are no exchange. */
export function outcomesOf(outcomes: readonly string[]): Outcome[] {
  return OUTCOMES.filter((each) => outcomes.includes(each));
}

/**
 * Returns lines of an order with what can be returned of each, as the store's policy has it: those that `pick` returns of
 * all, which may be thousands. Throws 404 for an order that is gone.
 */
export async function linesOf(
  visit: ShopperVisit,
  orderId: string,
  pick: (lines: PreviewedLine[]) => PreviewedLine[],
): Promise<OrderLine[]> {
  const { ctx, api, store, language } = visit;
  const path = at`/stores/${store.id}/returns/preview`;
  const preview = await api.post<ReturnPreview>(path, { data: { externalOrderId: orderId } });
  const lines = pick(preview.lines);
  const decided = async (items: Asked[]): Promise<Eligibility> =>
    JSON.parse(await readEligibility(ctx, store.id, orderId, { language, items }));
  const { version, lines: decisions } = await decided(
    lines.map(({ lineItemId }) => ({ lineItemId, quantity: null, reasonCode: null })),
  );
  const timeZone = version === null ? store.timeZone : await policyZone(ctx, store);
  const decisionOf = new Map(decisions.map((decision) => [decision.lineItemId, decision]));
  const usual = version === null ? [] : await usualItems(visit, decisions);
  const { lines: ofUsual } = usual.length === 0 ? { lines: [] } : await decided(usual);
  const saidOf = new Map(
    usual.map(({ lineItemId, reasonCode }, i) => [`${reasonCode} ${lineItemId}`, ofUsual[i]]),
  );
  return lines.flatMap((line) => {
    const decision = decisionOf.get(line.lineItemId);
    if (!decision) return [];
    const whyNot = (said: Said) => whyNotText(visit, said, timeZone);
    const reasons = reasonsOf(visit, decision, (code) => saidOf.get(`${code} ${line.lineItemId}`));
    return {
      ...{ ...line, said: decision, isDecided: version !== null },
      reasons: reasons.map((reason) => ({ ...reason, whyNot: whyNot(reason.said) })),
      until: untilText(visit, decision, timeZone),
      whyNot: whyNot(decision),
    };
  });
}

type Asked = { lineItemId: string; quantity: null; reasonCode: string | null };

/** Returns the lines that the usual reasons are offered for, with each of these that a rule of the store's policy names. */
async function usualItems({ ctx, store }: ShopperVisit, decisions: LineDecision[]): Promise<Asked[]> {
  const lines = decisions.filter(({ reasons }) => reasons.length === 0);
  if (lines.length === 0) return [];
  const { rules = [] } = (await readPolicy(ctx, store.id)).policy;
  const named = new Set(rules.flatMap(({ when }) => when?.reasonCodes ?? []));
  const codes = REASON_CODES.filter((code) => named.has(code));
  return lines.flatMap(({ lineItemId }) =>
    codes.map((reasonCode) => ({ lineItemId, quantity: null, reasonCode })),
  );
}

/** A policy without reasons leaves the usual ones; `saidWith` returns what it says with one of them that its rules name. */
function reasonsOf(
  { texts, language }: ShopperVisit,
  decision: LineDecision,
  saidWith: (code: string) => Said | undefined,
): Omit<LineReason, "whyNot">[] {
  if (decision.reasons.length === 0)
    return REASON_CODES.map((code) => {
      const said = saidWith(code) ?? decision;
      return { code, text: texts.reasons[code], needs: [], said };
    });
  return decision.reasons.map(({ code, texts: own, needs, changes }) => ({
    ...{ code, needs, text: textFor(own, language) },
    said: { ...decision, ...(changes as Partial<Said>) },
  }));
}

function textFor(texts: OfferedReason["texts"], language: Language): string {
  return texts[language] ?? texts.en ?? Object.values(texts)[0] ?? "";
}

function untilText(
  { ctx, texts, language }: ShopperVisit,
  { until, eligible, atLeast }: LineDecision,
  timeZone: string,
) {
  if (until === null || !eligible) return undefined;
  // Such an end is passed while the fact that counts isn't known.
  if (atLeast && Date.parse(until) <= ctx.now().getTime()) return undefined;
  const date = lastDay(until, language, timeZone);
  return fill(atLeast ? texts.choose.atLeast : texts.choose.until, { date });
}

/** Returns why a line can't be returned: in the rule's words, else that its window is over. */
function whyNotText(
  { texts: { choose }, language }: ShopperVisit,
  { eligible, until, because }: Said,
  timeZone: string,
): string {
  const isOver = !eligible && until !== null && because.change?.name === "at";
  const usual = isOver
    ? fill(choose.ended, { date: lastDay(until, language, timeZone) })
    : choose.notEligible;
  return because.text ?? usual;
}

/** The last instant before an end is of the last day. */
function lastDay(until: string, language: Language, timeZone: string): string {
  const last = new Date(Date.parse(until) - 1);
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone }).format(last);
}
