import { type Fault, split, unlocked } from "./plant.ts";

/** Transactions that are two, most of which show when a session ends between them. */
export const TRANSACTIONS: Record<string, Fault> = {
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
    verbs: ["comment", "patch"],
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
  "the clock of the stock is released before levels are written": {
    verbs: ["levels", "levels"],
    plant: split(/insert into inventory_levels as level/),
  },
  "an idempotent result is kept after its work": {
    loses: true,
    verbs: ["return-once", "return-once"],
    plant: split(/insert into idempotency_keys/),
  },
  "a customer is stored before its order": {
    loses: true,
    verbs: ["order-of-new-email", "erase"],
    plant: split(/insert into "?orders"?/),
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
  "a return is owed money before the payout's job is queued": {
    loses: true,
    verbs: ["complete", "comment"],
    plant: split(/insert into pgboss/i),
  },
  "an erasure is noted before its job is queued": {
    loses: true,
    verbs: ["erase", "order"],
    plant: split(/insert into pgboss/i),
  },
  "a merge is noted before its job is queued": {
    loses: true,
    verbs: ["merge", "order"],
    plant: split(/insert into pgboss/i),
  },
  "a withdrawal is stored before its receipt's mail": {
    loses: true,
    verbs: ["withdrawal", "comment"],
    plant: split(/insert into "?mails"?/),
  },
  "an import's part is stored before its progress, stock": {
    loses: true,
    verbs: ["stock-import", "levels"],
    plant: split(/update "inventory_imports" set status/),
  },
  "an import's part is stored before its progress, orders": {
    loses: true,
    verbs: ["order-import", "order-same"],
    plant: split(/update "order_imports" set status/),
  },
};
