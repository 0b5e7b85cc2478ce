import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import type { Caller } from "../http/request-context.ts";
import { minorDigits } from "../lib/money.ts";
import { invalid } from "../lib/problem.ts";
import { sameJson } from "../lib/same-json.ts";
import { createYielder } from "../lib/yielder.ts";
import type { ReturnAdditions as Additions, ReturnPatch, Shipment } from "./additions-schema.ts";
import { type Change, changeReturn } from "./change.ts";
import { loadReturn } from "./load.ts";
import { mayBecome, type Status } from "./status.ts";
import { type ReturnRecord, refundOf, shipmentView } from "./view.ts";

/**
 * Writes what merchant and warehouse add to a return: each given member replaces the one before, items by their id. A
 * shipment that becomes in_transit or delivered takes the return along. A patch that changes nothing that can be seen
 * leaves no trace.
 */
export function amendReturn(ctx: Ctx, caller: Caller, returnId: string, patch: ReturnPatch): Promise<void> {
  return changeReturn(ctx, caller, returnId, async (tx): Promise<Change | undefined> => {
    const before = await loadReturn(tx, caller.storeId, returnId);
    const { items: patches = [], ...given } = patch;
    const items = await amendedItems(before, patches);
    const additions = { ...before.row.additions, ...given };
    if (items.length === 0 && sameJson(shown(before.row.additions), shown(additions))) return undefined;

    await writeAdditions(tx, before, items);
    return { additions, ...followShipments(before, patch.shipments) };
  });
}

type Item = ReturnRecord["items"][number];
type ItemPatch = NonNullable<ReturnPatch["items"]>[number];

/** The items that look different after the patches, with what was added to them. */
async function amendedItems(record: ReturnRecord, patches: ItemPatch[]): Promise<Item[]> {
  const { currency } = record.order;
  requireOrderMoney(currency, patches);
  const itemOf = new Map(record.items.map((item) => [item.id, item]));
  const amended = new Map<string, Item>();
  const pace = createYielder();
  for (const [i, { id, ...additions }] of patches.entries()) {
    const item = amended.get(id) ?? itemOf.get(id);
    if (!item) throw invalid({ detail: `The return has no item ${id}.`, pointer: `/items/${i}/id` });
    amended.set(id, { ...item, additions: { ...item.additions, ...additions } });
    await pace();
  }
  const shown = (item: Item | undefined) => item && { ...item.additions, refund: refundOf(item, currency) };
  const different: Item[] = [];
  for (const item of amended.values()) {
    if (!sameJson(shown(itemOf.get(item.id)), shown(item))) different.push(item);
    await pace();
  }
  return different;
}

/** What is added to a return as it is shown: what was never given is shown as well. */
function shown({ shipments = [], tags = [], giftCards = [], dropoffs = [], ...rest }: Additions) {
  const { completeWithNoAction = false, ...more } = rest;
  return {
    ...{ tags, giftCards, dropoffs, completeWithNoAction, ...more },
    shipments: shipments.map((shipment) => shipmentView(shipment, "written")),
  };
}

/** A refund that the merchant adjusts stays money of the order: its currency, its digits, not below zero. */
function requireOrderMoney(currency: string, items: ItemPatch[]): void {
  const digits = minorDigits(currency);
  const form = new RegExp(digits === 0 ? "^\\d+$" : `^\\d+\\.\\d{${digits}}$`);
  for (const [i, { refund }] of items.entries()) {
    if (!refund) continue;
    const pointer = `/items/${i}/refund/amount`;
    if (refund.amount.currency !== currency) {
      throw invalid({ detail: `The refund must be in ${currency}.`, pointer: `${pointer}/currency` });
    }
    if (!form.test(refund.amount.amount)) {
      const detail = `The refund must be a decimal with ${digits} digits.`;
      throw invalid({ detail, pointer: `${pointer}/amount` });
    }
  }
}

async function writeAdditions(tx: Ctx, { row }: ReturnRecord, items: Item[]): Promise<void> {
  if (items.length === 0) return;
  const given = items.map(({ id, additions }) => ({ id, additions }));
  await tx.db.execute(sql`
    update return_items as item set additions = given.additions
    from json_to_recordset(${JSON.stringify(given)}::json) as given(id text, additions json)
    where item.store_id = ${row.storeId} and item.return_id = ${row.id} and item.id = given.id`);
}

/** The furthest that a shipment has newly come, when the return is still on the way there. */
function followShipments({ row }: ReturnRecord, shipments: Shipment[] | undefined): { status?: Status } {
  const before = row.additions.shipments ?? [];
  const became = new Set(
    (shipments ?? []).map(({ status }, i) => (status === before[i]?.status ? undefined : status)),
  );
  if (row.status !== "open" && row.status !== "in_transit") return {};
  for (const status of ["delivered", "in_transit"] as const) {
    if (became.has(status) && mayBecome(row.status, status)) return { status };
  }
  return {};
}
