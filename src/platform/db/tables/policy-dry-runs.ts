import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { document, instant } from "../columns.ts";
import { storeId } from "./stores.ts";

/**
 * Policies that are tried on past returns in the background. `against` is the version that they are compared with, null
 * for none; `reached` is the last return that was decided. The progress columns change together, so that a dry run goes
 * on after that return, and no return is counted twice.
 */
export const policyDryRuns = pgTable(
  "policy_dry_runs",
  {
    storeId: storeId(),
    id: text().notNull(),
    status: text().$type<"queued" | "running" | "done" | "failed">().notNull(),
    draft: document<unknown>().notNull(),
    against: integer(),
    total: integer().notNull(),
    decided: integer().notNull(),
    reached: document<unknown>(),
    outcome: document<unknown>().notNull(),
    by: text().notNull(),
    askedById: text(),
    createdAt: instant().notNull(),
    finishedAt: instant(),
    /** Why it has failed last. */
    dryRunError: text(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    index("policy_dry_runs_created_at").on(table.storeId, table.createdAt, table.id),
  ],
);
