import type { Ctx } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { minorDigits, minorOf } from "../../../lib/money.ts";
import { type RemovedUnits, removeUnits } from "../../returns/change/remove-units.ts";
import { refundKind, refundOf } from "../../returns/money/refund.ts";
import type { ReturnRecord } from "../../returns/read/view.ts";
import { isRefused, warehouseError } from "../errors.ts";
import type { ReturnReference } from "../find-return.ts";
import { stateOf } from "../state.ts";
import { createUnitFinder } from "../unit-ids.ts";
import { requireReturn } from "./require-return.ts";

type Item = ReturnRecord["items"][number];

/**
 * Removes line items from a return and processes it, or cancels it if none remain. Throws 200 for an unknown
 * return, 422 if the return is not open or not all ids qualify.
 */
export async function remove(
  ctx: Ctx,
  caller: Caller,
  reference: ReturnReference,
  ids: number[],
): Promise<true> {
  const { id } = await requireReturn(ctx, caller.storeId, reference);
  try {
    await removeUnits(ctx, caller, id, (record) => removableUnits(record, ids));
  } catch (error) {
    throw isRefused(error) ? notModifiable() : error;
  }
  return true;
}

function notModifiable() {
  return warehouseError(422, { message: "Return cannot be modified." });
}

/** Returns the units with these ids. Throws 422 unless all of them are in the return and not exchanged. */
function removableUnits(record: ReturnRecord, ids: number[]): RemovedUnits {
  if (stateOf(record.row.status) !== "open") throw notModifiable();
  const isExchanged = createExchangedCheck(record);
  const unitOf = createUnitFinder(record.items.filter((item) => !isExchanged(item)));
  const uniqueIds = [...new Set(ids)];
  const units = uniqueIds.flatMap((id) => unitOf(id) ?? []);
  if (units.length === 0) {
    throw warehouseError(422, { message: "There are no line items that qualify for removal" });
  }
  if (units.length < uniqueIds.length)
    throw warehouseError(422, { message: "Not all line items qualify for removal" });

  const byItem = Map.groupBy(units, ({ item }) => item.id);
  return new Map([...byItem].map(([id, itemUnits]) => [id, itemUnits.map(({ unit }) => unit)]));
}

/**
 * Returns a function that says whether an item is exchanged rather than refunded: its exchange item, outcome or refund type
 * says so, or the return has an exchange and no refund for the item. If every item has a refund, the exchange
 * may be for any of them.
 */
function createExchangedCheck({ row, items, order }: ReturnRecord): (item: Item) => boolean {
  const refunds = new Map(items.map((item) => [item.id, refundOf(item, order.currency)]));
  const digits = minorDigits(order.currency);
  const isUnrefunded = ({ id }: Item) => minorOf(refunds.get(id)?.amount.amount ?? 0, digits) <= 0n;
  const { exchange } = row.additions;
  const hasExchange = Boolean(exchange?.items?.length || exchange?.itemCount);
  const mayBeAny = hasExchange && !items.some(isUnrefunded);
  return (item) => {
    const kind = refundKind(refunds.get(item.id)?.type ?? "");
    const { outcome, exchangeItem } = item.additions;
    if (exchangeItem || outcome === "exchange" || kind === "exchange") return true;
    return hasExchange && (mayBeAny || isUnrefunded(item));
  };
}
