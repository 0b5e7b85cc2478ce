import {
  any,
  CUSTOMER_ROWS,
  type Fault,
  NAMED_LOCK,
  omitted,
  RETURN_ROW,
  rewritten,
  STRIPES,
  unlocked,
} from "./plant.ts";

/** Of a return that is being changed. */
const ITS_ORDER_ROW = /^select from orders where .* for no key update/s;
const ORDER_ROW = /as row from orders where store_id = \$1 and id = .* for no key update/s;

/** Locks that are not taken. */
export const LOCKS: Record<string, Fault> = {
  "a return's row is not locked, two changes": { verbs: ["complete", "reject"], plant: unlocked(RETURN_ROW) },
  "a return's row is not locked, fields": { verbs: ["patch", "patch"], plant: unlocked(RETURN_ROW) },
  "a return's row is not locked, comments": { verbs: ["comment", "complete"], plant: unlocked(RETURN_ROW) },
  "an order is not locked for its units": { verbs: ["return", "return"], plant: unlocked(ORDER_ROW) },
  "an order is not locked for a withdrawal": { verbs: ["withdrawal", "return"], plant: unlocked(ORDER_ROW) },
  "no identifiers are locked, one new customer": {
    verbs: ["event-of-new-email", "event-of-new-email"],
    plant: omitted(STRIPES),
  },
  "no customer is locked at all, an address that moves": {
    verbs: ["event-moves-email", "event-by-email-named"],
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
    verbs: ["upsert-of-other-line", "return-of-shop"],
    plant: unlocked(/external_id = any\(\$2::text\[\]\) order by id for/),
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
    verbs: ["withdrawal", "withdrawal-other"],
    plant: omitted(NAMED_LOCK),
  },
  "a new segment is not locked": {
    verbs: ["segment-new", "segment-new"],
    plant: omitted(NAMED_LOCK),
  },
  "a policy's version is not locked": {
    verbs: ["policy", "policy"],
    plant: omitted(NAMED_LOCK),
  },
  "a webhook is not locked when it is switched": {
    verbs: ["webhook-disable", "webhook-disable"],
    plant: unlocked(/from "webhooks" where .* for no key update/s),
  },
  "a feed is not locked while it is numbered": {
    verbs: ["feed", "feed", "order"],
    plant: rewritten(/insert into change_feeds/, /on conflict .*$/s, "on conflict do nothing"),
  },
  "payouts are not locked": {
    verbs: ["refund", "refund"],
    plant: any(
      unlocked(/from payouts where .* order by seq for/s),
      unlocked(RETURN_ROW),
      unlocked(ITS_ORDER_ROW),
    ),
  },
  "customers are not locked, an event by phone while they are erased": {
    verbs: ["erase", "event-by-phone"],
    plant: any(omitted(STRIPES), omitted(CUSTOMER_ROWS)),
  },
  "an order's new customer is not locked": {
    verbs: ["order-of-new-email", "event-of-new-email"],
    plant: omitted(STRIPES),
  },
  "a return's row is not locked, its stock": { verbs: ["restock", "complete"], plant: unlocked(RETURN_ROW) },
  "the last two owners leave at once": {
    verbs: ["owner-leaves", "owner-leaves"],
    plant: unlocked(/from "memberships" where .* for update/s),
  },
  "invitations are not made one by one": { verbs: ["invite", "invite"], plant: omitted(NAMED_LOCK) },
  "a note does not hold its customer": {
    verbs: ["note", "erase"],
    plant: unlocked(/with about as \(select id from customers .* for key share\)/s),
  },
  "a mail is sent again without its locks": {
    verbs: ["mail-again", "mail-step"],
    plant: any(
      unlocked(/from mails as mail join mail_streams .* for no key update of stream/s),
      unlocked(/^select words is null .* from mails where .* for no key update/s),
    ),
  },
  "a hand-over does not wait for open transactions": {
    verbs: ["hand-over", "order"],
    plant: omitted(/pg_advisory_xact_lock\(\$1::int, hashtext\(\$2\)\)/),
  },
  "an import's part is given to two, stock": {
    verbs: ["stock-import", "stock-import"],
    plant: unlocked(/as record from "inventory_imports" where .* for update skip locked/s),
  },
  "an import's part is given to two, orders": {
    verbs: ["order-import", "order-import"],
    plant: unlocked(/as record from "order_imports" where .* for update skip locked/s),
  },
};
