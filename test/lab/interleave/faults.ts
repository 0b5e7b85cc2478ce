import type { Change } from "./gate.ts";

/** A fault of concurrency that the explorer must find: it changes a statement on its way to the driver. */
/** `loses`: it shows only when a session is lost. */
export type Fault = { verbs: [string, string]; plant: Change; loses?: true };

const LOCK = /\s+for (?:no key update|update|key share)(?: of \w+)?(?: skip locked)?/;

/** The statement locks no rows. */
const unlocked =
  (is: RegExp): Change =>
  (text) =>
    is.test(text) ? { text: text.replace(LOCK, "") } : undefined;
/** The statement is left out. */
const omitted =
  (is: RegExp): Change =>
  (text) =>
    is.test(text) ? { text: "" } : undefined;
/** A part of the statement is another one. */
const rewritten =
  (is: RegExp, part: string | RegExp, by: string): Change =>
  (text) =>
    is.test(text) ? { text: text.replaceAll(part, by) } : undefined;
/** What the transaction has done before is committed first. */
const split =
  (is: RegExp): Change =>
  (text) =>
    is.test(text) ? { isSplit: true } : undefined;

const RETURN_ROW = /from returns where store_id = \$1 and id = \$2 for no key update/;
const ORDER_ROW = /as row from orders where store_id = \$1 and id = .* for no key update/s;
const STRIPES = /pg_advisory_xact_lock\(\$1, stripe\)/;
const CUSTOMER_ROWS = /^select from customers where .* for no key update/s;
const ACQUIRE = /update webhook_streams as stream\s+set fence = stream.fence \+ 1, leased_until/;
const RECORD_ATTEMPT = /insert into webhook_attempts/;
const CLAIM_ERASURE = /update erasures set leased_until/;
const DELETE_CUSTOMER = /^delete from "customers"|^\s*delete from customers where/;

/** Listed before the explorer was first run on them; each with two verbs that should show it. */
export const FAULTS: Record<string, Fault> = {
  // Locks that are not taken.
  "a return's row is not locked, two changes": { verbs: ["complete", "reject"], plant: unlocked(RETURN_ROW) },
  "a return's row is not locked, fields": { verbs: ["patch", "patch"], plant: unlocked(RETURN_ROW) },
  "a return's row is not locked, comments": { verbs: ["comment", "complete"], plant: unlocked(RETURN_ROW) },
  "an order is not locked for its units": { verbs: ["return", "return"], plant: unlocked(ORDER_ROW) },
  "an order is not locked for a withdrawal": { verbs: ["withdrawal", "return"], plant: unlocked(ORDER_ROW) },
  "no identifiers are locked, one new customer": {
    verbs: ["event-of-new-email", "event-of-new-email"],
    plant: omitted(STRIPES),
  },
  "no identifiers are locked, an erasure": { verbs: ["event-moves-email", "erase"], plant: omitted(STRIPES) },
  "no customer rows are locked, a merge": {
    verbs: ["merge", "event-by-phone"],
    plant: omitted(CUSTOMER_ROWS),
  },
  "no customer is locked at all, an erasure": {
    verbs: ["erase", "order"],
    plant: any(omitted(STRIPES), omitted(CUSTOMER_ROWS)),
  },
  "no customer is locked at all, a merge": {
    verbs: ["merge", "event-moves-email"],
    plant: any(omitted(STRIPES), omitted(CUSTOMER_ROWS)),
  },
  "no customer is locked at all, two merges": {
    verbs: ["merge", "merge"],
    plant: any(omitted(STRIPES), omitted(CUSTOMER_ROWS)),
  },
  "an order is not locked for its update": {
    verbs: ["upsert", "upsert"],
    plant: unlocked(/external_id = any\(\$2::text\[\]\) order by id for/),
  },
  "an order is not locked for its update, a return": {
    verbs: ["upsert", "return-of-shop"],
    plant: unlocked(/external_id = any\(\$2::text\[\]\) order by id for/),
  },
  "stock has no clock": {
    verbs: ["levels", "levels"],
    plant: rewritten(
      /insert into "inventory_clocks"/,
      /on conflict .*$/s,
      'on conflict do nothing returning "at"',
    ),
  },
  "an idempotency key is not locked": {
    verbs: ["return-once", "return-once"],
    plant: rewritten(
      /pg_try_advisory_xact_lock/,
      "pg_try_advisory_xact_lock(hashtextextended($1, 0))",
      "($1::text is not null)",
    ),
  },
  "withdrawals are not numbered one by one": {
    verbs: ["withdrawal", "withdrawal"],
    plant: omitted(/^select pg_advisory_xact_lock\(hashtextextended/),
  },
  "a new segment is not locked": {
    verbs: ["segment-new", "segment-new"],
    plant: omitted(/^select pg_advisory_xact_lock\(hashtextextended/),
  },
  "a policy's version is not locked": {
    verbs: ["policy", "policy"],
    plant: omitted(/^select pg_advisory_xact_lock\(hashtextextended/),
  },
  "a webhook is not locked when it is switched": {
    verbs: ["webhook-disable", "webhook-disable"],
    plant: unlocked(/from "webhooks" where .* for no key update/s),
  },
  "a feed is not locked while it is numbered": {
    verbs: ["feed", "feed"],
    plant: rewritten(/insert into change_feeds/, /on conflict .*$/s, "on conflict do nothing"),
  },
  "payouts are not locked": {
    verbs: ["refund", "payout"],
    plant: any(unlocked(/from payouts where .* order by seq for/s), unlocked(RETURN_ROW)),
  },
  "an order is not locked for what it may still refund": {
    verbs: ["complete", "complete-other"],
    plant: unlocked(/^select from orders where store_id = \$1 and id = \(select order_id/),
  },
  // Leases and fences.
  "a lease is given to two, deliveries": {
    verbs: ["delivery", "delivery"],
    plant: rewritten(ACQUIRE, "and (locked.leased_until is null or locked.leased_until <= locked.now)", ""),
  },
  "a fence is not compared, deliveries": {
    verbs: ["delivery", "webhook-replay"],
    plant: rewritten(RECORD_ATTEMPT, 'where "heldFence" = fence', ""),
  },
  "a lease is given to two, erasures": {
    verbs: ["erasure-job", "erasure-job"],
    plant: rewritten(
      CLAIM_ERASURE,
      /and \(leased_until is null or leased_until <= clock_timestamp\(\)\)/g,
      "",
    ),
  },
  "a merge's row is not locked": {
    verbs: ["merge-job", "erase"],
    plant: unlocked(/from customer_merges\s+where .* order by merged_id for update skip locked/s),
  },
  // Conditions that are not asked again.
  "an erasure does not compare what identifies": {
    verbs: ["erase", "event-moves-email"],
    plant: any(
      rewritten(
        DELETE_CUSTOMER,
        /and email_key is not distinct from .*?(?= returning)/s,
        "and ($3::text is null or true) and ($4::text is null or true)",
      ),
      omitted(STRIPES),
      omitted(CUSTOMER_ROWS),
    ),
  },
  "an erasure takes batches of a new customer": {
    verbs: ["erasure-job", "events-in-bulk"],
    plant: rewritten(
      /update event_batches set customers/,
      /and not exists \(select from customers .*?\)/s,
      "",
    ),
  },
  "a change of an order passes its returns on whatever they say": {
    verbs: ["upsert", "erase"],
    plant: rewritten(
      /update returns set customer_id = given.later/,
      "and customer_id is not distinct from given.former",
      "and (given.former is null or true)",
    ),
  },
  "a duplicate is looked for and then stored": {
    verbs: ["event-twice", "event-twice"],
    plant: rewritten(
      /insert into event_unique_ids .* from met/s,
      'and ("uniqueId" is null or ("storeId", "uniqueId") in (select store_id, unique_id from claimed))',
      'and ("uniqueId" is null or not exists (select from events where events.store_id = met."storeId" and events.unique_id = met."uniqueId"))',
    ),
  },
  "customers are overwritten, not merged": {
    verbs: ["event-by-id", "event-by-phone"],
    plant: any(
      rewritten(
        /insert into customers .* on conflict/s,
        /first_name = coalesce\(excluded.first_name, customers.first_name\)/,
        "first_name = excluded.first_name",
      ),
      omitted(CUSTOMER_ROWS),
    ),
  },
  // Transactions that are two, which shows when a session ends between them.
  "a change is committed before its line in the feed": {
    loses: true,
    verbs: ["comment", "patch"],
    plant: split(/insert into unnumbered_changes/),
  },
  "a change is committed before its event": {
    loses: true,
    verbs: ["complete", "comment"],
    plant: split(/insert into webhook_streams/),
  },
  "an event is committed before its wake-up": {
    loses: true,
    verbs: ["comment", "delivery"],
    plant: split(/insert into .*pgboss/is),
  },
  "a profile is gone before its erasure is noted": {
    loses: true,
    verbs: ["erase", "event-by-id"],
    plant: split(/insert into "erasures"/),
  },
  "a profile is gone before its merge is noted": {
    loses: true,
    verbs: ["merge", "event-by-email"],
    plant: split(/insert into customer_merges/),
  },
  "a locked return is released before it is written": {
    verbs: ["complete", "reject"],
    plant: split(/insert into return_history/),
  },
  "a locked order is released before its return is stored": {
    verbs: ["return", "return"],
    plant: split(/insert into returns/),
  },
  "locked customers are released before they are written": {
    verbs: ["event-of-new-email", "event-of-new-email"],
    plant: split(/insert into customers/),
  },
  "levels are counted after their lock": {
    verbs: ["levels", "restock"],
    plant: split(/update inventory_items as item/),
  },
  "an idempotent result is kept after its work": {
    loses: true,
    verbs: ["return-once", "return-once"],
    plant: split(/insert into idempotency_keys/),
  },
  "an order is stored before its customer": {
    loses: true,
    verbs: ["order", "erase"],
    plant: split(/insert into customers/),
  },
  "a status is committed before what it owes": {
    loses: true,
    verbs: ["complete", "refund"],
    plant: split(/insert into payouts/),
  },
  "units are counted before their return says so": {
    loses: true,
    verbs: ["restock", "patch"],
    plant: split(/insert into return_stock_changes/),
  },
  "a payload is removed while it is replayed": {
    verbs: ["replay-job", "retention"],
    plant: unlocked(/from webhook_payloads .* order by id for key share/s),
  },
};

function any(...changes: Change[]): Change {
  return (text) => changes.map((change) => change(text)).find((changed) => changed !== undefined);
}
