import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, real, text, uuid } from "drizzle-orm/pg-core";

/**
 * The log of requests. A request's id begins with its time by the database's clock, so the key serves the list, its
 * time range, the look-up by id and the retention, and rows are added at its right edge. Without a foreign key,
 * whose check would cost more than the row.
 */
export const requests = pgTable(
  "requests",
  {
    storeId: text().notNull(),
    id: uuid().notNull(),
    method: text().notNull(),
    /** The pattern of the path: the path itself has ids. */
    route: text().notNull(),
    status: integer().notNull(),
    /** The name and the id of the API client, or of the person who acts in the console. */
    client: text().notNull(),
    sentById: text(),
    durationMs: real().notNull(),
    code: text(),
    /** Pointers to fields of the body that were ignored, names that may be data left out; null for none. */
    ignoredFields: text(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    index("requests_client").on(table.storeId, table.client, table.id),
    index("requests_failed").on(table.storeId, table.id).where(sql`${table.status} >= 400`),
  ],
);
