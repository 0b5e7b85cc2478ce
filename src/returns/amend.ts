import type { Ctx } from "../ctx.ts";
import { prepared } from "../db/prepared.ts";
import type { Caller } from "../http/request-context.ts";
import { minorDigits } from "../lib/money.ts";
import { invalid } from "../lib/problem.ts";
import { sameJson } from "../lib/same-json.ts";
import { createYielder } from "../lib/yielder.ts";
import { addMentions } from "../lookup/mentions.ts";
import { replaceSearchKeys } from "../lookup/search-keys.ts";
import { addedBytes, requireFits } from "./added-bytes.ts";
import type { ReturnAdditions as Additions, ReturnPatch, Shipment } from "./additions-schema.ts";
import { type Change, changeAndShowReturn } from "./change.ts";
import { loadReturn } from "./load.ts";
import { trackersOf } from "./search-fields.ts";
import { mayBecome, type Status } from "./status.ts";
import { type ReturnRecord, refundOf, shipmentView } from "./view.ts";

/**
 * Applies a patch of the merchant or the warehouse to a return, and returns it. Each field of the patch replaces the
 * current one; items are matched by their id. A shipment that becomes in_transit or delivered also changes the
 * return's status. A patch without a visible change writes nothing and notifies no webhook. Throws 404 for an
 * unknown return, 400 for an unknown item, a refund that is not money of the order, and more than may be added.
 */
export async function amendReturn(
  ctx: Ctx,
  caller: Caller,
  returnId: string,
  patch: ReturnPatch,
): Promise<ReturnRecord> {
  const { storeId } = caller;
  const read = (tx: Ctx) =>
    Promise.all([loadReturn(tx, storeId, returnId), addedBytes(tx, storeId, returnId)]);
  let unchanged: ReturnRecord | undefined;
  const changed = await changeAndShowReturn(
    ctx,
    caller,
    { returnId, read },
    async (tx, row, _at, [before, bytes]): Promise<Change | undefined> => {
      unchanged = before;
      const { items: patches = [], ...fields } = patch;
      const items = await changedItems(before, patches);
      const additions = { ...before.row.additions, ...fields };
      if (items.length === 0 && sameJson(visible(before.row.additions), visible(additions))) return undefined;

      requireFits(bytes, patch, [
        { before: before.row.additions, after: additions },
        ...changesOf(before, items),
      ]);
      const { createdAt: at, id, customerId } = row;
      const keyed = { storeId, at, id };
      const trackers = { before: trackersOf(before.row.additions), after: trackersOf(additions) };
      const written = Promise.all([
        writeAdditions(tx, row, items),
        replaceSearchKeys(tx, keyed, "return.tracking", trackers),
        addMentions(tx, keyed, "return.mention", { customerId, texts: patch }),
      ]);
      return { additions, ...followShipments(before, patch.shipments), written };
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
  requireOrderMoney(currency, patches);
  const itemOf = new Map(record.items.map((item) => [item.id, item]));
  const patched = new Map<string, Item>();
  const yieldNow = createYielder();
  for (const [i, { id, ...additions }] of patches.entries()) {
    const item = patched.get(id) ?? itemOf.get(id);
    if (!item) throw invalid({ detail: `The return has no item ${id}.`, pointer: `/items/${i}/id` });
    patched.set(id, { ...item, additions: { ...item.additions, ...additions } });
    await yieldNow();
  }
  const visibleOf = (item: Item | undefined) =>
    item && { ...item.additions, refund: refundOf(item, currency) };
  const changed: Item[] = [];
  for (const item of patched.values()) {
    if (!sameJson(visibleOf(itemOf.get(item.id)), visibleOf(item))) changed.push(item);
    await yieldNow();
  }
  return changed;
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

/** Throws 400 unless each refund has the order's currency and its number of decimals, and is not negative. */
function requireOrderMoney(currency: string, items: ItemPatch[]): void {
  const digits = minorDigits(currency);
  const pattern = new RegExp(digits === 0 ? "^\\d+$" : `^\\d+\\.\\d{${digits}}$`);
  for (const [i, { refund }] of items.entries()) {
    if (!refund) continue;
    const pointer = `/items/${i}/refund/amount`;
    if (refund.amount.currency !== currency) {
      throw invalid({ detail: `The refund must be in ${currency}.`, pointer: `${pointer}/currency` });
    }
    if (!pattern.test(refund.amount.amount)) {
      const detail = `The refund must be a decimal with ${digits} digits.`;
      throw invalid({ detail, pointer: `${pointer}/amount` });
    }
  }
}

type Key = { storeId: string; id: string };

async function writeAdditions(tx: Ctx, { storeId, id }: Key, items: Item[]): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map(({ id, additions }) => ({ id, additions }));
  await write(tx.db, storeId, id, JSON.stringify(rows));
}

const write = prepared(
  "write_item_additions",
  `update return_items as item set additions = given.additions
   from json_to_recordset($3::json) as given(id text, additions json)
   where item.store_id = $1 and item.return_id = $2 and item.id = given.id`,
);

/**
 * Returns the most advanced status that a shipment changes to, if the return may move there; {} otherwise.
 */
function followShipments({ row }: ReturnRecord, shipments: Shipment[] | undefined): { status?: Status } {
  const before = row.additions.shipments ?? [];
  const newStatuses = new Set(
    (shipments ?? []).map(({ status }, i) => (status === before[i]?.status ? undefined : status)),
  );
  if (row.status !== "open" && row.status !== "in_transit") return {};
  for (const status of ["delivered", "in_transit"] as const) {
    if (newStatuses.has(status) && mayBecome(row.status, status)) return { status };
  }
  return {};
}
