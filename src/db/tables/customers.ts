import { type SQL, sql } from "drizzle-orm";
import { index, type PgColumn, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, searchTerms, value } from "../columns.ts";
import { impliedStoreId } from "./stores.ts";

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

/**
 * With a collation of their own these indexes differ from the primary key, which the planner would otherwise
 * use for any look-up while a store is small, and keep using. Look-ups have to name the collation too.
 */
function byteOrdered(...columns: PgColumn[]): [SQL, ...SQL[]] {
  return columns.map((column) => sql`${column} collate "C"`) as [SQL, ...SQL[]];
}

/**
 * A person's name as search compares it, beginning with either name: without case, and cut, because an index
 * entry has a maximum size.
 */
function nameKey(first: PgColumn, second: PgColumn): SQL {
  return sql`left(lower(btrim(${first} || coalesce(' ' || ${second}, ''))), 255) collate "C"`;
}
