import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { createStoreLimiter } from "../../core/turns/store-limiter.ts";
import { memoizeByObject } from "../../lib/memoize-by-object.ts";
import { problem } from "../../lib/problem.ts";
import { isCancelled } from "../../platform/db/errors.ts";
import { readCancellable } from "../../platform/db/read-cancellable.ts";
import { compileSegment } from "./compile.ts";
import { parseWhere } from "./parse-query.ts";
import { resolveDates } from "./resolve-dates.ts";

/** How many customers are looked up at a time, all stores together. */
const MAX_LOOK_UPS = 3;
const TIMEOUT_MS = 5_000;
const MEMORY_KB = 8 * 1_024;

type Customers = { customerIds: string[]; keys: string[]; at: Date };

/**
 * Returns the keys of the saved segments that each of some customers is in, of those that are asked for. A key without
 * a segment has no customers. It takes a connection for long statements. Throws 400 when it takes longer than it may.
 */
export async function membershipsOf(
  ctx: Ctx,
  storeId: string,
  { customerIds, keys, at }: Customers,
): Promise<Map<string, string[]>> {
  const saved = keys.length === 0 || customerIds.length === 0 ? [] : await findConditions(ctx, storeId, keys);
  if (saved.length === 0) return new Map();
  const wanted = sql`${sql.param(customerIds)}::text[]`;
  const queries = saved.map(({ key, where }) => {
    const segment = compileSegment(storeId, resolveDates(parseWhere({ where }), at), at);
    return sql`select ${key}::text as key, found.id from (${segment}) as found where found.id = any(${wanted})`;
  });
  const options = { signal: new AbortController().signal, timeoutMs: TIMEOUT_MS, memoryKb: MEMORY_KB };
  const read = () =>
    readCancellable(ctx.longDb, { ...options, cancelFrom: ctx.db }, (tx) =>
      tx.execute<{ key: string; id: string }>(sql.join(queries, sql` union all `)),
    );
  try {
    const { rows } = await limiterOf(ctx.longDb).within(storeId, read);
    const byCustomer = Map.groupBy(rows, ({ id }) => id);
    return new Map([...byCustomer].map(([id, found]) => [id, found.map(({ key }) => key).toSorted()]));
  } catch (error) {
    if (!isCancelled(error)) throw error;
    const detail = `The segments of the policy could not be read within ${TIMEOUT_MS / 1_000} seconds.`;
    throw problem("segment_too_broad", detail);
  }
}

const limiterOf = memoizeByObject(() => createStoreLimiter(MAX_LOOK_UPS));

async function findConditions({ db }: Ctx, storeId: string, keys: string[]) {
  const { rows } = await db.execute<{ key: string; where: unknown }>(sql`
    select key, "where" from segments where store_id = ${storeId} and key = any(${sql.param(keys)}::text[])`);
  return rows;
}
