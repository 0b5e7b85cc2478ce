import { and, eq } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { returnItems } from "../db/tables/returns.ts";
import type { Caller } from "../http/trace.ts";
import { minorDigits } from "../lib/money.ts";
import { invalid } from "../lib/problem.ts";
import { sameJson } from "../lib/same-json.ts";
import type { ReturnPatch, Shipment } from "./additions-schema.ts";
import { type Change, changeReturn } from "./change.ts";
import { loadReturn } from "./load.ts";
import { mayBecome, type Status } from "./status.ts";
import { type ReturnRecord, returnView } from "./view.ts";

/**
 * Writes what merchant and warehouse add to a return: each given member replaces the one before, items by their id. A
 * shipment that becomes in_transit or delivered takes the return along. A patch that changes nothing that can be seen
 * leaves no trace.
 */
export function amendReturn(ctx: Ctx, caller: Caller, returnId: string, patch: ReturnPatch): Promise<void> {
  return changeReturn(ctx, caller, returnId, async (tx): Promise<Change | undefined> => {
    const before = await loadReturn(tx, caller.storeId, returnId);
    const after = amended(before, patch);
    if (looksTheSame(before, after)) return undefined;

    for (const item of after.items) {
      if (!before.items.includes(item)) await writeAdditions(tx, item);
    }
    return { additions: after.row.additions, ...followShipments(before, patch.shipments) };
  });
}

function amended(record: ReturnRecord, { items = [], ...given }: ReturnPatch): ReturnRecord {
  demandMoneyOf(record.order.currency, items);
  const itemOf = new Map(record.items.map((item) => [item.id, item]));
  for (const [i, { id, ...additions }] of items.entries()) {
    const item = itemOf.get(id);
    if (!item) throw invalid({ detail: `The return has no item ${id}.`, pointer: `/items/${i}/id` });
    itemOf.set(id, { ...item, additions: { ...item.additions, ...additions } });
  }
  const row = { ...record.row, additions: { ...record.row.additions, ...given } };
  return { ...record, row, items: [...itemOf.values()] };
}

/** A refund that the merchant adjusts stays money of the order: its currency, its digits, not below zero. */
function demandMoneyOf(currency: string, items: NonNullable<ReturnPatch["items"]>): void {
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

function looksTheSame(before: ReturnRecord, after: ReturnRecord): boolean {
  return sameJson(returnView(before, "", "written"), returnView(after, "", "written"));
}

async function writeAdditions(tx: Ctx, item: ReturnRecord["items"][number]): Promise<void> {
  const { storeId, returnId, id, additions } = item;
  await tx.db
    .update(returnItems)
    .set({ additions })
    .where(and(eq(returnItems.storeId, storeId), eq(returnItems.returnId, returnId), eq(returnItems.id, id)));
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
