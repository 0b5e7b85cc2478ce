import type { Settings } from "./session-settings.ts";

/**
 * The planner's settings for statements that look up by key. Each connection plans a prepared statement once,
 * perhaps while tables are small or have no statistics, and keeps the plan: with these settings it uses
 * indexes. JIT compilation would cost more than such a statement; only a connection can turn it off in time.
 * Without bitmap scans, rows in an index's order are read in it, and the reading ends early. A key is rarely looked
 * up twice in a statement: remembering it costs more than it saves.
 */
const SETTINGS = { enable_seqscan: "off", plan_cache_mode: "force_generic_plan" };

/** The settings of a connection. */
export const BY_KEY_SETTINGS: Settings = {
  ...SETTINGS,
  enable_bitmapscan: "off",
  enable_memoize: "off",
  jit: "off",
};

/** Columns of a `select` that makes the rest of its transaction use the settings. */
export const PLAN_BY_KEY = Object.entries(SETTINGS)
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(", ");
