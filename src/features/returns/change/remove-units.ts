import { and, eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { replaceSearchKeys } from "../../../core/lists/search-keys.ts";
import { amountOf, divideHalfUp, minorOf, moneyOf, storedAmount } from "../../../lib/money.ts";
import { createYielder } from "../../../lib/yielder.ts";
import { returnItems } from "../../../platform/db/tables/returns.ts";
import { worthOfItemUnits } from "../money/item-worth.ts";
import { orderWorth } from "../money/order-worth.ts";
import { bonusOf, feeOf, paidOf } from "../money/refund.ts";
import { type UnitRange, withoutUnits } from "../money/units.ts";
import { adjustmentText } from "../policy/amounts.ts";
import { loadReturn } from "../read/load.ts";
import type { ReturnRecord } from "../read/view.ts";
import { skusOf } from "../search-fields.ts";
import type { ChangedItem } from "../stock/stock-change.ts";
import { changeReturn, type Work } from "./change.ts";
import { withoutUnitAssessments } from "./inspections.ts";

type Item = ReturnRecord["items"][number];

/** Units of the order's lines by the id of the return item that they are in. */
export type RemovedUnits = Map<string, number[]>;

/**
 * Removes units from a return, so that they can be returned again, and completes it with the remaining units
 * at their new value. A return without remaining units becomes deleted and keeps its items. `choose` returns
 * the units to remove; it runs with the return locked and may throw. Throws 404 for an unknown return, 409
 * for a transition that is not allowed.
 */
export function removeUnits(
  ctx: Ctx,
  caller: Caller,
  returnId: string,
  choose: (record: ReturnRecord) => RemovedUnits,
): Promise<void> {
  const work: Work = async (tx, row, at) => {
    const record = await loadReturn(tx, caller.storeId, returnId);
    const removed = choose(record);
    const remaining = record.items.map((item) => ({
      item,
      units: removed.has(item.id) ? withoutUnits(item.units, removed.get(item.id) ?? []) : item.units,
    }));
    if (remaining.every(({ units }) => units.length === 0)) return { status: "deleted" };

    const emptyItems = remaining.filter(({ units }) => units.length === 0).map(({ item }) => item.id);
    const reduced = remaining.filter(({ item, units }) => units.length > 0 && removed.has(item.id));
    await deleteItems(tx, row, emptyItems);
    const yieldNow = createYielder();
    const rewritten: ReducedItem[] = [];
    for (const { item, units } of reduced) {
      rewritten.push(reduceItem(record, withoutAssessmentsOf(item, removed.get(item.id)), units));
      await yieldNow();
    }
    await rewriteItems(tx, row, rewritten);
    const kept = remaining.filter(({ units }) => units.length > 0).map(({ item }) => item);
    const skus = { before: skusOf(record.order.body, record.items), after: skusOf(record.order.body, kept) };
    replaceSearchKeys(tx, { ...caller, at: row.createdAt, id: row.id }, "return.sku", skus);
    const afterOf = new Map(rewritten.map((item) => [item.id, item]));
    const items = record.items.flatMap((before): ChangedItem[] => {
      const after = afterOf.get(before.id);
      return removed.has(before.id) ? [{ id: before.id, before, ...(after && { after }) }] : [];
    });
    const rest = withoutItems(row.additions, new Set(emptyItems));
    const additions = { ...rest, editedAt: at.toISOString() };
    return { status: "complete", additions, stock: { items, exchange: "same" } };
  };
  return changeReturn(ctx, caller, returnId, work, { locksOrder: true });
}

/** Returns the item without the findings of single units that are removed. */
function withoutAssessmentsOf(item: Item, units: number[] = []): Item {
  const unitIds = new Set(units.map((unit) => String(item.unitZero + unit)));
  return { ...item, additions: withoutUnitAssessments(item.additions, unitIds) };
}

type ReducedItem = Pick<
  Item,
  "id" | "quantity" | "units" | "value" | "tax" | "policyFee" | "policyBonus" | "additions"
>;

/**
 * Returns the item with fewer units and its new value. A refund that the merchant adjusted, and the fee and bonus of the
 * policy, are reduced in proportion.
 */
function reduceItem({ order }: ReturnRecord, item: Item, units: UnitRange[]): ReducedItem {
  const quantity = units.reduce((sum, [from, to]) => sum + to - from, 0);
  const worth = orderWorth(order);
  const { net, tax } = worthOfItemUnits(item, units, worth);
  const { digits } = worth;
  const paid = paidOf(item, digits);
  const [part, whole] = paid === 0n ? [BigInt(quantity), BigInt(item.quantity)] : [net + tax, paid];
  const reduced = (amount: string) => divideHalfUp(minorOf(amount, digits) * part, whole);
  const policyFee = item.policyFee && storedAmount(reduced(item.policyFee), digits);
  const policyBonus = item.policyBonus && storedAmount(reduced(item.policyBonus), digits);
  const { refund } = item.additions;
  const additions = {
    ...item.additions,
    ...adjustmentOf(item, { ...item, policyFee, policyBonus }, digits),
    ...(refund && { refund: { ...refund, amount: moneyOf(reduced(refund.amount.amount), order.currency) } }),
  };
  const amounts = {
    value: storedAmount(net, digits),
    tax: storedAmount(tax, digits),
    policyFee,
    policyBonus,
  };
  return { id: item.id, quantity, units, ...amounts, additions };
}

/** Returns the adjustment of a reduced item, unless the merchant has set another one. */
function adjustmentOf(before: Item, after: Item, digits: number): Item["additions"] {
  const textOf = (item: Item) =>
    adjustmentText({ fee: feeOf(item, digits), bonus: bonusOf(item, digits) }, digits);
  const { productAdjustment } = before.additions;
  if (productAdjustment === undefined || productAdjustment !== textOf(before)) return {};
  return { productAdjustment: textOf(after) ?? amountOf(0n, digits) };
}

type ReturnKey = { storeId: string; id: string };

async function deleteItems(tx: Ctx, { storeId, id: returnId }: ReturnKey, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.db
    .delete(returnItems)
    .where(
      and(eq(returnItems.storeId, storeId), eq(returnItems.returnId, returnId), inArray(returnItems.id, ids)),
    );
}

async function rewriteItems(
  tx: Ctx,
  { storeId, id: returnId }: ReturnKey,
  items: ReducedItem[],
): Promise<void> {
  if (items.length === 0) return;
  await tx.db.execute(sql`
    update return_items as item
    set quantity = given.quantity, units = given.units, value = given.value, tax = given.tax,
      policy_fee = given."policyFee", policy_bonus = given."policyBonus", additions = given.additions
    from json_to_recordset(${JSON.stringify(items)}::json)
      as given(id text, quantity int, units json, value numeric, tax numeric,
        "policyFee" numeric, "policyBonus" numeric, additions json)
    where item.store_id = ${storeId} and item.return_id = ${returnId} and item.id = given.id`);
}

/** Removes items from the shipments. */
function withoutItems(
  additions: ReturnRecord["row"]["additions"],
  removedIds: Set<string>,
): ReturnRecord["row"]["additions"] {
  const shipments = additions.shipments?.map((shipment) =>
    shipment.itemIds
      ? { ...shipment, itemIds: shipment.itemIds.filter((id) => !removedIds.has(id)) }
      : shipment,
  );
  return shipments ? { ...additions, shipments } : additions;
}
