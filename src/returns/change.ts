import { and, eq, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../ctx.ts";
import { returnHistory, returnItems, returns } from "../db/tables/returns.ts";
import { publish } from "../delivery/publish.ts";
import type { Caller } from "../http/request-context.ts";
import { problem } from "../lib/problem.ts";
import { noReturn } from "./load.ts";
import { readReturn } from "./read.ts";
import { itemStatusAfter, mayBecome, type Status, TRANSITIONS } from "./status.ts";

/** In the history of a return, its creation included. */
const MAX_STATUSES = 10_000;

export type LockedReturn = typeof returns.$inferSelect;

/** The columns that a change sets in the return's own row; it writes other tables itself. */
export type Change = Partial<Pick<LockedReturn, "status" | "additions" | "shippingAddress" | "customerId">>;

/**
 * Changes a return; every change goes through this function. It locks the row, calls `work`, and writes the
 * row, its history, `updatedAt` and the webhook events in one transaction. `work` returns undefined for no
 * change. Throws 404 for an unknown return, 409 for a transition that is not allowed.
 */
export function changeReturn(
  ctx: Ctx,
  caller: Caller,
  returnId: string,
  work: (ctx: Ctx, row: LockedReturn, at: Date) => Promise<Change | undefined>,
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await lock(tx, caller.storeId, returnId);
    const at = nextTime(ctx.now(), row.updatedAt);
    const change = await work(tx, row, at);
    if (!change) return;

    if (change.status !== undefined) await writeStatus(tx, caller, row, change.status, at);
    await tx.db
      .update(returns)
      .set({ ...change, updatedAt: at })
      .where(and(eq(returns.storeId, caller.storeId), eq(returns.id, returnId)));
    const snapshot = () => readReturn(tx, { storeId: caller.storeId, origin: tx.origin }, returnId);
    await publish(tx, caller, { type: "updated", returnId, at, snapshot });
  });
}

async function lock(tx: Ctx, storeId: string, returnId: string): Promise<LockedReturn> {
  const [row] = await tx.db
    .select()
    .from(returns)
    .where(and(eq(returns.storeId, storeId), eq(returns.id, returnId)))
    .for("no key update");
  if (!row) throw noReturn(returnId);
  return row;
}

/** Returns a time later than the last change, even within one millisecond or when the clock goes back. */
function nextTime(now: Date, last: Date): Date {
  return new Date(Math.max(now.getTime(), last.getTime() + 1));
}

/** Writes the history row and the items' status. */
async function writeStatus(tx: Ctx, caller: Caller, row: LockedReturn, to: Status, at: Date): Promise<void> {
  const { storeId, id: returnId, status: from } = row;
  if (!mayBecome(from, to)) {
    const allowed = TRANSITIONS[from];
    throw problem("return_transition_refused", `A return that is ${from} cannot become ${to}.`, { allowed });
  }

  const { by, requestId } = caller;
  const { rowCount } = await tx.db.execute(sql`
    insert into ${returnHistory} (store_id, return_id, "from", "to", at, by, request_id)
    select ${storeId}, ${returnId}, ${from}, ${to}, ${at.toISOString()}::timestamptz, ${by}, ${requestId}
    where (select count(*) from ${returnHistory} where store_id = ${storeId} and return_id = ${returnId}) < ${MAX_STATUSES}`);
  if (rowCount === 0) {
    const detail = `A return has at most ${MAX_STATUSES} entries in its history.`;
    throw problem("return_transition_refused", detail, { allowed: [] });
  }
  const status = itemStatusAfter(to);
  if (!status) return;
  await tx.db
    .update(returnItems)
    .set({ status })
    .where(and(eq(returnItems.storeId, storeId), eq(returnItems.returnId, returnId)));
}
