import { type SQL, sql } from "drizzle-orm";
import {
  index,
  integer,
  type PgColumn,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { byteOrderedText, instant, searchTerms, value } from "../columns.ts";
import { impliedStoreId, storeId } from "./stores.ts";

export type CustomerLocation = {
  street1?: string;
  street2?: string;
  city?: string;
  state?: string;
  stateCode?: string;
  postalCode?: string;
  country?: string;
  countryCode?: string;
  ianaTimeZoneName?: string;
  latitude?: number;
  longitude?: number;
};

export type CustomFields = Record<string, string | number | boolean>;

/** SQL for when a customer was created, by which they are sorted: those of whom it isn't known come before all others. */
export const CREATED_AT = sql.raw("coalesce(created_at, timestamptz '1970-01-01 00:00:00+00')");

/**
 * `emailKey` is the e-mail address as it is compared; `searchTerms` has one term per custom
 * field. The table's fill factor (see the migration) leaves room for updated rows on the same page, so that
 * most updates write no index.
 */
export const customers = pgTable(
  "customers",
  {
    storeId: impliedStoreId(),
    id: text().notNull(),
    email: text(),
    emailKey: text(),
    phoneNumber: text(),
    firstName: text(),
    lastName: text(),
    location: value<CustomerLocation>(),
    customFields: value<CustomFields>(),
    searchTerms: searchTerms().notNull().default(sql`''`),
    createdAt: instant(),
    updatedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    uniqueIndex("customers_email")
      .on(...byteOrdered(table.storeId, table.emailKey))
      .where(sql`${table.emailKey} is not null`),
    index("customers_search_terms").using("gin", table.searchTerms),
    uniqueIndex("customers_phone_number")
      .on(...byteOrdered(table.storeId, table.phoneNumber))
      .where(sql`${table.phoneNumber} is not null`),
    index("customers_created_at").on(table.storeId, CREATED_AT, table.id).concurrently(),
    index("customers_first_name")
      .on(table.storeId, nameKey(table.firstName, table.lastName), table.id)
      .where(sql`${table.firstName} is not null`)
      .concurrently(),
    index("customers_last_name")
      .on(table.storeId, nameKey(table.lastName, table.firstName), table.id)
      .where(sql`${table.lastName} is not null`)
      .concurrently(),
  ],
);

/** What a merged customer's profile named a person by, beside its identifiers. */
export type MergedProfile = {
  firstName?: string;
  lastName?: string;
  location?: CustomerLocation;
};

/** What identifies a customer: an id, an e-mail address as it is compared, or a phone number. */
export type AliasKind = "customerId" | "emailKey" | "phoneNumber";

/**
 * The identifiers of customers that were merged into another: each leads to the customer in which the merges ended. An
 * identifier that a customer has itself comes before one of these.
 */
export const customerAliases = pgTable(
  "customer_aliases",
  {
    storeId: storeId(),
    kind: byteOrderedText().$type<AliasKind>().notNull(),
    alias: byteOrderedText().notNull(),
    customerId: text().notNull(),
    /** Of an id, for an export and an erasure of the customer that it leads to. */
    mergedProfile: value<MergedProfile>(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.kind, table.alias] }),
    index("customer_aliases_customer").on(table.storeId, table.customerId),
  ],
);

/**
 * Merges whose rows are still being moved: those of the customer `mergedId`, who is gone, to the customer `intoId`. A row
 * is deleted when nothing has the former id any more.
 */
export const customerMerges = pgTable(
  "customer_merges",
  {
    storeId: storeId(),
    mergedId: text().notNull(),
    intoId: text().notNull(),
    requestedAt: timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    failures: integer().notNull().default(0),
    /** When it is tried again after a failure, and why it has failed last. */
    retryAt: timestamp({ withTimezone: true }),
    mergeError: text(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.mergedId] }),
    index("customer_merges_into").on(table.storeId, table.intoId),
  ],
);

/**
 * With a collation of their own these indexes differ from the primary key, which the planner would otherwise
 * use for any look-up while a store is small, and keep using. Look-ups have to name the collation too.
 */
function byteOrdered(...columns: PgColumn[]): [SQL, ...SQL[]] {
  return columns.map((column) => sql`${column} collate "C"`) as [SQL, ...SQL[]];
}

/**
 * A person's name as search compares it, beginning with either name: without case, in the Unicode form NFC, and cut,
 * because an index entry has a maximum size.
 */
function nameKey(first: PgColumn, second: PgColumn): SQL {
  return sql`left(lower(btrim(normalize(${first} || coalesce(' ' || ${second}, '')))), 255) collate "C"`;
}
