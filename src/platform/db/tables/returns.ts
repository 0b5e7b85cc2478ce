import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  numeric,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { bytes, document, instant } from "../columns.ts";
import type {
  ItemAdditionsDocument,
  MailingAddressDocument,
  PolicyDecisionDocument,
  ReturnAdditionsDocument,
  StockHoldsDocument,
} from "../documents/return.ts";
import { FIRST_UNIT } from "../first-unit.ts";
import { orders } from "./orders.ts";
import { impliedStoreId, integrations } from "./stores.ts";

export type ReturnStatus =
  | "open"
  | "in_transit"
  | "delivered"
  | "needs_review"
  | "in_review"
  | "complete"
  | "rejected"
  | "flagged"
  | "pre_shipment"
  | "deleted";

/**
 * `number` is the id in the warehouse API; `customerId` is the order's, or of an erasure that works on the
 * return; `additions` is what merchant and warehouse add later.
 */
export const returns = pgTable(
  "returns",
  {
    storeId: impliedStoreId(),
    id: text().notNull(),
    number: bigint({ mode: "number" }).generatedAlwaysAsIdentity().notNull(),
    orderId: text().notNull(),
    customerId: text(),
    status: text().$type<ReturnStatus>().notNull(),
    provider: text().notNull(),
    /** The language that the shopper reads, such as `de-AT`, as far as it was given at creation. */
    shopperLanguage: text(),
    shippingAddress: document<MailingAddressDocument>().notNull(),
    destinationId: text(),
    additions: document<ReturnAdditionsDocument>().notNull(),
    /** What it has done to the stock; null for a return that never did anything. */
    stockHolds: document<StockHoldsDocument>(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** Whether it has rows in `payouts`, which are not looked for otherwise. */
    hasPayouts: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    // Found by prefixes, whatever the database's locale.
    index("returns_search").on(table.storeId, sql`${table.id} collate "C"`).concurrently(),
    uniqueIndex("returns_number").on(table.storeId, table.number),
    index("returns_order").on(table.storeId, table.orderId, table.createdAt, table.id),
    index("returns_customer")
      .on(table.storeId, table.customerId, table.createdAt, table.id)
      .where(sql`${table.customerId} is not null`),
    index("returns_created_at").on(table.storeId, table.createdAt, table.id),
    index("returns_updated_at").on(table.storeId, table.updatedAt, table.id),
    index("returns_status").on(table.storeId, table.status, table.createdAt, table.id),
    index("returns_status_updated_at").on(table.storeId, table.status, table.updatedAt, table.id),
    foreignKey({ columns: [table.storeId, table.orderId], foreignColumns: [orders.storeId, orders.id] }),
  ],
);

/** Ids for items whose units are far apart: after the other ids, with room for the most units of a line. */
export const wideItemUnits = pgSequence("wide_item_units", {
  startWith: 2 ** 52,
  increment: 2 ** 31,
  maxValue: 2 ** 53 - 2 ** 31,
});

/**
 * `units` are the returned units of the order's line, so that each is refunded once and at its own value: `value` without
 * tax, and `tax`, both as of the creation of the return. Unit n of the line has the id `unitZero` + n: 4096 ids are reserved per item.
 * `policyFee` and `policyBonus` are null where the store's policy was not enforced.
 */
export const returnItems = pgTable(
  "return_items",
  {
    storeId: impliedStoreId(),
    returnId: text().notNull(),
    id: text().notNull(),
    orderId: text().notNull(),
    lineItemId: text().notNull(),
    position: integer().notNull(),
    quantity: integer().notNull(),
    units: document<[from: number, to: number][]>().notNull(),
    unitZero: bigint({ mode: "number" })
      .generatedByDefaultAsIdentity({ startWith: 4096, increment: 4096, maxValue: 2 ** 52 - 4096 })
      .notNull(),
    status: text().$type<"open" | "complete" | "rejected">().notNull(),
    reason: text().notNull(),
    reasonCode: text(),
    customerComment: text(),
    compensation: text().$type<"refund" | "store_credit" | "exchange">().notNull(),
    value: numeric().notNull(),
    tax: numeric().notNull().default("0"),
    policyFee: numeric(),
    policyBonus: numeric(),
    additions: document<ItemAdditionsDocument>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.returnId, table.id] }),
    index("return_items_order").on(table.storeId, table.orderId),
    index("return_items_first_unit").on(table.storeId, sql.raw(FIRST_UNIT)).concurrently(),
    foreignKey({ columns: [table.storeId, table.returnId], foreignColumns: [returns.storeId, returns.id] }),
    foreignKey({ columns: [table.storeId, table.orderId], foreignColumns: [orders.storeId, orders.id] }),
  ],
);

/** The note of the creation, comments and warehouse notes, in order; a row without a message is an image. */
export const returnNotes = pgTable(
  "return_notes",
  {
    storeId: impliedStoreId(),
    returnId: text().notNull(),
    number: bigint({ mode: "number" }).generatedAlwaysAsIdentity().notNull(),
    id: text().notNull(),
    kind: text().$type<"note" | "comment">().notNull(),
    message: text(),
    by: text().notNull(),
    writtenById: text(),
    at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.returnId, table.number] }),
    foreignKey({ columns: [table.storeId, table.returnId], foreignColumns: [returns.storeId, returns.id] }),
  ],
);

export const returnImages = pgTable(
  "return_images",
  {
    storeId: impliedStoreId(),
    returnId: text().notNull(),
    id: text().notNull(),
    mediaType: text().notNull(),
    content: bytes().notNull(),
    /** The item that it shows, and which of its units, from 1; null for the return, and for the whole item. */
    ofItemId: text(),
    ofUnit: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.returnId, table.id] }),
    foreignKey({ columns: [table.storeId, table.returnId], foreignColumns: [returns.storeId, returns.id] }),
  ],
);

/**
 * The permanent link by which a shopper follows a return: its token, encrypted, and the hash that finds it. `id` is that of
 * the return. A link that was revoked has neither.
 */
export const shopperLinks = pgTable(
  "shopper_links",
  {
    storeId: impliedStoreId(),
    id: text().notNull(),
    token: text(),
    tokenHash: text(),
    createdAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    uniqueIndex("shopper_links_token").on(table.storeId, table.tokenHash),
    foreignKey({ columns: [table.storeId, table.id], foreignColumns: [returns.storeId, returns.id] }),
  ],
);

/**
 * One row per status change, including the creation (`from` is null), and one when the person was erased, which
 * leaves the status as it is. `statusReason` is why, as far as it was said; `policyDecision` is what the store's policy said when the return was created.
 */
export const returnHistory = pgTable(
  "return_history",
  {
    storeId: impliedStoreId(),
    returnId: text().notNull(),
    number: bigint({ mode: "number" }).generatedAlwaysAsIdentity().notNull(),
    from: text().$type<ReturnStatus>(),
    to: text().$type<ReturnStatus>().notNull(),
    at: instant().notNull(),
    by: text().notNull(),
    changedById: text(),
    requestId: text().notNull(),
    isErasure: boolean().notNull().default(false),
    statusReason: text(),
    policyDecision: document<PolicyDecisionDocument>(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.returnId, table.number] }),
    foreignKey({ columns: [table.storeId, table.returnId], foreignColumns: [returns.storeId, returns.id] }),
  ],
);

/** Each integration's response to a request for an authorization; `success` is null until it has responded. */
export const externalRmas = pgTable(
  "external_rmas",
  {
    storeId: impliedStoreId(),
    returnId: text().notNull(),
    integrationId: text().notNull(),
    success: boolean(),
    errorCode: text(),
    errorMessage: text(),
    claimedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.returnId, table.integrationId] }),
    foreignKey({ columns: [table.storeId, table.returnId], foreignColumns: [returns.storeId, returns.id] }),
    foreignKey({
      columns: [table.storeId, table.integrationId],
      foreignColumns: [integrations.storeId, integrations.id],
    }),
  ],
);
