import { and, eq } from "drizzle-orm";
import { type Ctx, inTransaction } from "../ctx.ts";
import { returnHistory, returnItems, returns } from "../db/tables/returns.ts";
import { publish } from "../delivery/publish.ts";
import type { Caller } from "../http/request-context.ts";
import { problem } from "../lib/problem.ts";
import { noReturn } from "./load.ts";
import { readReturn } from "./read.ts";
import { itemStatusAfter, mayBecome, type Status } from "./status.ts";

export type LockedReturn = typeof returns.$inferSelect;

/** What a change does to the return's own row; everything else it writes itself. */
export type Change = Partial<Pick<LockedReturn, "status" | "additions">>;

/**
 * The one way in which a return changes: its row locked, `work` decides, and row, history, `updatedAt` and what webhooks
 * are told are written in the same transaction. `work` gives undefined when nothing changes. A status that may not follow
 * is 409.
 */
export function changeReturn(
  ctx: Ctx,
  caller: Caller,
  returnId: string,
  work: (ctx: Ctx, row: LockedReturn, at: Date) => Promise<Change | undefined>,
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await lock(tx, caller.storeId, returnId);
    const at = later(ctx.now(), row.updatedAt);
    const change = await work(tx, row, at);
    if (!change) return;

    if (change.status !== undefined) await move(tx, caller, row, change.status, at);
    await tx.db
      .update(returns)
      .set({ ...change, updatedAt: at })
      .where(and(eq(returns.storeId, caller.storeId), eq(returns.id, returnId)));
    const told = () => readReturn(tx, { storeId: caller.storeId, origin: tx.origin }, returnId);
    await publish(tx, caller, { type: "updated", returnId, at, snapshot: told });
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

/** Each change has a time of its own, even within one millisecond or when a clock goes back. */
function later(now: Date, last: Date): Date {
  return new Date(Math.max(now.getTime(), last.getTime() + 1));
}

async function move(tx: Ctx, caller: Caller, row: LockedReturn, to: Status, at: Date): Promise<void> {
  const { storeId, id: returnId, status: from } = row;
  if (!mayBecome(from, to)) throw problem(409, `A return that is ${from} cannot become ${to}.`);

  const { by, requestId } = caller;
  await tx.db.insert(returnHistory).values({ storeId, returnId, from, to, at, by, requestId });
  const status = itemStatusAfter(to);
  if (!status) return;
  await tx.db
    .update(returnItems)
    .set({ status })
    .where(and(eq(returnItems.storeId, storeId), eq(returnItems.returnId, returnId)));
}
