import { sql } from "drizzle-orm";
import {
  bigint,
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

/** Who is told. `token` and the signing secrets are sealed; one with `deletedAt` is gone for everybody but the cleaner. */
export const webhooks = pgTable(
  "webhooks",
  {
    storeId: storeId(),
    id: text().notNull(),
    topic: text().notNull(),
    url: text().notNull(),
    token: text(),
    externalId: text(),
    signingSecret: text().notNull(),
    previousSigningSecret: text(),
    previousSigningSecretUntil: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    deletedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    uniqueIndex("webhooks_external_id")
      .on(table.storeId, table.externalId)
      .where(sql`${table.deletedAt} is null`),
  ],
);

/**
 * One return as one webhook sees it: the lane in which its events leave one by one. Whoever adds an event holds this row
 * until the commit, so numbers are drawn and seen in order. Rows are locked in the order of the key.
 */
export const webhookStreams = pgTable(
  "webhook_streams",
  {
    storeId: impliedStoreId(),
    webhookId: text().notNull(),
    returnId: text().notNull(),
    lastSeq: integer().notNull(),
    /** How many of its events are pending; `dueAt`, when the first of them may leave, is null when there is none. */
    pending: integer().notNull(),
    dueAt: instant(),
    leasedUntil: instant(),
    /** Counts the leases: who was overtaken writes nothing any more. */
    fence: bigint({ mode: "number" }).notNull().default(0),
    /** The numbers of events that were asked for again since the lease was taken or renewed. */
    redelivered: integer().array(),
    /** The replay that came by last, which comes by once. */
    replayId: text(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.webhookId, table.returnId] }),
    index("webhook_streams_due")
      .on(table.storeId, table.webhookId, table.dueAt)
      .where(sql`${table.dueAt} is not null`),
    foreignKey({
      columns: [table.storeId, table.webhookId],
      foreignColumns: [webhooks.storeId, webhooks.id],
    }),
  ],
);

/** What is sent, to the letter: one row for all the webhooks that are told of a change, and never written again. */
export const webhookPayloads = pgTable(
  "webhook_payloads",
  {
    storeId: impliedStoreId(),
    id: text().notNull(),
    returnId: text().notNull(),
    body: text().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.id] })],
);

export type DeliveryState = "pending" | "delivered" | "discarded";
export type EventType = "created" | "updated" | "backfill";

/** One change told to one webhook; `id` names its delivery, and later ones sort later. */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    storeId: impliedStoreId(),
    webhookId: text().notNull(),
    returnId: text().notNull(),
    seq: integer().notNull(),
    id: text().notNull(),
    type: text().$type<EventType>().notNull(),
    at: instant().notNull(),
    payloadId: text().notNull(),
    requestId: text().notNull(),
    state: text().$type<DeliveryState>().notNull(),
    /** Attempts since it became pending last; `attempts` are all that there ever were. */
    tries: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    createdAt: instant().notNull(),
    finishedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.webhookId, table.returnId, table.seq] }),
    index("webhook_events_pending")
      .on(table.storeId, table.webhookId, table.returnId, table.seq)
      .where(sql`${table.state} = 'pending'`),
    uniqueIndex("webhook_events_id").on(table.storeId, table.webhookId, table.id),
    index("webhook_events_state").on(table.storeId, table.webhookId, table.state, table.id),
    foreignKey({
      columns: [table.storeId, table.webhookId, table.returnId],
      foreignColumns: [webhookStreams.storeId, webhookStreams.webhookId, webhookStreams.returnId],
    }),
  ],
);

/** Every attempt of every event. No foreign key: it would lock a row of another table for each attempt. */
export const webhookAttempts = pgTable(
  "webhook_attempts",
  {
    storeId: text().notNull(),
    webhookId: text().notNull(),
    returnId: text().notNull(),
    seq: integer().notNull(),
    /** Counts on when an event is sent again. */
    number: integer().notNull(),
    at: instant().notNull(),
    status: integer(),
    durationMs: integer().notNull(),
    error: text(),
    answer: text(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.webhookId, table.returnId, table.seq, table.number] }),
  ],
);
