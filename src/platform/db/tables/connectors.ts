import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { impliedStoreId, storeId } from "./stores.ts";

/** The shops' software that the service knows. */
export type ConnectorKind = "shopify" | "woocommerce" | "medusa";

/**
 * The shops behind a store, one of each kind. `origin` is the address of the shop's API, which follows from `url` and the
 * encrypted `credentials`. `cursor` is how far the shop's orders were read; it is written after them. `dueAt`, null while
 * the connector is off, is when the shop is read again.
 */
export const connectors = pgTable(
  "connectors",
  {
    storeId: storeId(),
    id: text().notNull(),
    kind: text().$type<ConnectorKind>().notNull(),
    url: text(),
    origin: text().notNull(),
    isEnabled: boolean().notNull(),
    credentials: text().notNull(),
    createdAt: instant().notNull(),
    cursor: text(),
    dueAt: instant(),
    leasedUntil: instant(),
    /** Incremented by each lease and each change: a holder whose lease lapsed writes nothing. */
    fence: bigint({ mode: "number" }).notNull().default(0),
    /** How often in a row the shop could not be read; `failingSince` is when that began. */
    failures: integer().notNull().default(0),
    failingSince: instant(),
    lastError: text(),
    lastSuccessAt: instant(),
    /** Orders that had changed in the shop by then are here. */
    caughtUpAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    uniqueIndex("connectors_kind").on(table.storeId, table.kind),
    index("connectors_due").on(table.dueAt).where(sql`${table.dueAt} is not null`),
  ],
);

/** Orders that a shop has deleted for good, by its ids: what it has sent before, and comes late, makes none of them a live one. */
export const connectorDeletions = pgTable(
  "connector_deletions",
  {
    storeId: impliedStoreId(),
    connectorId: text().notNull(),
    orderId: text().notNull(),
    deletedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.connectorId, table.orderId] }),
    index("connector_deletions_time").on(table.storeId, table.connectorId, table.deletedAt),
    foreignKey({
      columns: [table.storeId, table.connectorId],
      foreignColumns: [connectors.storeId, connectors.id],
    }).onDelete("cascade"),
  ],
);

/** Orders that a shop has and that could not be stored, until they can: `orderId` is the shop's, `reason` says why not. */
export const connectorRejections = pgTable(
  "connector_rejections",
  {
    storeId: impliedStoreId(),
    connectorId: text().notNull(),
    orderId: text().notNull(),
    reason: text().notNull(),
    rejectedAt: instant().notNull(),
    tries: integer().notNull().default(1),
    /** When the order is read from the shop again. */
    retryAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.connectorId, table.orderId] }),
    index("connector_rejections_time").on(table.storeId, table.connectorId, table.rejectedAt, table.orderId),
    foreignKey({
      columns: [table.storeId, table.connectorId],
      foreignColumns: [connectors.storeId, connectors.id],
    }).onDelete("cascade"),
  ],
);
