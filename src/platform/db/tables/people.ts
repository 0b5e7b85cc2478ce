import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { storeId } from "./stores.ts";

export type Role = "owner" | "developer" | "support" | "warehouse" | "read_only";

/** How a session was begun. */
export type Beginning = "password" | "link" | "invitation" | "passkey";

/**
 * People who use the console. They belong to no store: a membership lets them into each. Without
 * `passwordHash` a person signs in by a link or a passkey alone. Of an address there may be several accounts, of
 * which one at most is proved to be its owner's; the passwords of all have one salt.
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
    emailProvedAt: instant(),
  },
  (table) => [
    index("people_email").on(table.emailKey),
    uniqueIndex("people_proved_email").on(table.emailKey).where(sql`${table.emailProvedAt} is not null`),
  ],
);

/** Which store a person is in. Sessions that were begun before `sessionsFrom` don't reach the store. */
export const memberships = pgTable(
  "memberships",
  {
    storeId: storeId(),
    personId: text()
      .notNull()
      .references(() => people.id),
    role: text().$type<Role>().notNull(),
    createdAt: instant().notNull(),
    sessionsFrom: instant(),
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
    begunBy: text().$type<Beginning>(),
    /** The passkey that has begun it. */
    begunPasskey: text(),
  },
  (table) => [
    index("sessions_token").on(table.tokenHash),
    index("sessions_previous").on(table.previousHash),
    index("sessions_person").on(table.personId),
    index("sessions_seen_at").on(table.seenAt),
  ],
);

/** When a session was used in a store, which is all that the store's owners see of it. */
export const storeSessions = pgTable(
  "store_sessions",
  {
    storeId: storeId(),
    sessionId: text()
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    firstUsedAt: instant().notNull(),
    lastUsedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.sessionId] }),
    index("store_sessions_session").on(table.sessionId),
  ],
);

/**
 * Invitations to a store that wait to be accepted by a one-time link. `inviterId` is the person who made it, if one
 * did. `provesAddress` says that only the owner of the address can have the link.
 */
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
    inviterId: text(),
    provesAddress: boolean().notNull().default(false),
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

/**
 * How often signing in has failed lately, by account, network and device: `key` is a digest of one, `startedAt` the time
 * of the last failure, and `nextAttemptAt` when the next password is compared.
 */
export const signInAttempts = pgTable(
  "sign_in_attempts",
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    startedAt: instant().notNull(),
    nextAttemptAt: instant(),
  },
  (table) => [index("sign_in_attempts_started_at").on(table.startedAt)],
);

/** Passkeys of people. `credentialId` and `publicKey` are base64url; `rpId` is the host that it was made for. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: text().primaryKey(),
    personId: text()
      .notNull()
      .references(() => people.id),
    credentialId: text().notNull(),
    publicKey: text().notNull(),
    signatureCount: bigint({ mode: "number" }).notNull(),
    rpId: text().notNull(),
    passkeyName: text().notNull(),
    createdAt: instant().notNull(),
    passkeyUsedAt: instant(),
  },
  (table) => [
    uniqueIndex("passkeys_credential").on(table.credentialId),
    index("passkeys_person").on(table.personId),
  ],
);

/** Challenges of passkeys that have had their one response, until they would have expired. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    tokenHash: text().primaryKey(),
    createdAt: instant().notNull(),
  },
  (table) => [index("passkey_challenges_created_at").on(table.createdAt)],
);
