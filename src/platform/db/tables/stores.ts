import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import type { SettingChange, StoreSettingsDocument } from "../documents/store-settings.ts";

/**
 * With `removedAt` a store can't be used any more; the row stays, so that its id is never used again. `storeSettings` has
 * what was set of the shopper's page, withdrawal and mail; `settingsHistory` the last changes of the others, newest first.
 */
export const stores = pgTable("stores", {
  storeId: text().primaryKey(),
  name: text().notNull(),
  currency: text().notNull(),
  firstStatus: text().$type<"open" | "pre_shipment" | "needs_review">().notNull(),
  createdAt: instant().notNull(),
  removedAt: instant(),
  storeSettings: jsonb().$type<StoreSettingsDocument>(),
  timeZone: text().notNull().default("UTC"),
  settingsHistory: jsonb().$type<SettingChange[]>().notNull().default([]),
});

/** The first column of every key: the store that a row belongs to. */
export const storeId = () =>
  text()
    .notNull()
    .references(() => stores.storeId);

/**
 * A `storeId` without a foreign key, which would lock the store's row for every write: in tables that refer to
 * another table of the store, and where a trigger (`require_store`, in a migration) checks it.
 */
export const impliedStoreId = () => text().notNull();

/**
 * `lookup` finds the row of a secret; only the secret's hash is stored. With `origins` the secret is publishable:
 * pages of these origins use it. A client that was rotated has `expiresAt`, and its successor names it in `replaces`.
 * `lastUsedAt` is exact to a minute.
 */
export const apiClients = pgTable(
  "api_clients",
  {
    storeId: storeId(),
    id: text().notNull(),
    name: text().notNull(),
    scopes: text().array().notNull(),
    lookup: text().notNull(),
    secretHash: text().notNull(),
    createdAt: instant().notNull(),
    revokedAt: instant(),
    origins: text().array().notNull().default([]),
    expiresAt: instant(),
    lastUsedAt: instant(),
    replaces: text(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    index("api_clients_lookup").on(table.lookup),
  ],
);

/**
 * `number` is the id in the warehouse API. With `removedAt` a location can't be chosen any more; orders and returns
 * that name it keep its address.
 */
export const locations = pgTable(
  "locations",
  {
    storeId: storeId(),
    id: text().notNull(),
    number: bigint({ mode: "number" }).generatedAlwaysAsIdentity().notNull(),
    name: text().notNull(),
    line1: text().notNull(),
    line2: text().notNull(),
    city: text().notNull(),
    state: text().notNull(),
    postalCode: text().notNull(),
    country: text().notNull(),
    phoneNumber: text().notNull(),
    isDefault: boolean().notNull(),
    createdAt: instant().notNull(),
    removedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    uniqueIndex("locations_number").on(table.storeId, table.number),
    uniqueIndex("locations_default").on(table.storeId).where(sql`${table.isDefault}`),
  ],
);

/** What is still to be announced of a location's change: its levels and their items, or the returns that go there. */
export type LocationStage = "levels" | "returns";

/**
 * Changes of locations that the change feed doesn't have yet for all that shows them. Levels and returns are read by their
 * ids: `after` is the last one of `stage`. With `isAgain` the location has changed since, and all are read once more.
 */
export const locationChanges = pgTable(
  "location_changes",
  {
    storeId: storeId(),
    locationId: text().notNull(),
    stage: text().$type<LocationStage>().notNull().default("levels"),
    after: text().notNull().default(""),
    isAgain: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.locationId] })],
);

/** What an integration does: it issues return authorizations, or pays what returns owe. */
export type IntegrationKind = "authorizations" | "refunds";

/**
 * Systems that issue their own return authorizations, and at most one per store that pays; `token` is encrypted. With
 * `removedAt` nothing is requested any more.
 * `anyAddress`: the operator has configured the URL, which may then be private.
 */
export const integrations = pgTable(
  "integrations",
  {
    storeId: storeId(),
    id: text().notNull(),
    provider: text().notNull(),
    url: text().notNull(),
    token: text(),
    createdAt: instant().notNull(),
    removedAt: instant(),
    anyAddress: boolean().notNull().default(true),
    integrationKind: text().$type<IntegrationKind>().notNull().default("authorizations"),
    /** What requests for payouts are signed with, encrypted; null for other kinds. */
    payoutSecret: text(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.id] })],
);

/** The times of the last requests that a rate limit has admitted, per store and operation. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    storeId: storeId(),
    operation: text().notNull(),
    passed: timestamp({ withTimezone: true }).array().notNull(),
    counts: integer().array().notNull().default([]),
    granted: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.operation] })],
);

/**
 * The first response of each `Idempotency-Key`, stored in the transaction of its effect. `objectId` is the
 * order or return that it is about.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    storeId: impliedStoreId(),
    operation: text().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    answer: text().notNull(),
    createdAt: instant().notNull(),
    objectId: text(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.operation, table.key] }),
    index("idempotency_keys_object")
      .on(table.storeId, table.objectId)
      .where(sql`${table.objectId} is not null`)
      .concurrently(),
    index("idempotency_keys_created_at").on(table.storeId, table.createdAt),
  ],
);
