import { and, eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { returnItems } from "../db/tables/returns.ts";
import type { Caller } from "../http/request-context.ts";
import { decimal, money } from "../lib/money.ts";
import { createYielder } from "../lib/yielder.ts";
import { linesById } from "../orders/lines.ts";
import { changeReturn } from "./change.ts";
import { loadReturn } from "./load.ts";
import { type UnitRange, valueOfUnits, withoutUnits } from "./units.ts";
import type { ReturnRecord } from "./view.ts";

type Item = ReturnRecord["items"][number];

/** Units of the order's lines, by the id of the return's item that holds them. */
export type RemovedUnits = Map<string, number[]>;

/**
 * Takes units out of a return, which can then be returned again, and completes it with what is left at its new value. Without
 * the last of its units it is deleted as it stands. `choose` says which units go, with the return locked, and may refuse.
 */
export function removeUnits(
  ctx: Ctx,
  caller: Caller,
  returnId: string,
  choose: (record: ReturnRecord) => RemovedUnits,
): Promise<void> {
  return changeReturn(ctx, caller, returnId, async (tx, row) => {
    const record = await loadReturn(tx, caller.storeId, returnId);
    const removed = choose(record);
    const left = record.items.map((item) => ({
      item,
      units: removed.has(item.id) ? withoutUnits(item.units, removed.get(item.id) ?? []) : item.units,
    }));
    if (left.every(({ units }) => units.length === 0)) return { status: "deleted" };

    const gone = left.filter(({ units }) => units.length === 0).map(({ item }) => item.id);
    const smaller = left.filter(({ item, units }) => units.length > 0 && removed.has(item.id));
    await deleteItems(tx, row, gone);
    const pace = createYielder();
    const rewritten: Reduced[] = [];
    for (const { item, units } of smaller) {
      rewritten.push(await reduced(record, item, units));
      await pace();
    }
    await rewriteItems(tx, row, rewritten);
    return { status: "complete", additions: withoutItems(row.additions, new Set(gone)) };
  });
}

type Reduced = Pick<Item, "id" | "quantity" | "units" | "value" | "additions">;

/** What the merchant adjusted stays adjusted in proportion. */
async function reduced({ order }: ReturnRecord, item: Item, units: UnitRange[]): Promise<Reduced> {
  const quantity = units.reduce((sum, [from, to]) => sum + to - from, 0);
  const { line } = linesById(order.body).get(item.lineItemId) ?? {};
  const { price, discount } = line ?? {};
  const priced = { quantity: line?.quantity ?? quantity, price: price ?? 0, discount: discount ?? 0 };
  const value = await valueOfUnits(priced, units, order.currency);
  const { refund, ...rest } = item.additions;
  const before = decimal(item.value);
  const share = before.eq(0) ? [decimal(quantity), decimal(item.quantity)] : [value, before];
  const [part = before, whole = before] = share;
  const additions = refund && {
    ...rest,
    refund: {
      ...refund,
      amount: money(decimal(refund.amount.amount).times(part).div(whole), order.currency),
    },
  };
  return { id: item.id, quantity, units, value: value.toFixed(), additions: additions ?? item.additions };
}

type Place = { storeId: string; id: string };

async function deleteItems(tx: Ctx, { storeId, id: returnId }: Place, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.db
    .delete(returnItems)
    .where(
      and(eq(returnItems.storeId, storeId), eq(returnItems.returnId, returnId), inArray(returnItems.id, ids)),
    );
}

async function rewriteItems(tx: Ctx, { storeId, id: returnId }: Place, items: Reduced[]): Promise<void> {
  if (items.length === 0) return;
  await tx.db.execute(sql`
    update return_items as item
    set quantity = given.quantity, units = given.units, value = given.value, additions = given.additions
    from json_to_recordset(${JSON.stringify(items)}::json)
      as given(id text, quantity int, units json, value numeric, additions json)
    where item.store_id = ${storeId} and item.return_id = ${returnId} and item.id = given.id`);
}

/** A parcel no longer holds what left the return. */
function withoutItems(
  additions: ReturnRecord["row"]["additions"],
  gone: Set<string>,
): ReturnRecord["row"]["additions"] {
  const shipments = additions.shipments?.map((shipment) =>
    shipment.itemIds ? { ...shipment, itemIds: shipment.itemIds.filter((id) => !gone.has(id)) } : shipment,
  );
  return shipments ? { ...additions, shipments } : additions;
}
