import { integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { impliedStoreId } from "./stores.ts";

/** A kind of background work that a store's people see. */
export type JobKind =
  | "events"
  | "deliveries"
  | "backfills"
  | "replays"
  | "exports"
  | "imports"
  | "orderImports"
  | "erasures"
  | "merges";

/** How much of a kind of background work was done in a minute. Without a foreign key, as it only counts. */
export const doneJobs = pgTable(
  "done_jobs",
  {
    storeId: impliedStoreId(),
    minute: timestamp({ withTimezone: true }).notNull(),
    kind: text().$type<JobKind>().notNull(),
    done: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.minute, table.kind] })],
);
