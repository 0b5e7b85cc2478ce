import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../ctx.ts";
import { returns } from "../db/tables/returns.ts";
import { stores } from "../db/tables/stores.ts";
import { webhookSubjects } from "../db/tables/webhooks.ts";
import { defineJob } from "../jobs/define-job.ts";
import { pause } from "../lib/pause.ts";
import { loadReturns } from "../returns/load.ts";
import { returnOrderView } from "../returns/order-view.ts";
import { returnView } from "../returns/view.ts";
import { appendEvents, keepPayloads } from "../webhooks/append.ts";
import { lockWebhook } from "./find.ts";
import { SLICED } from "./sliced.ts";

/** `after` is the return that the slice before ended with, `horizon` what has to be over before the first. */
export type Backfill = {
  storeId: string;
  webhookId: string;
  requestId: string;
  horizon?: string;
  after?: string;
};

const SLICE = 100;
/** How often, and how far apart, the first slice looks before it lets others work for a second. */
const LOOKS = 25;
const LOOK_MS = 20;
const HORIZON_SECONDS = 1;

/**
 * Tells a webhook of every return of its store of which it has heard nothing: as it stands, and as of its last change. A
 * change of a return waits while its slice is told, so what it makes is always told later.
 */
export const backfillJob = defineJob<Backfill>({
  name: "webhooks.backfill",
  ...SLICED,
  handle: async (ctx, backfills) => {
    for (const backfill of backfills) {
      const horizon = await horizonAhead(ctx, backfill);
      const later = { startAfter: HORIZON_SECONDS };
      if (horizon) await ctx.jobs.send(backfillJob, { ...backfill, horizon }, later);
      else await inTransaction(ctx, (tx) => backfillSlice(tx, backfill));
    }
  },
});

/**
 * A return whose transaction was under way when the webhook was made may have been told to nobody and isn't to be seen
 * either: the first slice waits until every transaction of that time is over. Gives what is still to wait for, if anything.
 */
async function horizonAhead(ctx: Ctx, { after, horizon }: Backfill): Promise<string | undefined> {
  if (after !== undefined) return undefined;
  let ahead = horizon;
  for (let look = 0; look < LOOKS; look++) {
    const { rows } = await ctx.db.execute<{ horizon: string; isAhead: boolean }>(sql`
      select horizon::text, pg_snapshot_xmin(now) < horizon as "isAhead"
      from (select pg_current_snapshot() as now) as snapshot,
      lateral (select coalesce(${ahead ?? null}::xid8, pg_snapshot_xmax(now)) as horizon) as given`);
    if (!rows[0]?.isAhead) return undefined;
    ahead = rows[0].horizon;
    await pause(LOOK_MS);
  }
  return ahead;
}

async function backfillSlice(tx: Ctx, backfill: Backfill): Promise<void> {
  const { storeId, webhookId, after = "" } = backfill;
  // Two backfills of one webhook at once would both find that it has heard nothing of a return.
  if (!(await lockWebhook(tx, storeId, webhookId))) return;
  const slice = await tx.db
    .select({ id: returns.id })
    .from(returns)
    .where(and(eq(returns.storeId, storeId), gt(returns.id, after)))
    .orderBy(asc(returns.id))
    .limit(SLICE)
    .for("share");
  const ids = slice.map(({ id }) => id);
  const heard = await tx.db
    .select({ returnId: webhookSubjects.returnId })
    .from(webhookSubjects)
    .where(
      and(
        eq(webhookSubjects.storeId, storeId),
        eq(webhookSubjects.webhookId, webhookId),
        inArray(webhookSubjects.returnId, ids),
      ),
    );
  const known = new Set(heard.map(({ returnId }) => returnId));
  await tell(
    tx,
    backfill,
    ids.filter((id) => !known.has(id)),
  );
  const last = slice[SLICE - 1];
  if (last) await tx.jobs.send(backfillJob, { ...backfill, after: last.id });
}

async function tell(tx: Ctx, { storeId, webhookId, ...request }: Backfill, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const [store] = await tx.db
    .select({ merchantName: stores.name })
    .from(stores)
    .where(eq(stores.storeId, storeId));
  const merchantName = store?.merchantName ?? "";
  const records = await loadReturns(tx, storeId, ids);
  const tellings = records.map((record) => ({
    type: "backfill" as const,
    at: record.row.updatedAt,
    merchantName,
    return: returnView(record, tx.origin, "read"),
    order: returnOrderView(record.order),
  }));
  const payloadIds = await keepPayloads(tx, storeId, tellings);
  const events = tellings.map(({ type, at, return: told }, i) => ({
    ...{ webhookId, returnId: told.id, type, at },
    ...{ payloadId: payloadIds[i] ?? "", requestId: request.requestId },
  }));
  await appendEvents(tx, storeId, events);
}
