import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { loadCustomers } from "../customers/find.ts";
import type { Db } from "../db/connect.ts";
import { isCancelled } from "../db/errors.ts";
import { readCancellable } from "../db/read-cancellable.ts";
import { MAX_PAGE_BYTES } from "../http/fill-page.ts";
import { type Page, type PagedList, toPage } from "../http/paging.ts";
import { problem } from "../lib/problem.ts";
import { createStoreLimiter } from "../lib/store-limiter.ts";
import { compileEvents, compileSegment } from "./compile.ts";
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

type Question = Pick<Asked, "condition" | "at" | "counts" | "page">;

/** The statement of a segment: one row with the ids of a page, and one more, and the count if it is asked for. */
export function segmentStatement(storeId: string, { condition, at, counts, page }: Question): SQL {
  const segment = compileSegment(storeId, condition, at);
  if (!counts) return sql`select ${idsFrom(sql`(${segment})`, page)}`;
  return sql`with found as materialized (${segment})
    select ${idsFrom(sql`found`, page)}, (select count(*) from found)::int as count`;
}

/** How many events are kept for each customer of a page, and at most, which the database sorts in memory. */
const EVENTS_PER_CUSTOMER = 100;
const MAX_EVENTS = 10_000;

/**
 * The statement of a page of the customers of one event name, without a count; undefined for any other segment.
 * It keeps the events of the first customers only, while the other statement would keep all customers. Too few
 * customers are found if they have very many events: `isCut` is true and the other statement has to be used.
 */
export function firstEventsStatement(
  storeId: string,
  { condition, at, counts, page }: Question,
): SQL | undefined {
  const events = counts ? undefined : compileEvents(storeId, condition, at);
  if (!events) return undefined;
  const count = Math.min(EVENTS_PER_CUSTOMER * (page.size + 1), MAX_EVENTS);
  return sql`with found as materialized (
      select event.id from (${events}) as event ${after(sql`event.id`, page)} order by event.id limit ${count}
    )
    select ${idsFrom(sql`(select id from found group by id)`, page)}, (select count(*) from found) = ${count} as "isCut"`;
}

function idsFrom(from: SQL, page: Page): SQL {
  return sql`array(
    select segment.id from ${from} as segment ${after(sql`segment.id`, page)} order by segment.id limit ${page.size + 1}
  ) as ids`;
}

function after(id: SQL, { cursor }: Page): SQL {
  const [last] = cursor ?? [];
  return last === undefined ? sql`` : sql`where ${id} > ${last}`;
}

type Found = { ids: string[]; count?: number };

async function findIds(db: Db, storeId: string, asked: Asked): Promise<Found> {
  const first = firstEventsStatement(storeId, asked);
  if (first) {
    const { rows } = await db.execute<{ ids: string[]; isCut: boolean }>(first);
    const [page] = rows;
    if (page && (page.ids.length > asked.page.size || !page.isCut)) return { ids: page.ids };
  }
  const { rows } = await db.execute<Found>(segmentStatement(storeId, asked));
  return { ids: rows[0]?.ids ?? [], ...rows[0] };
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
