import { bigint, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { impliedStoreId, storeId } from "./stores.ts";

export type MoveStep = "copying" | "following" | "switching" | "removing";

/**
 * In the directory: the moves of stores in progress. `id` is in the names of the publication, the subscription and the
 * replication slot; `epoch` is that of the store's entry before the move. `mover` is the call that works on it, until
 * `moverUntil` unless it renews that: then another process may go on, and the earlier one changes nothing any more.
 */
export const storeMoves = pgTable("store_moves", {
  storeId: storeId().primaryKey(),
  id: text().notNull(),
  fromCell: text().notNull(),
  toCell: text().notNull(),
  epoch: bigint({ mode: "number" }).notNull(),
  step: text().$type<MoveStep>().notNull(),
  startedAt: instant().notNull(),
  mover: text().notNull(),
  moverUntil: instant().notNull(),
});

/**
 * In each cell, while a store moves: its last row written in the cell that the store leaves. Once the other cell has
 * it, it has everything that was committed before.
 */
export const movePositions = pgTable(
  "move_positions",
  { storeId: impliedStoreId(), position: bigint({ mode: "number" }).notNull() },
  (table) => [primaryKey({ columns: [table.storeId] })],
);
