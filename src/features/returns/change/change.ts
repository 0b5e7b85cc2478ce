import { type Ctx, inTransaction, planByKey, withCommit } from "../../../core/ctx.ts";
import { findSubscribers, publish } from "../../../core/delivery/publish.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { addMentions } from "../../../core/lists/search-keys.ts";
import { problem } from "../../../lib/problem.ts";
import { awaitedLater } from "../../../lib/promises.ts";
import { prepared, preparedNamed } from "../../../platform/db/prepared.ts";
import { rowJson } from "../../../platform/db/row-json.ts";
import { returns } from "../../../platform/db/tables/returns.ts";
import { MAILING_STORE, type MailingStore } from "../../mail/queue-mail.ts";
import { type Owed, readOwed } from "../payouts/owed.ts";
import { reconcileReturn } from "../payouts/reconcile-return.ts";
import { loadReturn, noReturn } from "../read/load.ts";
import { type ReturnRecord, snapshotOf } from "../read/view.ts";
import { itemStatusAfter, mayBecome, type Status, TRANSITIONS } from "../status.ts";
import { keepStock } from "../stock/keep-stock.ts";
import type { StockOfReturn } from "../stock/stock-change.ts";
import { mailChange } from "./return-mails.ts";

/** In the history of a return, its creation included. */
export const MAX_STATUSES = 10_000;

export type LockedReturn = typeof returns.$inferSelect;

/** The columns that a change sets in the return's own row; it writes other tables itself. */
export type ChangedColumns = Partial<Pick<LockedReturn, "status" | "additions" | "shippingAddress">> & {
  customerId?: string;
  stock?: StockOfReturn | undefined;
  /** Why it gets its status; of one that is rejected, for the shopper too. */
  reason?: string | undefined;
  /** Whether it may owe another amount, whatever its status: its order is locked then. */
  mayOweMore?: boolean;
  /** Whether `work` has written payouts itself. */
  hasPayouts?: boolean;
};

/** What a change does with the locked return. */
export type Work<Read = undefined> = (
  ctx: Ctx,
  row: LockedReturn,
  at: Date,
  read: Read,
) => Promise<ChangedColumns | undefined>;

/** Locks returns of a store in a fixed order, for a transaction that changes several and locks no order. */
export async function lockReturns(tx: Ctx, storeId: string, ids: string[]): Promise<void> {
  if (ids.length > 1) await lockRows(tx.db, storeId, ids);
}

const lockRows = prepared(
  "lock_returns",
  "select id from returns where store_id = $1 and id = any($2::text[]) order by id for no key update",
);

/** `locksOrder`: it may owe more afterwards. `completes`: so too, by becoming complete, and its items stay as they are. */
type Owing = { locksOrder?: boolean; completes?: boolean };

/**
 * Changes a return; every change goes through this function. It locks the row, calls `work`, and writes the
 * row, its history, `updatedAt` and the webhook events in one transaction. `work` returns undefined for no
 * change. Throws 404 for an unknown return, 409 for a transition that is not allowed.
 */
export async function changeReturn(
  ctx: Ctx,
  caller: Caller,
  returnId: string,
  work: Work,
  owing: Owing = {},
): Promise<void> {
  await change(ctx, caller, { returnId, read: async () => undefined, isShown: false, ...owing }, work);
}

/**
 * Changes a return as `changeReturn` does, and returns it as it is then; undefined for no change. `read` sends the
 * statements whose results `work` needs, all at once: they run after the one that locks the row.
 */
export function changeAndShowReturn<Read>(
  ctx: Ctx,
  caller: Caller,
  changing: Reading<Read>,
  work: Work<Read>,
): Promise<ReturnRecord | undefined> {
  return change(ctx, caller, { ...changing, isShown: true }, work);
}

type Reading<Read> = Owing & { returnId: string; read(ctx: Ctx): Promise<Read> };
type Changing<Read> = Reading<Read> & { isShown: boolean };

function change<Read>(
  ctx: Ctx,
  caller: Caller,
  { returnId, read, isShown, completes = false, locksOrder = completes }: Changing<Read>,
  work: Work<Read>,
): Promise<ReturnRecord | undefined> {
  const { storeId } = caller;
  return inTransaction(ctx, async (tx) => {
    planByKey(tx);
    const [, row, [count], subscribers, owed, found] = await Promise.all([
      locksOrder && lockOrder(tx.db, storeId, returnId),
      lock(tx, storeId, returnId),
      // Snapshots of these are taken after the locks are acquired.
      countStatuses(tx.db, storeId, returnId),
      findSubscribers(tx, storeId, returnId),
      completes ? readOwed(tx, storeId, returnId) : undefined,
      read(tx),
    ]);
    const at = nextTime(tx.now(), row.updatedAt);
    const worked = await work(tx, row, at, found);
    if (!worked) return undefined;
    const changed = withReason(row, worked);

    if (changed.status !== undefined) requireTransition(row.status, changed.status, count?.statuses ?? 0);
    const hasPayouts = await reconcileChange(tx, caller, { row, at, changed }, { owed, locksOrder });
    writeChange(tx, caller, { row, at, changed: { ...changed, hasPayouts } });
    const load = () => loadReturn(tx, storeId, returnId);
    const shown = isShown ? awaitedLater(load()) : undefined;
    const movesStock = changed.stock || (changed.status !== undefined && row.stockHolds);
    if (movesStock) await keepStock(tx, caller, { row, changed, load: () => shown ?? load() });
    const snapshot = async () => snapshotOf(await (shown ?? load()), tx.origin);
    await publish(tx, caller, { type: "updated", returnId, at, subscribers, snapshot });
    if (count?.mailing) {
      const { status, reason, additions: after = row.additions } = changed;
      const to = { store: count.mailing, returnId, language: row.shopperLanguage };
      const mailed = { ...to, status, reason, before: row.additions, after };
      await mailChange(tx, caller, mailed, async () => shown ?? load());
    }
    return shown;
  });
}

async function lock(tx: Ctx, storeId: string, returnId: string): Promise<LockedReturn> {
  const [locked] = await lockRow(tx.db, storeId, returnId);
  if (!locked) throw noReturn(returnId);
  return RETURN.read(locked.row);
}

/** Before the return (docs/decisions/payouts.md): no refund of the order can be raised until the transaction ends. */
const lockOrder = prepared(
  "lock_order_of_return",
  `select from orders where store_id = $1 and id = (select order_id from returns where store_id = $1 and id = $2)
   for no key update`,
);

const RETURN = rowJson(returns, "returns");

const lockRow = prepared<{ row: unknown[] }>(
  "lock_return",
  `select ${RETURN.sql} as row from returns where store_id = $1 and id = $2 for no key update`,
);

/** With the store, if it sends mails: one that doesn't pays for no statement. */
const countStatuses = prepared<{ statuses: number; mailing: MailingStore | null }>(
  "count_statuses",
  `select count(*)::int as statuses, (select ${MAILING_STORE} from stores where store_id = $1) as mailing
   from (select from return_history where store_id = $1 and return_id = $2 limit ${MAX_STATUSES}) as history`,
);

/** Returns a time later than the last change, even within one millisecond or when the clock goes back. */
function nextTime(now: Date, last: Date): Date {
  return new Date(Math.max(now.getTime(), last.getTime() + 1));
}

function requireTransition(from: Status, to: Status, statuses: number): void {
  if (!mayBecome(from, to)) {
    const allowed = TRANSITIONS[from];
    throw problem("return_transition_refused", `A return that is ${from} cannot become ${to}.`, { allowed });
  }
  if (statuses < MAX_STATUSES) return;
  const detail = `A return has at most ${MAX_STATUSES} entries in its history.`;
  throw problem("return_transition_refused", detail, { allowed: [] });
}

/** Writes what becomes due by a change, or is due no longer. Returns whether the return has payouts now. */
async function reconcileChange(
  tx: Ctx,
  caller: Caller,
  { row, at, changed }: Written,
  read: { owed: Owed | undefined; locksOrder: boolean },
): Promise<boolean> {
  const { status: to = row.status, additions = row.additions } = changed;
  const hadPayouts = row.hasPayouts || changed.hasPayouts === true;
  const mayOwe = row.hasPayouts || to === "complete";
  if (!mayOwe || (to === row.status && !changed.mayOweMore)) return hadPayouts;
  if (to === "complete" && !read.locksOrder)
    throw new Error("what a return owes is read with its order locked");
  const owed = read.owed ?? (await readOwed(tx, caller.storeId, row.id));
  const { id: returnId, orderId, status: from } = row;
  const moved = { returnId, orderId, at, owed, from, to, additions };
  return (await reconcileReturn(tx, caller, moved)) || hadPayouts;
}

/** The reason of a status goes with it: the next status has its own, or none. */
function withReason(row: LockedReturn, changed: ChangedColumns): ChangedColumns {
  const { status, reason } = changed;
  if (status === undefined) return changed;
  const { statusReason: before, ...additions } = changed.additions ?? row.additions;
  if (reason === before) return changed;
  return { ...changed, additions: { ...additions, ...(reason !== undefined && { statusReason: reason }) } };
}

type Written = { row: LockedReturn; at: Date; changed: ChangedColumns };

function writeChange(tx: Ctx, caller: Caller, { row, at, changed }: Written): void {
  const { storeId, by, byId, requestId } = caller;
  const { status, reason, additions, shippingAddress, customerId, hasPayouts = row.hasPayouts } = changed;
  if (reason !== undefined) {
    const { createdAt, customerId: ownerId } = row;
    addMentions(tx, { storeId, at: createdAt, id: row.id }, "return.mention", {
      customerId: ownerId,
      texts: reason,
    });
  }
  const written = write(tx.db, {
    storeId,
    returnId: row.id,
    from: row.status,
    status,
    reason,
    itemStatus: status && itemStatusAfter(status),
    at: at.toISOString(),
    by,
    byId,
    requestId,
    additions: additions && JSON.stringify(additions),
    shippingAddress: shippingAddress && JSON.stringify(shippingAddress),
    customerId,
    hasPayouts,
  });
  withCommit(tx, written);
}

/** Writes the row and, for a new status, the history row and the items' status. */
const write = preparedNamed(
  "change_return",
  `with entry as (
     insert into return_history (store_id, return_id, "from", "to", at, by, request_id, changed_by_id, status_reason)
     select $storeId, $returnId, $from, $status, $at::timestamptz, $by, $requestId, $byId, $reason::text
     where $status::text is not null
   ), items as (
     update return_items set status = $itemStatus
     where $itemStatus::text is not null and store_id = $storeId and return_id = $returnId
   )
   update returns set updated_at = $at::timestamptz, status = coalesce($status, status),
     additions = coalesce($additions::json, additions),
     shipping_address = coalesce($shippingAddress::json, shipping_address),
     customer_id = coalesce($customerId, customer_id), has_payouts = $hasPayouts::boolean
   where store_id = $storeId and id = $returnId`,
);
