import type { Ctx } from "../../core/ctx.ts";
import { pause } from "../../lib/promises.ts";
import { openTransactions } from "../../platform/db/open-transactions.ts";

/** Longer than any transaction that writes: a report that reads customers may take longer. */
const MAX_WAIT_MS = 20_000;
const CHECK_MS = 20;

/** The cursor of work whose wait is over. */
export const DONE_WAITING = "done";

/**
 * Waits for the transactions that may have found a customer who is gone. Returns the cursor of the next call; undefined when
 * all have ended.
 */
export async function waitForWriters(ctx: Ctx, cursor: string | undefined): Promise<string | undefined> {
  if (cursor === DONE_WAITING) return undefined;
  const [startedAt = performance.now(), ...among] = cursor?.split(" ") ?? [];
  const tables = ["customers", "storefront_events"];
  const open = await openTransactions(ctx.db, { tables, among: cursor === undefined ? undefined : among });
  if (open.length === 0 || performance.now() - Number(startedAt) > MAX_WAIT_MS) return undefined;
  await pause(CHECK_MS);
  return [startedAt, ...open].join(" ");
}
