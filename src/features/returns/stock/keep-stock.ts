import { sql } from "drizzle-orm";
import { type Ctx, withCommit } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import type { StockHoldsDocument } from "../../../platform/db/documents/return.ts";
import type { returns } from "../../../platform/db/tables/returns.ts";
import { beginChange } from "../../inventory/change-clock.ts";
import { moveStock, type NewProduct, type StockMove } from "../../inventory/move-stock.ts";
import type { ReturnRecord } from "../read/view.ts";
import type { Status } from "../status.ts";
import { atKeptPlaces, placeUnits } from "./place-units.ts";
import type { StockOfReturn } from "./stock-change.ts";
import {
  chosenUnits,
  MAX_UNITS,
  type StockEntry,
  type StockHold,
  type Wanted,
  wantedReservations,
  wantedRestocks,
} from "./wanted-holds.ts";
import { writeEntries } from "./write-entries.ts";

type LockedReturn = Pick<typeof returns.$inferSelect, "storeId" | "id" | "status" | "stockHolds">;
type Changed = { status?: Status | undefined; stock?: StockOfReturn | undefined };

/**
 * Restocks and reserves what a change of a return means for stock, and takes back what it no longer means: the difference
 * to what was held before. Runs in the transaction of the change, which has locked the return's row; every write of an
 * outcome, an exchange or a status goes through it. The store's stock is locked after the row. `load` reads the changed return.
 */
export async function keepStock(
  tx: Ctx,
  caller: Caller,
  { row, changed, load }: { row: LockedReturn; changed: Changed; load(): Promise<ReturnRecord> },
): Promise<void> {
  const { status, stock } = changed;
  const holds = row.stockHolds ?? { restocked: [], reserved: [] };
  const change = { from: row.status, to: status ?? row.status, stock };
  const chosen = stock?.exchange === "changed" ? chosenUnits(await load()) : undefined;
  const restocked = differenceOf("restocked", holds.restocked, wantedRestocks(holds.restocked, change));
  const reserved = differenceOf(
    "reserved",
    holds.reserved,
    wantedReservations(holds.reserved, chosen, change),
  );
  const missing = [...restocked.missing, ...reserved.missing];
  let entries = [...restocked.entries, ...reserved.entries];
  const after = { restocked: restocked.holds, reserved: reserved.holds };
  if (missing.length + entries.length > 0) {
    // Before what is read of the stock.
    const at = (await beginChange(tx, caller.storeId)).toISOString();
    entries = await atKeptPlaces(tx, caller.storeId, entries);
    const { placed, products } =
      missing.length > 0 ? await placeUnits(tx, caller.storeId, await load(), missing) : NONE;
    for (const { kind, of, units, place } of placed) {
      after[kind].push({ of, units, ...(place && { place }) });
    }
    const said = row.status === "complete" ? [] : holds.reserved.filter(({ place }) => !place);
    entries.push(...placed.filter((entry) => entry.place || !isSaid(entry, said)));
    await moveStock(tx, { ...caller, at, forReturnId: row.id }, { moves: movesOf(entries), products });
  }
  writeHolds(tx, row, after);
  await writeEntries(tx, caller, row, entries);
}

/** Whether units could not be reserved before either: that is in the return's timeline already. */
function isSaid({ kind, of, units }: StockEntry, before: StockHold[]): boolean {
  return kind === "reserved" && before.some((hold) => hold.of === of && hold.units === units);
}

const NONE: { placed: StockEntry[]; products: NewProduct[] } = { placed: [], products: [] };

type Difference = { holds: StockHold[]; entries: StockEntry[]; missing: StockEntry[] };

/** Compares what is held with what is wanted: units that have a place keep it, others are `missing` one. */
function differenceOf(kind: StockEntry["kind"], before: StockHold[], wanted: Wanted): Difference {
  const difference: Difference = { holds: [], entries: [], missing: [] };
  const heldOf = new Map(before.map((hold) => [hold.of, hold]));
  for (const of of new Set([...heldOf.keys(), ...wanted.keys()])) {
    const held = heldOf.get(of);
    const { units = 0, isNow = false } = wanted.get(of) ?? {};
    const place = held?.place;
    if (place) {
      const added = (isNow ? units : 0) - held.units;
      if (added !== 0) difference.entries.push({ kind, of, units: added, place });
    }
    if (units === 0) continue;
    if (!isNow) difference.holds.push({ of, units });
    else if (place) difference.holds.push({ of, units, place });
    else difference.missing.push({ kind, of, units });
  }
  return difference;
}

/** Returns one move per level, in a fixed order. */
function movesOf(entries: StockEntry[]): StockMove[] {
  const moves = new Map<string, StockMove>();
  for (const { kind, units, place } of entries) {
    if (!place) continue;
    const key = JSON.stringify([place.productId, place.locationId]);
    const { productId, locationId } = place;
    const move = moves.get(key) ?? { productId, locationId, quantity: 0, reserved: 0 };
    if (kind === "restocked") move.quantity += units;
    else move.reserved = Math.max(-MAX_UNITS, Math.min(move.reserved + units, MAX_UNITS));
    moves.set(key, move);
  }
  const moving = [...moves].filter(([, { quantity, reserved }]) => quantity !== 0 || reserved !== 0);
  return moving.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, move]) => move);
}

function writeHolds(tx: Ctx, { storeId, id }: LockedReturn, holds: StockHoldsDocument): void {
  const isEmpty = holds.restocked.length + holds.reserved.length === 0;
  const written = tx.db.execute(sql`
    update returns set stock_holds = ${isEmpty ? null : JSON.stringify(holds)}::json
    where store_id = ${storeId} and id = ${id}`);
  withCommit(tx, written);
}
