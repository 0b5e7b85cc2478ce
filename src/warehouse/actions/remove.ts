import type { Ctx } from "../../ctx.ts";
import type { Caller } from "../../http/request-context.ts";
import { decimal } from "../../lib/money.ts";
import { type RemovedUnits, removeUnits } from "../../returns/remove-units.ts";
import { type ReturnRecord, refundOf } from "../../returns/view.ts";
import { refusal } from "../errors.ts";
import type { Naming } from "../find-return.ts";
import { stateOf } from "../state.ts";
import { createUnitFinder } from "../unit-ids.ts";
import { requireReturn } from "./require-return.ts";

type Item = ReturnRecord["items"][number];

/**
 * Removes line items from the return that is meant and processes it with what is left; without any it is
 * cancelled.
 */
export async function remove(ctx: Ctx, caller: Caller, naming: Naming, ids: number[]): Promise<true> {
  const { id } = await requireReturn(ctx, caller.storeId, naming);
  await removeUnits(ctx, caller, id, (record) => removable(record, ids));
  return true;
}

/**
 * The units that have these ids, all of them or none: what is exchanged, or isn't in the return, doesn't
 * qualify.
 */
function removable(record: ReturnRecord, ids: number[]): RemovedUnits {
  if (stateOf(record.row.status) !== "open") throw refusal(422, { message: "Return cannot be modified." });
  const isExchanged = exchangedIn(record);
  const unitOf = createUnitFinder(record.items.filter((item) => !isExchanged(item)));
  const asked = [...new Set(ids)];
  const units = asked.flatMap((id) => unitOf(id) ?? []);
  if (units.length === 0) {
    throw refusal(422, { message: "There are no line items that qualify for removal" });
  }
  if (units.length < asked.length) throw refusal(422, { message: "Not all line items qualify for removal" });

  const byItem = Map.groupBy(units, ({ item }) => item.id);
  return new Map([...byItem].map(([id, those]) => [id, those.map(({ unit }) => unit)]));
}

/**
 * Tells whether an item is settled in goods instead of money: it says so, or its return has an exchange and
 * pays nothing for it. An exchange for which no item goes unpaid may be for any of them.
 */
function exchangedIn({ row, items, order }: ReturnRecord): (item: Item) => boolean {
  const refunds = new Map(items.map((item) => [item.id, refundOf(item, order.currency)]));
  const isUnpaid = ({ id }: Item) => decimal(refunds.get(id)?.amount.amount ?? 0).lte(0);
  const { exchange } = row.additions;
  const hasExchange = Boolean(exchange?.items?.length || exchange?.itemCount);
  const isForAny = hasExchange && !items.some(isUnpaid);
  return (item) => {
    const type = refunds.get(item.id)?.type;
    if (item.additions.outcome === "exchange" || (type !== "refund" && type !== "store_credit")) return true;
    return hasExchange && (isForAny || isUnpaid(item));
  };
}
