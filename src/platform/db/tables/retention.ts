import { bigint, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Retained } from "../../config/retention-settings.ts";
import { instant } from "../columns.ts";
import { storeId } from "./stores.ts";

/** How many rows of a kind the retention job has removed when it last ran, one row per store and kind. */
export const retentionRuns = pgTable(
  "retention_runs",
  {
    storeId: storeId(),
    kind: text().$type<Retained>().notNull(),
    removed: bigint({ mode: "number" }).notNull(),
    endedAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.kind] })],
);
