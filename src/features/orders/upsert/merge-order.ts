import { omitNullish } from "../../../lib/omit-nullish.ts";
import { plural } from "../../../lib/plural.ts";
import { type Problem, problem } from "../../../lib/problem.ts";
import { linePosition } from "../lines.ts";
import { payoutIdIn, payoutNote } from "../refund-note.ts";
import type { StoredOrder } from "../schema.ts";
import { keepErased } from "./keep-erased.ts";
import type { Held, Stored } from "./stored-orders.ts";

/**
 * Returns the body of an order that its source sends again: its location, its name and what file it is of stay unless another
 * is given, as do the numbers of its lines, and an erased customer doesn't come back, nor an erased person whom another customer's order has named.
 */
export function mergedBody(stored: Stored, body: StoredOrder): StoredOrder {
  const before = stored.body;
  const { locationId = before.locationId, orderName = before.orderName, fileOf = before.fileOf } = body;
  const merged = {
    ...body,
    ...omitNullish({ locationId, orderName, fileOf }),
    ...positionsOf(before, body),
  };
  return stored.isErased ? withoutPerson(before, merged) : keepErased(before, merged);
}

/** Lines keep their numbers, and new ones get the next, which no line has had. */
function positionsOf(
  before: StoredOrder,
  { lineItems }: StoredOrder,
): Pick<StoredOrder, "linePositions" | "nextLinePosition"> {
  const known = new Map(before.lineItems.map(({ id }, index) => [id, linePosition(before, index)]));
  let next = before.nextLinePosition ?? afterAll(known.values());
  const linePositions = lineItems.map(({ id }) => known.get(id) ?? next++);
  return {
    ...(linePositions.some((position, index) => position !== index) && { linePositions }),
    ...(next > afterAll(linePositions) && { nextLinePosition: next }),
  };
}

function afterAll(positions: Iterable<number>): number {
  return Math.max(-1, ...positions) + 1;
}

/** What is about a person stays as the erasure has left it; texts of new lines are those of the source. */
function withoutPerson(before: StoredOrder, body: StoredOrder): StoredOrder {
  const { customer: _, billingAddress: __, shipping, refunds, ...rest } = body;
  const lines = new Map(before.lineItems.map((line) => [line.id, line]));
  return {
    ...rest,
    lineItems: body.lineItems.map((line) => {
      const { tags: _, imageUrl: __, ...rest } = line;
      const { title, tags, imageUrl } = lines.get(line.id) ?? line;
      return { ...rest, title, ...(imageUrl && { imageUrl }), ...(tags && { tags }) };
    }),
    ...(before.customer && { customer: before.customer }),
    ...(before.billingAddress && { billingAddress: before.billingAddress }),
    ...(shipping && { shipping: shippingOf(before, shipping) }),
    tags: before.tags ?? null,
    ...(refunds && { refunds: refunds.map(withoutTexts) }),
  };
}

function shippingOf(before: StoredOrder, shipping: NonNullable<StoredOrder["shipping"]>) {
  const { address: _, method: __, ...amounts } = shipping;
  const { address, method } = before.shipping ?? {};
  return { ...amounts, ...(method && { method }), ...(address && { address }) };
}

/** Returns a refund without what its shop has written about it, but for the payout that it is. */
export function withoutTexts({
  note,
  shippingRefunds,
  orderLevelRefunds,
  ...refund
}: NonNullable<StoredOrder["refunds"]>[number]) {
  const amountsOf = (amounts: NonNullable<typeof shippingRefunds>) =>
    amounts.map(({ reason: _, ...amount }) => amount);
  const payoutId = payoutIdIn(note);
  return {
    ...refund,
    ...(payoutId !== undefined && { note: payoutNote(payoutId) }),
    ...(shippingRefunds && { shippingRefunds: amountsOf(shippingRefunds) }),
    ...(orderLevelRefunds && { orderLevelRefunds: amountsOf(orderLevelRefunds) }),
  };
}

/** Returns the 409 for an edit that takes away what returns hold; undefined where it doesn't. */
export function conflictWithReturns(
  stored: Stored,
  { body, currency, unclear }: { body: StoredOrder; currency: string; unclear: ReadonlySet<string> },
  held: Held | undefined,
): Problem | undefined {
  if (!held) return undefined;
  if (currency !== stored.currency) {
    const detail = `Order ${stored.externalId} has returns in ${stored.currency}: it can't change to ${currency}.`;
    return problem("line_has_returns", detail);
  }
  const quantities = new Map(body.lineItems.map(({ id, quantity }) => [id, quantity]));
  for (const [id, units] of held.units) {
    if (unclear.has(id)) {
      const detail = `Order ${stored.externalId} doesn't tell which of the lines ${id} is, of which returns hold ${plural(units, "unit")}: its file had no ids of lines. It can be updated once these returns are deleted.`;
      return problem("line_has_returns", detail);
    }
    const quantity = quantities.get(id) ?? 0;
    if (quantity >= units) continue;
    const left = quantity === 0 ? "It can't be removed." : `It can't have fewer, not ${quantity}.`;
    const detail = `Returns hold ${plural(units, "unit")} of line item ${id} of order ${stored.externalId}. ${left}`;
    return problem("line_has_returns", detail);
  }
  return undefined;
}

/** What no view of an order's returns has of it. */
const UNSHOWN = new Set(["billingAddress", "tags", "cancelledAt", "cancelReason", "refunds", "fileOf"]);

/** Returns what the views of an order's returns have of it. */
export function shownInReturns(body: StoredOrder): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !UNSHOWN.has(name)));
}
