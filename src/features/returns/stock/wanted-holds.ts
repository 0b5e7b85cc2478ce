import type { StockHoldsDocument } from "../../../platform/db/documents/return.ts";
import { exchangedUnits } from "../money/exchange-money.ts";
import type { ReturnRecord } from "../read/view.ts";
import type { Status } from "../status.ts";
import { unitsToRestock } from "./restock-units.ts";
import type { StockOfReturn } from "./stock-change.ts";

/** What a level can count; the items of a return could ask for more. */
export const MAX_UNITS = 2_147_483_647;

export type StockHold = StockHoldsDocument["restocked"][number];

/** Why units have no place: no product is named, the store has no location for them, or keeps no stock of the product. */
export type Unplaced = { reason: "no_product" | "no_location" | "not_stocked" };

/** A line of what a change has done to stock: units that came to a place or left it. */
export type StockEntry = {
  kind: keyof StockHoldsDocument;
  of: string;
  units: number;
  place?: StockHold["place"];
} & Partial<Unplaced>;

/** How many units are to be held of each thing, and whether now, or when the return is completed or reopened. */
export type Wanted = Map<string, { units: number; isNow: boolean }>;

type Change = { from: Status; to: Status; stock?: StockOfReturn | undefined };

/** Returns the units to be restocked after a change of a return. */
export function wantedRestocks(holds: StockHold[], { from, to, stock }: Change): Wanted {
  const wanted = wantedBefore(holds);
  if (to === "deleted") return new Map();
  for (const { id, before, after } of stock?.items ?? []) {
    const was = wanted.get(id);
    const is = after ? unitsToRestock(before, after, was?.units) : { units: 0, isSet: true };
    if (!is) continue;
    if (is.units === 0) wanted.delete(id);
    else wanted.set(id, { units: is.units, isNow: is.isSet || was?.isNow === true });
  }
  if (from !== to && to === "complete") return every(wanted, true);
  return from === "complete" && to === "open" ? every(wanted, false) : wanted;
}

/** Returns the units to be reserved after a change of a return; `chosen` is what is sent in exchange, if it has changed. */
export function wantedReservations(
  holds: StockHold[],
  chosen: ReadonlyMap<string, number> | undefined,
  { to, stock }: Change,
): Wanted {
  if (to === "deleted" || stock?.exchange === "ended") return new Map();
  const wanted = chosen
    ? new Map([...chosen].map(([of, units]) => [of, { units, isNow: true }]))
    : wantedBefore(holds);
  return every(wanted, to !== "complete");
}

function wantedBefore(holds: StockHold[]): Wanted {
  return new Map(holds.map(({ of, units, place }) => [of, { units, isNow: place !== undefined }]));
}

function every(wanted: Wanted, isNow: boolean): Wanted {
  return new Map([...wanted].map(([of, { units }]) => [of, { units, isNow }]));
}

/** Identifies what is sent in exchange: the ids of its variant and product. */
type Exchanged = { product?: { externalId?: string }; variant?: { externalId?: string } };

/**
 * Returns the units of what is sent in exchange. What both the return's exchange and its items name is sent once.
 */
export function chosenUnits({ row, items }: ReturnRecord): Map<string, number> {
  const ofReturn = new Map<string, number>();
  const ofItems = new Map<string, number>();
  for (const item of row.additions.exchange?.items ?? []) add(ofReturn, item);
  for (const { additions } of items) if (additions.exchangeItem) add(ofItems, additions.exchangeItem);
  for (const [of, units] of ofItems) ofReturn.set(of, Math.max(units, ofReturn.get(of) ?? 0));
  return ofReturn;
}

function add(units: Map<string, number>, item: Exchanged & { quantity?: number }): void {
  const of = JSON.stringify([item.variant?.externalId ?? "", item.product?.externalId ?? ""]);
  units.set(of, Math.min((units.get(of) ?? 0) + exchangedUnits(item), MAX_UNITS));
}

/** Returns the ids by which stock of what is sent in exchange is found, the more exact one first. */
export function exchangedIds(of: string): string[] {
  return (JSON.parse(of) as string[]).filter(Boolean);
}
