import type { Ctx } from "../../../core/ctx.ts";
import { DAY_MS } from "../../../lib/duration.ts";
import { rawInstantText } from "../../../platform/db/instant-text.ts";
import { preparedByKey } from "../../../platform/db/prepared.ts";
import type { Status } from "../status.ts";
import { returnProgress } from "./progress.ts";
import { MAX_COUNTED, OVERDUE_DAYS, type ReturnProgress, type ReturnQueue } from "./schema.ts";

type Name = ReturnQueue["name"];
type Row = { name: Name; count: number; oldest: string | null };

const QUEUES: { name: Name; status: Status; isUnchanged?: true }[] = [
  { name: "needs_review", status: "needs_review" },
  { name: "flagged", status: "flagged" },
  { name: "delivered", status: "delivered" },
  { name: "overdue", status: "in_transit", isUnchanged: true },
];

type Queues = { queues: ReturnQueue[]; progress?: ReturnProgress };

/** Returns the queues of a store's returns that wait for the merchant, and what was done since a moment, if one is given. */
export async function returnQueues(ctx: Ctx, storeId: string, since?: string): Promise<Queues> {
  const [queues, progress] = await Promise.all([
    queuesOf(ctx, storeId),
    since === undefined ? undefined : returnProgress(ctx, storeId, since),
  ]);
  return { queues, ...(progress && { progress }) };
}

async function queuesOf(ctx: Ctx, storeId: string): Promise<ReturnQueue[]> {
  const overdue = new Date(ctx.now().getTime() - OVERDUE_DAYS * DAY_MS).toISOString();
  const rows = await read(ctx.db, storeId, overdue);
  return QUEUES.map(({ name, status, isUnchanged }) => {
    const { count = 0, oldest = null } = rows.find((row) => row.name === name) ?? {};
    const query = new URLSearchParams({ status, ...(isUnchanged && { updated_at_max: overdue }) });
    return {
      name,
      count: Math.min(count, MAX_COUNTED),
      isAtLeast: count > MAX_COUNTED,
      oldest,
      query: query.toString(),
    };
  });
}

/** Each part reads at most 10,001 entries of an index, and one to find the oldest. */
const read = preparedByKey<Row>(
  "return_queues",
  QUEUES.map(({ name, status, isUnchanged }) => {
    const bound = isUnchanged ? "and updated_at < $2::timestamptz" : "";
    const rows = `from returns where store_id = $1 and status = '${status}' ${bound}`;
    return `select '${name}' as name,
      (select count(*)::int from (select ${rows} limit ${MAX_COUNTED + 1}) as counted) as count,
      (select ${rawInstantText("updated_at")} ${rows} order by updated_at limit 1) as oldest`;
  }).join(" union all "),
);
