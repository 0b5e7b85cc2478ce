import { STORE_TABLES } from "../../features/stores/purge-store.ts";
import { DIRECTORY_TABLES } from "../../platform/cells/store-states.ts";

/**
 * Rows that count requests and work. Writers share statements for many stores, so they are never refused; what is
 * there when the store is handed over is carried along.
 */
export const COUNTERS = ["rate_limits", "done_jobs"] as const;

/** Written after the response, together for many stores, and taken until the move is over. */
const LOGS = ["requests"];

/** Says where the store is: each cell has its own row. */
const OF_CELL = ["store_states", "move_positions"];

/** The tables whose rows of a store move with it, referenced ones first. */
const MOVED_TABLES = STORE_TABLES.filter(
  (table) => ![...DIRECTORY_TABLES, ...OF_CELL, ...COUNTERS].some((other) => other === table),
).toReversed();

/** The tables that are copied and compared, and whose changes follow. */
export const COPIED_TABLES: readonly string[] = MOVED_TABLES;

/** The tables that nothing writes while the store is paused. */
export const PAUSED_TABLES: readonly string[] = MOVED_TABLES.filter((table) => !LOGS.includes(table));

export const PUBLISHED_TABLES: readonly string[] = [...MOVED_TABLES, "move_positions"];

/** The tables whose rows of a store are removed from a cell that it is not in, those that refer to others first. */
export const REMOVED_TABLES: readonly string[] = [
  ...COUNTERS,
  ...MOVED_TABLES.toReversed(),
  "move_positions",
];
