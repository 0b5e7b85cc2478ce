import { type Ctx, withCommit } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { addMentions, replaceSearchKeys } from "../../../core/lists/search-keys.ts";
import { invalid, requireNoFaults } from "../../../lib/problem.ts";
import { sameJson } from "../../../lib/same-json.ts";
import { createYielder } from "../../../lib/yielder.ts";
import { prepared } from "../../../platform/db/prepared.ts";
import type { ReturnAdditions as Additions, ReturnPatch } from "../additions-schema.ts";
import { withPaidElsewhere } from "../money/paid-elsewhere.ts";
import { refundOf } from "../money/refund.ts";
import { otherRefunds, requireWithinPaid } from "../money/refund-ceiling.ts";
import { loadReturn } from "../read/load.ts";
import { type ReturnRecord, shipmentView } from "../read/view.ts";
import { trackersOf } from "../search-fields.ts";
import { stockOfPatch } from "../stock/stock-change.ts";
import { addedBytes, requireFits } from "./added-bytes.ts";
import { type ChangedColumns, changeAndShowReturn } from "./change.ts";
import { followShipments, unknownItems } from "./follow-shipments.ts";
import { requireOrderMoney } from "./patch-money.ts";

/**
 * Applies a patch of the merchant or the warehouse to a return, and returns it. Each field of the patch replaces the
 * current one, and null withdraws it; items are matched by their id. A shipment that becomes in_transit or delivered also changes the
 * return's status. A patch without a visible change writes nothing and notifies no webhook. Throws 404 for an
 * unknown return, 400 for an unknown item, an amount that is not money of the order, refunds of more than was paid for
 * the order, and more than may be added.
 */
export function amendReturn(
  ctx: Ctx,
  caller: Caller,
  returnId: string,
  patch: ReturnPatch,
): Promise<ReturnRecord> {
  const refunded = (patch.items ?? []).findIndex(({ refund }) => refund !== undefined);
  const locksOrder = refunded >= 0 || patch.completeWithNoAction !== undefined;
  return amend(ctx, caller, { returnId, refunded, locksOrder, patchOf: () => patch });
}

/** Applies a patch that depends on the locked return, and after which it owes no more. `patchOf` may throw. */
export function amendReturnBy(
  ctx: Ctx,
  caller: Caller,
  returnId: string,
  patchOf: (before: ReturnRecord) => ReturnPatch,
): Promise<ReturnRecord> {
  return amend(ctx, caller, { returnId, refunded: -1, locksOrder: false, patchOf });
}

/**
 * `refunded` is the index of the first item in the patch with a refund, or -1. `locksOrder`: the return may owe another
 * amount afterwards.
 */
type Amending = {
  returnId: string;
  refunded: number;
  locksOrder: boolean;
  patchOf(before: ReturnRecord): ReturnPatch;
};

async function amend(
  ctx: Ctx,
  caller: Caller,
  { returnId, refunded, locksOrder, patchOf }: Amending,
): Promise<ReturnRecord> {
  const { storeId } = caller;
  const read = (tx: Ctx) => {
    const others = refunded < 0 ? "0" : otherRefunds(tx, storeId, returnId);
    return Promise.all([loadReturn(tx, storeId, returnId), addedBytes(tx, storeId, returnId), others]);
  };
  let unchanged: ReturnRecord | undefined;
  const changed = await changeAndShowReturn(
    ctx,
    caller,
    { returnId, read, locksOrder },
    async (tx, row, at, [before, bytes, others]): Promise<ChangedColumns | undefined> => {
      unchanged = before;
      const patch = patchOf(before);
      const { items: patches = [], ...fields } = requireOrderMoney(patch, before.order.currency);
      requireNoFaults(unknownItems(fields.shipments, before.items));
      const items = await changedItems(before, patches);
      const added = patched(before.row.additions, fields);
      if (items.length === 0 && sameJson(visible(before.row.additions), visible(added))) return undefined;
      const isEdited = isEdit(before, { items, exchange: added.exchange });
      const additions = isEdited ? { ...added, editedAt: at.toISOString() } : added;

      if (refunded >= 0) {
        const pointer = `/items/${refunded}/refund/amount/amount`;
        const { refunds } = await withPaidElsewhere(tx, storeId, before.order, { refunds: others });
        await requireWithinPaid(before, items, { others: refunds, pointer });
      }
      requireFits(bytes, patch, [
        { before: before.row.additions, after: additions },
        ...changesOf(before, items),
      ]);
      const { createdAt, id, customerId } = row;
      const keyed = { storeId, at: createdAt, id };
      const trackers = { before: trackersOf(before.row.additions), after: trackersOf(additions) };
      writeAdditions(tx, row, items);
      replaceSearchKeys(tx, keyed, "return.tracking", trackers);
      addMentions(tx, keyed, "return.mention", { customerId, texts: patch });
      const { shipments } = before.row.additions;
      const stock = stockOfPatch(before, { items, additions });
      return {
        ...{ additions, stock, mayOweMore: locksOrder },
        ...followShipments(row.status, shipments, patch.shipments),
      };
    },
  );
  const record = changed ?? unchanged;
  if (!record) throw new Error("a return was neither changed nor read");
  return record;
}

type Item = ReturnRecord["items"][number];
type ItemPatch = NonNullable<ReturnPatch["items"]>[number];

/** Returns the items that the patches visibly change, with their new additions. */
async function changedItems(record: ReturnRecord, patches: ItemPatch[]): Promise<Item[]> {
  const { currency } = record.order;
  const itemOf = new Map(record.items.map((item) => [item.id, item]));
  const changes = new Map<string, Item>();
  const yieldNow = createYielder();
  for (const [i, { id, ...additions }] of patches.entries()) {
    const item = changes.get(id) ?? itemOf.get(id);
    if (!item) throw invalid({ detail: `The return has no item ${id}.`, pointer: `/items/${i}/id` });
    changes.set(id, { ...item, additions: patched(item.additions, additions) });
    await yieldNow();
  }
  const visibleOf = (item: Item | undefined) =>
    item && { ...item.additions, refund: refundOf(item, currency) };
  const changed: Item[] = [];
  for (const item of changes.values()) {
    if (!sameJson(visibleOf(itemOf.get(item.id)), visibleOf(item))) changed.push(item);
    await yieldNow();
  }
  return changed;
}

/** Whether a change is of what the customer gets, beside what the merchant and the warehouse note. */
function isEdit(before: ReturnRecord, after: { items: Item[] } & Pick<Additions, "exchange">): boolean {
  const itemOf = new Map(before.items.map((item) => [item.id, item]));
  const gets = (item: Item | undefined) =>
    item && [item.additions.exchangeItem, refundOf(item, before.order.currency)];
  return (
    !sameJson(before.row.additions.exchange, after.exchange) ||
    after.items.some((item) => !sameJson(gets(itemOf.get(item.id)), gets(item)))
  );
}

/** Returns the additions of items before and after their change. */
function changesOf(record: ReturnRecord, items: Item[]): { before: object; after: object }[] {
  const itemOf = new Map(record.items.map((item) => [item.id, item]));
  return items.map(({ id, additions }) => ({ before: itemOf.get(id)?.additions ?? {}, after: additions }));
}

/** Returns a return's additions as responses show them, absent fields included. */
function visible({ shipments = [], tags = [], giftCards = [], dropoffs = [], ...rest }: Additions) {
  const { completeWithNoAction = false, ...more } = rest;
  return {
    ...{ tags, giftCards, dropoffs, completeWithNoAction, ...more },
    shipments: shipments.map((shipment) => shipmentView(shipment, "written")),
  };
}

/** The fields of a patch: null withdraws a field. */
type Fields<T> = { [Name in keyof T]?: T[Name] | null };

/** Returns additions with the fields of a patch. */
function patched<T extends object>(additions: T, fields: Fields<T>): T {
  const given = Object.entries(fields);
  const withdrawn = new Set(given.filter(([, value]) => value === null).map(([name]) => name));
  const after = Object.entries({ ...additions, ...fields }).filter(([name]) => !withdrawn.has(name));
  return Object.fromEntries(after) as T;
}

type Key = { storeId: string; id: string };

function writeAdditions(tx: Ctx, { storeId, id }: Key, items: Item[]): void {
  if (items.length === 0) return;
  const rows = items.map(({ id, additions }) => ({ id, additions }));
  withCommit(tx, write(tx.db, storeId, id, JSON.stringify(rows)));
}

const write = prepared(
  "write_item_additions",
  `update return_items as item set additions = given.additions
   from json_to_recordset($3::json) as given(id text, additions json)
   where item.store_id = $1 and item.return_id = $2 and item.id = given.id`,
);
