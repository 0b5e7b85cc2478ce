import type { ReturnAdditions } from "../additions-schema.ts";
import type { ReturnRecord } from "../read/view.ts";
import type { StockItem } from "./restock-units.ts";

/** A changed item; without `after`, one that has left the return. */
export type ChangedItem = { id: string; before: StockItem; after?: StockItem };

/** What a change of a return means for stock, besides its status. */
export type StockOfReturn = { items: ChangedItem[]; exchange: "same" | "changed" | "ended" };

type After = { items: (StockItem & { id: string })[]; additions: ReturnAdditions };

/** Returns what a patch of a return means for stock; undefined for nothing, as with most patches. */
export function stockOfPatch(before: ReturnRecord, after: After): StockOfReturn | undefined {
  const isExchanged = before.row.additions.exchange !== after.additions.exchange;
  if (after.items.length === 0 && !isExchanged) return undefined;
  const itemOf = new Map(before.items.map((item) => [item.id, item]));
  let hasOther = isExchanged;
  const items = after.items.flatMap((item): ChangedItem[] => {
    const was = itemOf.get(item.id);
    if (!was) return [];
    hasOther ||= was.additions.exchangeItem !== item.additions.exchangeItem;
    const { outcome } = item.additions;
    return outcome === undefined && was.additions.outcome === undefined
      ? []
      : [{ id: item.id, before: was, after: item }];
  });
  if (items.length === 0 && !hasOther) return undefined;
  return { items, exchange: hasOther ? "changed" : "same" };
}
