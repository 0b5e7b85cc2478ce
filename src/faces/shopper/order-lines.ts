import type { LineDecision, OfferedReason } from "../../features/policy/decision-schema.ts";
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
type Said = Pick<LineDecision, "eligible" | "outcomes" | "label" | "keepItem" | "because">;

/** A reason that is offered for a line, in the shopper's language, and what the policy says of the line with it. */
export type LineReason = { code: string; text: string; needs: readonly ("photo" | "comment")[]; said: Said };

type PreviewedLine = ReturnPreview["lines"][number];

/** A line of an order as its shopper sees it. */
export type OrderLine = PreviewedLine & {
  reasons: LineReason[];
  said: Said;
  /** Until when it can be returned; undefined without an end. */
  until: string | undefined;
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
  const items = lines.map(({ lineItemId }) => ({ lineItemId, quantity: null, reasonCode: null }));
  const eligibility = await readEligibility(ctx, store.id, orderId, { language, items });
  const { version, lines: decisions }: Eligibility = JSON.parse(eligibility);
  const timeZone = version === null ? store.timeZone : await policyZone(ctx, store);
  const decisionOf = new Map(decisions.map((decision) => [decision.lineItemId, decision]));
  return lines.flatMap((line) => {
    const decision = decisionOf.get(line.lineItemId);
    if (!decision) return [];
    const reasons = reasonsOf(visit, decision);
    const until = untilText(visit, decision, timeZone);
    return { ...line, reasons, said: decision, until, isDecided: version !== null };
  });
}

/** A policy without reasons leaves the usual ones. */
function reasonsOf({ texts, language }: ShopperVisit, decision: LineDecision): LineReason[] {
  if (decision.reasons.length === 0)
    return REASON_CODES.map((code) => ({ code, text: texts.reasons[code], needs: [], said: decision }));
  return decision.reasons.map(({ code, texts: own, needs, changes }) => ({
    ...{ code, needs, text: textFor(own, language) },
    said: { ...decision, ...(changes as Partial<Said>) },
  }));
}

function textFor(texts: OfferedReason["texts"], language: Language): string {
  return texts[language] ?? texts.en ?? Object.values(texts)[0] ?? "";
}

function untilText({ texts, language }: ShopperVisit, decision: LineDecision, timeZone: string) {
  if (decision.until === null || !decision.eligible) return undefined;
  // The last instant before the end is of the last day.
  const last = new Date(Date.parse(decision.until) - 1);
  const date = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone }).format(last);
  return fill(decision.atLeast ? texts.choose.atLeast : texts.choose.until, { date });
}
