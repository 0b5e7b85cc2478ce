import type { Ctx } from "../../core/ctx.ts";
import type { Caller } from "../../core/http/request-context.ts";
import type { WithdrawnItem } from "../../platform/db/documents/withdrawal.ts";
import type { OrderRecord } from "../orders/find.ts";
import { returnableUnits } from "../orders/lines.ts";
import { createReturn } from "../returns/create/create-return.ts";
import { senderAddress } from "../returns/create/sender-address.ts";
import { takenOf } from "../returns/create/take-items.ts";
import { refundedUnits } from "../returns/money/paid-elsewhere.ts";
import { unitsIn } from "../returns/money/units.ts";
import { unitsToReturn } from "./returned-units.ts";
import type { WithdrawalBody } from "./schema.ts";
import type { Terms } from "./terms.ts";
import { languageOf } from "./texts/texts-of.ts";

/** The reason of returns that a withdrawal makes, in words and as a code: none is asked for. */
const REASON = "withdrawal";
/** Names no commerce platform: the consumer has withdrawn here. */
const PROVIDER = "withdrawal";

type Withdrawn = { id: string; order: OrderRecord; body: WithdrawalBody; terms: Terms };

/**
 * Creates a return of the units that a withdrawal is about and that are in no other return, with the verb of
 * `POST returns`. Returns its id and units, null and none if there is no return, and how many of the units the statement is about are
 * in other returns. Runs in the caller's transaction, which has locked the order.
 */
export async function returnUnits(
  tx: Ctx,
  caller: Caller,
  { id, order, body, terms }: Withdrawn,
): Promise<{ returnId: string | null; units: WithdrawnItem[]; unitsInOtherReturns: number }> {
  const { shipping } = order.body;
  const { units } = await takenOf(tx, caller.storeId, order.id);
  const refunded = await refundedUnits(tx, caller.storeId, order);
  const all = unitsToReturn(order.body, body.items, (line) => returnableUnits(line, refunded));
  const items = unitsToReturn(order.body, body.items, (line) => {
    return Math.max(0, returnableUnits(line, refunded) - unitsIn(units.get(line.id) ?? []));
  });
  const unitsInOtherReturns = Math.max(0, countOf(all) - countOf(items));
  if (items.length === 0) return { returnId: null, units: [], unitsInOtherReturns };
  const data = {
    provider: PROVIDER,
    externalOrderId: order.id,
    items: items.map((item) => ({ ...item, reason: REASON, reasonCode: REASON })),
    shippingAddress: senderAddress(shipping),
  };
  const language = body.language ? languageOf(body.language) : undefined;
  const given = { data, ...(language && { options: { language } }) };
  const made = await createReturn(tx, caller, given, { withdrawalId: id, status: terms.status });
  return { returnId: made.id, units: items, unitsInOtherReturns };
}

function countOf(items: WithdrawnItem[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}
