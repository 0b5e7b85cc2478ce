import { index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { storeId } from "./stores.ts";

export type Role = "owner" | "developer" | "support" | "warehouse" | "read_only";

/**
 * People who use the console. They belong to no store: a membership lets them into each. Without
 * `passwordHash` a person signs in by a link alone.
 */
export const people = pgTable(
  "people",
  {
    id: text().primaryKey(),
    email: text().notNull(),
    emailKey: text().notNull(),
    name: text().notNull(),
    passwordHash: text(),
    createdAt: instant().notNull(),
  },
  (table) => [uniqueIndex("people_email_key").on(table.emailKey)],
);

export const memberships = pgTable(
  "memberships",
  {
    storeId: storeId(),
    personId: text()
      .notNull()
      .references(() => people.id),
    role: text().$type<Role>().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.personId] }),
    index("memberships_person").on(table.personId),
  ],
);

/**
 * Sessions of people. Only hashes of their tokens are stored; `previousHash` is that of the token before the last
 * rotation. `formToken` is what the forms of the session carry.
 */
export const sessions = pgTable(
  "sessions",
  {
    id: text().primaryKey(),
    personId: text()
      .notNull()
      .references(() => people.id),
    tokenHash: text().notNull(),
    previousHash: text(),
    formToken: text().notNull(),
    createdAt: instant().notNull(),
    rotatedAt: instant().notNull(),
    seenAt: instant().notNull(),
    userAgent: text().notNull(),
    address: text().notNull(),
  },
  (table) => [
    index("sessions_token").on(table.tokenHash),
    index("sessions_previous").on(table.previousHash),
    index("sessions_person").on(table.personId),
    index("sessions_seen_at").on(table.seenAt),
  ],
);

/** Invitations to a store that wait to be accepted by a one-time link. */
export const invitations = pgTable(
  "invitations",
  {
    storeId: storeId(),
    id: text().notNull(),
    email: text().notNull(),
    role: text().$type<Role>().notNull(),
    tokenHash: text().notNull(),
    invitedBy: text().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    index("invitations_token").on(table.tokenHash),
  ],
);

/** The last one-time sign-in link of each person. */
export const signInLinks = pgTable(
  "sign_in_links",
  {
    personId: text()
      .primaryKey()
      .references(() => people.id),
    tokenHash: text().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [index("sign_in_links_token").on(table.tokenHash)],
);

/** How often an account or an address has tried to sign in since `startedAt`; `key` is a digest of either. */
export const signInAttempts = pgTable(
  "sign_in_attempts",
  { key: text().primaryKey(), count: integer().notNull(), startedAt: instant().notNull() },
  (table) => [index("sign_in_attempts_started_at").on(table.startedAt)],
);
