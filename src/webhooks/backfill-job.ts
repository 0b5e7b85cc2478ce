import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { returns } from "../db/tables/returns.ts";
import { stores } from "../db/tables/stores.ts";
import { webhookSubjects } from "../db/tables/webhooks.ts";
import { appendEvents, storePayloads } from "../delivery/outbox.ts";
import { defineJob } from "../jobs/define-job.ts";
import { type OfStore, sendFairly, trySlice } from "../jobs/fair.ts";
import { pause } from "../lib/pause.ts";
import { slicesByBytes } from "../lib/slices-by-bytes.ts";
import { bytesOfRow } from "../returns/bytes-of-row.ts";
import { loadReturns } from "../returns/load.ts";
import { returnOrderView } from "../returns/order-view.ts";
import { returnView } from "../returns/view.ts";
import { lockWebhook } from "./find.ts";
import { inSlice, SLICE_OPTIONS } from "./sliced.ts";

/** `after` is the return that the slice before ended with, `writers` are transactions that have to be over before the first. */
export type Backfill = OfStore & {
  webhookId: string;
  requestId: string;
  writers?: string[];
  after?: string;
};

const SLICE = 100;
/** Returns may be large: so many and so much of them are in memory together, and after so long the rest is left to the next slice. */
const TOGETHER = 20;
const TOGETHER_BYTES = 512 * 1024;
const SLICE_MS = 1_000;
/** How often, and how far apart, the first slice looks before it lets others work for a second. */
const LOOKS = 10;
const LOOK_MS = 50;
const LATER_SECONDS = 1;

/**
 * Tells a webhook of every return of its store of which it has heard nothing: as it stands, and as of its last change. A
 * change of a return waits while its slice is told, so what it makes is always told later.
 */
export const backfillJob = defineJob<Backfill>({
  name: "webhooks.backfill",
  ...SLICE_OPTIONS,
  handle: async (ctx, backfills) => {
    for (const data of backfills) await trySlice(ctx, backfillJob, { data, work: (own) => begin(ctx, own) });
  },
});

async function begin(ctx: Ctx, backfill: Backfill): Promise<void> {
  const writers = await writersAhead(ctx, backfill);
  if (writers.length === 0) return inSlice(ctx, (tx) => backfillSlice(tx, backfill));
  await sendFairly(ctx, backfillJob, { ...backfill, writers }, { startAfter: LATER_SECONDS });
}

/**
 * A return whose transaction was under way when the webhook was made may have been told to nobody and isn't to be seen
 * either: the first slice waits until the transactions that were writing returns then are over. Returns those that are not.
 */
async function writersAhead(ctx: Ctx, { after, writers }: Backfill): Promise<string[]> {
  if (after !== undefined) return [];
  let ahead = writers;
  for (let look = 0; look < LOOKS; look++) {
    const { rows } = await ctx.db.execute<{ writer: string }>(sql`
      select distinct virtualtransaction as writer from pg_locks
      where locktype = 'relation' and relation = 'returns'::regclass and mode = 'RowExclusiveLock'
        and database = (select oid from pg_database where datname = current_database())
        and (${ahead === undefined} or virtualtransaction = any(${sql.param(ahead ?? [])}::text[]))`);
    ahead = rows.map(({ writer }) => writer);
    if (ahead.length === 0) break;
    await pause(LOOK_MS);
  }
  return ahead ?? [];
}

async function backfillSlice(tx: Ctx, backfill: Backfill): Promise<void> {
  const { storeId, webhookId, after = "" } = backfill;
  // Two backfills of one webhook at once would both find that it has heard nothing of a return.
  if (!(await lockWebhook(tx, storeId, webhookId))) return;
  const slice = await tx.db
    .select({ id: returns.id, bytes: bytesOfRow("returns", "items") })
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
  const until = performance.now() + SLICE_MS;
  for (const some of slicesByBytes(slice, TOGETHER_BYTES, TOGETHER)) {
    const told = some.map(({ id }) => id);
    await tell(
      tx,
      backfill,
      told.filter((id) => !known.has(id)),
    );
    const last = told.at(-1);
    const isLast = last === ids.at(-1);
    if (isLast ? ids.length === SLICE : performance.now() > until) {
      return sendFairly(tx, backfillJob, { ...backfill, after: last });
    }
  }
}

async function tell(tx: Ctx, { storeId, webhookId, ...request }: Backfill, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const [store] = await tx.db
    .select({ merchantName: stores.name })
    .from(stores)
    .where(eq(stores.storeId, storeId));
  const merchantName = store?.merchantName ?? "";
  const records = await loadReturns(tx, storeId, ids);
  const tellings = await Promise.all(
    records.map(async (record) => ({
      type: "backfill" as const,
      at: record.row.updatedAt,
      merchantName,
      return: await returnView(record, tx.origin, "read"),
      order: await returnOrderView(record.order),
    })),
  );
  const payloadIds = await storePayloads(tx, storeId, tellings);
  const events = tellings.map(({ type, at, return: told }, i) => ({
    ...{ webhookId, returnId: told.id, type, at },
    ...{ payloadId: payloadIds[i] ?? "", requestId: request.requestId },
  }));
  await appendEvents(tx, storeId, events);
}
