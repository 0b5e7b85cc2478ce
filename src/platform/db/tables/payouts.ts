import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { returns } from "./returns.ts";
import { impliedStoreId } from "./stores.ts";

export type PayoutType = "refund" | "store_credit";
export type PayoutStatus = "waiting" | "paid" | "refused" | "unknown";

/**
 * Why a person should look at a payout; null if none should. One that was paid another amount than it stands for, until it stands
 * for that. Constant SQL, the same in indexes and statements.
 */
export const PAYOUT_ATTENTION = `(case when is_held and status = 'waiting' then 'held' when status in ('refused', 'unknown') then status when status = 'paid' and paid_amount <> covers then 'amount_differs' end)`;

/**
 * Attempts to pay amounts of returns, in order by `seq`. `amount` is what is asked for, `paidAmount` what was paid where
 * it differs, and `covers` the part of what is due that the row stands for. `sentAt` is when the payee was first asked
 * with `key`, which another payout never has, at the payee `payerId`, by the bytes of `request`. What a person says was paid
 * elsewhere has no `payerId`.
 */
export const payouts = pgTable(
  "payouts",
  {
    storeId: impliedStoreId(),
    id: text().notNull(),
    returnId: text().notNull(),
    orderId: text().notNull(),
    seq: integer().notNull(),
    type: text().$type<PayoutType>().notNull(),
    status: text().$type<PayoutStatus>().notNull(),
    amount: numeric().notNull(),
    covers: numeric().notNull(),
    paidAmount: numeric(),
    currency: text().notNull(),
    reference: text(),
    reason: text(),
    /** Whether it is paid only once a person asks. */
    isHeld: boolean().notNull(),
    key: text().notNull(),
    payerId: text(),
    request: text(),
    requestId: text().notNull(),
    /** Answers with this key; `attempts` counts those of all. */
    tries: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    createdAt: instant().notNull(),
    sentAt: instant(),
    attemptedAt: instant(),
    paidAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    uniqueIndex("payouts_return").on(table.storeId, table.returnId, table.seq),
    uniqueIndex("payouts_key").on(table.storeId, table.key),
    index("payouts_order").on(table.storeId, table.orderId),
    index("payouts_status").on(table.storeId, table.status, table.id),
    index("payouts_created_at").on(table.storeId, table.createdAt, table.id).concurrently(),
    index("payouts_to_look_at")
      .on(table.storeId, sql.raw(PAYOUT_ATTENTION), table.createdAt, table.id)
      .where(sql.raw(`${PAYOUT_ATTENTION} is not null`))
      .concurrently(),
    foreignKey({ columns: [table.storeId, table.returnId], foreignColumns: [returns.storeId, returns.id] }),
  ],
);

/**
 * A stream: the payouts of a return, which are sent one by one. `dueAt` is null while none is to be sent. `withdrawnSeq` is the
 * highest `seq` of a payout that was withdrawn after its payee was asked for it: later ones have higher ones.
 */
export const payoutStreams = pgTable(
  "payout_streams",
  {
    storeId: impliedStoreId(),
    returnId: text().notNull(),
    dueAt: instant(),
    leasedUntil: instant(),
    /** Incremented by each lease: a holder whose lease lapsed writes nothing. */
    fence: bigint({ mode: "number" }).notNull().default(0),
    withdrawnSeq: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.returnId] }),
    index("payout_streams_due").on(table.storeId, table.dueAt).where(sql`${table.dueAt} is not null`),
    foreignKey({ columns: [table.storeId, table.returnId], foreignColumns: [returns.storeId, returns.id] }),
  ],
);
