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

/**
 * Subscribers. `token` and the signing secrets are encrypted. A row with `deletedAt` is visible only to the
 * purge job; while `disabledAt` is set its events wait.
 */
export const webhooks = pgTable(
  "webhooks",
  {
    storeId: storeId(),
    id: text().notNull(),
    topic: text().$type<Topic>().notNull(),
    url: text().notNull(),
    token: text(),
    externalId: text(),
    signingSecret: text().notNull(),
    previousSigningSecret: text(),
    previousSigningSecretUntil: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    deletedAt: instant(),
    /** Since when every attempt has failed; null when the last one didn't. */
    failingSince: instant(),
    disabledAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    uniqueIndex("webhooks_external_id")
      .on(table.storeId, table.externalId)
      .where(sql`${table.deletedAt} is null`),
  ],
);

/** When a webhook was disabled and enabled. `by` is null for the service itself. */
export const webhookHistory = pgTable(
  "webhook_history",
  {
    storeId: impliedStoreId(),
    webhookId: text().notNull(),
    id: text().notNull(),
    type: text().$type<"disabled" | "enabled">().notNull(),
    at: instant().notNull(),
    failingSince: instant(),
    by: text(),
    switchedById: text(),
    requestId: text(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.webhookId, table.id] }),
    foreignKey({
      columns: [table.storeId, table.webhookId],
      foreignColumns: [webhooks.storeId, webhooks.id],
    }),
  ],
);

/**
 * A stream: one return at one webhook, whose events are sent one by one. Appending an event locks the row
 * until the commit, so sequences are assigned and visible in order. Rows are locked in the order of the key.
 */
export const webhookStreams = pgTable(
  "webhook_streams",
  {
    storeId: impliedStoreId(),
    webhookId: text().notNull(),
    returnId: text().notNull(),
    lastSeq: integer().notNull(),
    /**
     * How many of its events are pending. `dueAt`, null without pending events, is when the first may be
     * sent.
     */
    pending: integer().notNull(),
    dueAt: instant(),
    leasedUntil: instant(),
    /** Incremented by each lease: a holder whose lease lapsed writes nothing. */
    fence: bigint({ mode: "number" }).notNull().default(0),
    /** The sequences of events whose redelivery was requested since the lease was acquired or renewed. */
    redelivered: integer().array(),
    /** The last replay of this stream, so that a replay runs once. */
    replayId: text(),
    /** Whether the return's person was erased: receivers' responses are no longer stored. */
    isErased: boolean().notNull().default(false),
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

/**
 * Payloads exactly as sent: one row for all webhooks that receive a change, updated only to erase the return's
 * person.
 */
export const webhookPayloads = pgTable(
  "webhook_payloads",
  {
    storeId: impliedStoreId(),
    id: text().notNull(),
    returnId: text().notNull(),
    body: text().notNull(),
    createdAt: instant().notNull(),
    isErased: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    index("webhook_payloads_return").on(table.storeId, table.returnId).concurrently(),
  ],
);

export type DeliveryState = "pending" | "delivered" | "discarded";
export type EventType = "created" | "updated" | "backfill" | "queued" | "sent" | "failed";
/** What the events of a webhook are about. */
export type Topic = "return" | "withdrawal" | "mail";

/**
 * One change for one webhook; `id` is its delivery id and sorts by time. `returnId` is the id of what the event is about:
 * a return, or whatever the webhook's topic is.
 */
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
    /** The trace of that request, as headers, if it is traced. */
    traceparent: text(),
    tracestate: text(),
    state: text().$type<DeliveryState>().notNull(),
    /** Attempts since it last became pending; `attempts` counts all. */
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

/**
 * Every attempt of every event. Without a foreign key, which would lock a row of another table for each
 * attempt.
 */
export const webhookAttempts = pgTable(
  "webhook_attempts",
  {
    storeId: text().notNull(),
    webhookId: text().notNull(),
    returnId: text().notNull(),
    seq: integer().notNull(),
    /** Continues when an event is redelivered. */
    number: integer().notNull(),
    at: instant().notNull(),
    status: integer(),
    durationMs: integer().notNull(),
    error: text(),
    answer: text(),
    /** Some headers of a response that wasn't a success, as JSON. */
    answerHeaders: text(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.webhookId, table.returnId, table.seq, table.number] }),
  ],
);
