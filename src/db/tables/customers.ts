import { pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, value } from "../columns.ts";
import { storeId } from "./stores.ts";

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

/** `emailKey` is the e-mail address as it is compared: without case. */
export const customers = pgTable(
  "customers",
  {
    storeId: storeId(),
    id: text().notNull(),
    email: text(),
    emailKey: text(),
    phoneNumber: text(),
    firstName: text(),
    lastName: text(),
    location: value<CustomerLocation>(),
    customFields: value<CustomFields>(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    uniqueIndex("customers_email").on(table.storeId, table.emailKey),
    uniqueIndex("customers_phone_number").on(table.storeId, table.phoneNumber),
  ],
);
