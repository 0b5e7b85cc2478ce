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
import type { Language } from "../../../lib/languages.ts";
import { document, instant } from "../columns.ts";
import type { MailWordsDocument } from "../documents/mail-words.ts";
import type { MailKind } from "../documents/store-settings.ts";
import { impliedStoreId, storeId } from "./stores.ts";

/** The mails to people who use the console. */
export type PeopleMailKind = "invitation" | "sign_in_link" | "password_changed";

/** The mails to shoppers that a store's settings neither turn off nor word. */
export type FixedMailKind = "order_code";

/**
 * A stream: the mails of one return to one address, which are sent one by one. `streamKey` is the address in the form in
 * which addresses are compared; of an erased person it is the stream's id. Queueing a mail locks the row until the
 * commit.
 */
export const mailStreams = pgTable(
  "mail_streams",
  {
    storeId: storeId(),
    id: text().notNull(),
    streamKey: text().notNull(),
    /** Empty for mails about no return. */
    returnId: text().notNull(),
    /** Whether its mails go to people who use the console, which no setting of the store turns off. */
    isForPeople: boolean().notNull(),
    lastSeq: integer().notNull(),
    /** How many of its mails wait. `dueAt`, null without one, is when the first may be sent. */
    pending: integer().notNull(),
    dueAt: instant(),
    leasedUntil: instant(),
    /** Incremented by each lease: a holder whose lease lapsed writes nothing. */
    fence: bigint({ mode: "number" }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    uniqueIndex("mail_streams_key").on(table.storeId, table.streamKey, table.returnId, table.isForPeople),
    index("mail_streams_due").on(table.storeId, table.dueAt).where(sql`${table.dueAt} is not null`),
  ],
);

export type MailState = "waiting" | "sent" | "failed";

/**
 * Mails, each of one stream. `words` are what it says, without the link that only its reader may have: that is
 * encrypted, and of a mail to people who use the console gone when it was sent. `messageId` is the same at each attempt.
 */
export const mails = pgTable(
  "mails",
  {
    storeId: impliedStoreId(),
    id: text().notNull(),
    streamId: text().notNull(),
    seq: integer().notNull(),
    recipient: text().notNull(),
    kind: text().$type<MailKind | FixedMailKind | PeopleMailKind>().notNull(),
    language: text().$type<Language>().notNull(),
    returnId: text(),
    withdrawalId: text(),
    messageId: text().notNull(),
    words: document<MailWordsDocument>(),
    secretLink: text(),
    state: text().$type<MailState>().notNull(),
    requestId: text().notNull(),
    /** Attempts since it last began to wait; `attempts` counts all. */
    tries: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    createdAt: instant().notNull(),
    attemptedAt: instant(),
    finishedAt: instant(),
    /** Why the last attempt failed, and what the server said to it. */
    error: text(),
    answer: text(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    index("mails_waiting")
      .on(table.storeId, table.streamId, table.seq)
      .where(sql`${table.state} = 'waiting'`),
    index("mails_stream").on(table.storeId, table.streamId),
    index("mails_return").on(table.storeId, table.returnId, table.id),
    index("mails_state").on(table.storeId, table.state, table.id),
    index("mails_finished_at").on(table.storeId, table.finishedAt),
    index("mails_withdrawal")
      .on(table.storeId, table.withdrawalId)
      .where(sql`${table.withdrawalId} is not null`),
    foreignKey({
      columns: [table.storeId, table.streamId],
      foreignColumns: [mailStreams.storeId, mailStreams.id],
    }),
  ],
);
