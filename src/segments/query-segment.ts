import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { loadCustomers } from "../customers/find.ts";
import type { Db } from "../db/connect.ts";
import { isCancelled } from "../db/errors.ts";
import { readCancellable } from "../db/read-cancellable.ts";
import { MAX_PAGE_BYTES } from "../http/fill-page.ts";
import { type Page, type PagedList, toPage } from "../http/paging.ts";
import { problem } from "../lib/problem.ts";
import { createStoreLimiter } from "../lib/store-limiter.ts";
import { compileSegment } from "./compile.ts";
import type { SegmentRequest } from "./parse-query.ts";
import type { SegmentCustomers } from "./schema.ts";

export const SEGMENT_PAGES: PagedList = { name: "segments", key: ["text"] };

/** How many segments are read at a time, all stores together; one store leaves room for another. */
const MAX_QUERIES = 3;
const TIMEOUT_MS = 5_000;
/** A page of more profiles than this is a large request. */
const LARGE_PAGE = 100;

type Asked = SegmentRequest & { page: Page; signal: AbortSignal };
type Answer = { answer: SegmentCustomers; headers: Record<string, string> };
export type QuerySegment = (storeId: string, asked: Asked) => Promise<Answer>;

/**
 * Returns a function that reads a page of a segment's customers, by id, and their number. It runs on the
 * connections for long statements and takes no others, and it ends when the client disconnects. Throws 400
 * when a statement takes longer than it may, 503 when too many segments are being read.
 */
export function createQuerySegment(ctx: Ctx): QuerySegment {
  const limiter = createStoreLimiter(MAX_QUERIES);
  return async (storeId, asked) => {
    const read = async () => {
      const release = await limiter.take(storeId, asked);
      try {
        return await readSegment(ctx, storeId, asked);
      } finally {
        release();
      }
    };
    return asked.page.size > LARGE_PAGE ? ctx.largeRequestLimiter.within(storeId, read) : read();
  };
}

async function readSegment(ctx: Ctx, storeId: string, asked: Asked): Promise<Answer> {
  const { signal } = asked;
  try {
    const options = { signal, timeoutMs: TIMEOUT_MS, cancelFrom: ctx.db };
    return await readCancellable(ctx.longDb, options, (tx) => readPage({ ...ctx, db: tx }, storeId, asked));
  } catch (error) {
    if (signal.aborted) {
      throw problem("client_closed_request", "The client closed the connection before its segment was read.");
    }
    if (!isCancelled(error)) throw error;
    const seconds = TIMEOUT_MS / 1_000;
    const detail = `The segment could not be read within ${seconds} seconds; narrow its conditions.`;
    throw problem("segment_too_broad", detail);
  }
}

async function readPage(ctx: Ctx, storeId: string, asked: Asked): Promise<Answer> {
  const { page } = asked;
  const { ids, count } = await findIds(ctx.db, storeId, asked);
  const fitting = await fittingOf(ctx.db, storeId, ids.slice(0, page.size));
  const { rows, headers } = toPage(ids, { ...page, size: fitting }, (id) => [id]);
  const profiles = await loadCustomers(ctx, storeId, rows);
  const customers = rows.flatMap((id) => profiles.get(id) ?? []);
  return { answer: { customers, ...(count !== undefined && { count }) }, headers };
}

/** The statement of a segment: one row with the ids of a page, and one more, and the count if it is asked for. */
export function segmentStatement(
  storeId: string,
  { condition, at, counts, page: { size, cursor } }: Pick<Asked, "condition" | "at" | "counts" | "page">,
) {
  const segment = compileSegment(storeId, condition, at);
  const [after] = cursor ?? [];
  const rest = after === undefined ? sql`` : sql`where segment.id > ${after}`;
  const ids = (from: ReturnType<typeof sql>) =>
    sql`array(select segment.id from ${from} as segment ${rest} order by segment.id limit ${size + 1}) as ids`;
  if (!counts) return sql`select ${ids(sql`(${segment})`)}`;
  return sql`with found as materialized (${segment})
    select ${ids(sql`found`)}, (select count(*) from found)::int as count`;
}

async function findIds(db: Db, storeId: string, asked: Asked) {
  const { rows } = await db.execute<{ ids: string[]; count?: number }>(segmentStatement(storeId, asked));
  return { ids: rows[0]?.ids ?? [], count: rows[0]?.count };
}

/** Returns how many of the profiles fit into a page; at least one. */
async function fittingOf(db: Db, storeId: string, ids: string[]): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select sum(octet_length(c::text)) over (order by id) as bytes
      from customers c where store_id = ${storeId} and id = any(${sql.param(ids)}::text[])
    ) as profile where bytes <= ${MAX_PAGE_BYTES}`);
  return Math.max(1, rows[0]?.count ?? 0);
}
