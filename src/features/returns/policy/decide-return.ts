import type { Ctx } from "../../../core/ctx.ts";
import { minorDigits, minorOf, moneyOf, storedAmount } from "../../../lib/money.ts";
import { problem } from "../../../lib/problem.ts";
import type { PolicyDecisionDocument } from "../../../platform/db/documents/return.ts";
import type { OrderRecord } from "../../orders/find.ts";
import { decide } from "../../policy/decide.ts";
import type { LineDecision } from "../../policy/decision-schema.ts";
import type { Facts } from "../../policy/facts.ts";
import { membershipsOf } from "../../segments/memberships.ts";
import type { NewItem } from "../create/new-item.ts";
import type { OrderWorth } from "../money/order-worth.ts";
import { orderWorth } from "../money/order-worth.ts";
import { refundOf } from "../money/refund.ts";
import { type TakenUnits, worthOfUnits } from "../money/units.ts";
import { adjustmentText, type Charged, policyAmounts } from "./amounts.ts";
import { decideKept, isAllowed, type KeptLine, keptFacts, segmentsNamedBy } from "./decide-lines.ts";
import { factsOf, type ParcelRow } from "./facts.ts";
import { type PolicyMark, policyOf, type SavedPolicy } from "./policy-of-store.ts";

type Deciding = {
  mark: PolicyMark;
  order: OrderRecord;
  parcels: ParcelRow[] | null;
  taken: TakenUnits;
  items: NewItem[];
  at: Date;
  isEnforced: boolean;
};

type Decided = {
  /** With fees and bonuses, where the policy is enforced. */
  items: NewItem[];
  decision: PolicyDecisionDocument;
  isReviewed: boolean;
};

/**
 * Returns what the store's policy says about the items of a new return. Enforced, it throws 409 unless it allows all of
 * them, and changes what they refund; else it only says.
 */
export async function decideReturn(ctx: Ctx, storeId: string, deciding: Deciding): Promise<Decided> {
  const { mark, order, items, isEnforced, at } = deciding;
  const policy = await policyOf(ctx, storeId, mark);
  const segments = await segmentsOf(ctx, storeId, { order, policy, at, isEnforced });
  const asked = items.map(({ lineItemId, quantity, reasonCode }) => ({ lineItemId, quantity, reasonCode }));
  const facts = keptFacts(policy, factsOf({ ...deciding, segments, language: null }, asked));
  const lines = await decideKept(policy, facts);
  const decision = { version: policy.version, facts, lines };
  if (!isEnforced) return { items, decision, isReviewed: false };
  requireEligible(policy, { facts, lines, items });
  const adjusted = await withAmounts(items, lines, order);
  return { items: adjusted, decision, isReviewed: lines.some(({ review }) => review) };
}

type Member = { order: OrderRecord; policy: SavedPolicy; at: Date; isEnforced: boolean };

/** A decision that is not enforced never refuses a return: a segment that takes too long has no customers then. */
async function segmentsOf(ctx: Ctx, storeId: string, { order, policy, at, isEnforced }: Member) {
  const keys = segmentsNamedBy(policy.policy);
  if (keys.length === 0 || order.customerId === null) return [];
  try {
    const members = await membershipsOf(ctx, storeId, { customerIds: [order.customerId], keys, at });
    return members.get(order.customerId) ?? [];
  } catch (error) {
    if (isEnforced) throw error;
    ctx.log.warn({ storeId, err: error }, "the segments of a policy could not be read");
    return [];
  }
}

/** How many refused items a problem names, and of how many it has the decisions with all reasons. */
const MAX_NAMED = 100;

type Checked = { facts: Facts; lines: KeptLine[]; items: NewItem[] };

function requireEligible(policy: SavedPolicy, { facts, lines, items }: Checked): void {
  const faults = lines.flatMap((line, i) => {
    const { compensation = "refund" } = items[i] ?? {};
    if (isAllowed(line, compensation)) return [];
    const pointer = `/data/items/${i}`;
    if (!line.eligible) {
      const why = line.because.text ?? "The store's policy doesn't allow it.";
      return { detail: `Line item ${line.lineItemId} can't be returned: ${why}`, pointer };
    }
    const detail = `For line item ${line.lineItemId} the store's policy doesn't offer ${compensation}.`;
    return { detail, pointer: `${pointer}/compensation` };
  });
  const [first] = faults;
  if (!first) return;
  const decisions: LineDecision[] =
    lines.length > MAX_NAMED ? lines.map((line) => ({ ...line, reasons: [] })) : decide(policy, facts);
  throw problem("not_eligible", first.detail, { errors: faults.slice(0, MAX_NAMED), decisions });
}

/** Returns items with the fees and bonuses of their decisions, in what they refund. */
async function withAmounts(items: NewItem[], lines: KeptLine[], order: OrderRecord): Promise<NewItem[]> {
  const worth = orderWorth(order);
  const { digits } = worth;
  const charged = items.map((item, i) => chargedOf(item, lines[i], { worth, currency: order.currency }));
  const amounts = await policyAmounts(charged, digits);
  return items.map((item, i) => {
    const { fee, bonus } = amounts[i] ?? { fee: 0n, bonus: 0n };
    const adjustment = adjustmentText({ fee, bonus }, digits);
    const { refund } = item.additions;
    const capped = refund && moneyOf(minorOf(refund.amount.amount, digits) - fee + bonus, order.currency);
    return {
      ...item,
      policyFee: fee === 0n ? null : storedAmount(fee, digits),
      policyBonus: bonus === 0n ? null : storedAmount(bonus, digits),
      additions: {
        ...item.additions,
        ...(adjustment && { productAdjustment: adjustment }),
        ...(lines[i]?.keepItem && { greenReturn: true }),
        ...(refund && capped && { refund: { ...refund, amount: capped } }),
      },
    };
  });
}

function chargedOf(
  item: NewItem,
  line: KeptLine | undefined,
  { worth, currency }: { worth: OrderWorth; currency: string },
): Charged {
  const ofLine = worth.lines.get(item.lineItemId);
  return {
    ...{ lineItemId: item.lineItemId, quantity: item.quantity, compensation: item.compensation },
    refund: minorOf(refundOf(item, currency).amount.amount, minorDigits(currency)),
    decision: line ?? { fee: null, bonus: null },
    *unitValues() {
      for (const [from, to] of item.units) {
        for (let unit = from; unit < to; unit++) {
          const { net, tax } = worthOfUnits(ofLine, [[unit, unit + 1]]);
          yield net + tax;
        }
      }
    },
  };
}
