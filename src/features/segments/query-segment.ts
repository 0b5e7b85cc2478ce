import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { MAX_PAGE_BYTES } from "../../core/http/fill-page.ts";
import { type Page, type PagedList, toPage } from "../../core/http/paging.ts";
import { createStoreLimiter } from "../../core/turns/store-limiter.ts";
import { problem } from "../../lib/problem.ts";
import type { Db } from "../../platform/db/connect.ts";
import { isCancelled } from "../../platform/db/errors.ts";
import { readCancellable } from "../../platform/db/read-cancellable.ts";
import { loadCustomers } from "../customers/find.ts";
import { compileSegment } from "./compile.ts";
import { countLeaves } from "./condition.ts";
import { countedStatement } from "./counted-statement.ts";
import { lookUpCustomers } from "./look-up-customers.ts";
import type { CustomerSort, SegmentRequest } from "./parse-query.ts";
import { hasRelativeDates, resolveDates } from "./resolve-dates.ts";
import type { SegmentCustomers } from "./schema.ts";
import { sortedStatement } from "./sorted-statement.ts";
import { boundStatement, firstEventsStatement, type Question, segmentStatement } from "./statements.ts";

const BY_ID: PagedList = { name: "segments", key: ["text"] };
const BY_CREATION: PagedList["key"] = ["instant", "text"];

/** Returns the list of a segment's customers in an order; by default in that of the ids. */
export function segmentPages(sort?: CustomerSort): PagedList {
  return sort ? { name: `segments by ${sort}`, key: BY_CREATION } : BY_ID;
}

/** How many segments are read at a time, all stores together; one store leaves room for another. */
const MAX_QUERIES = 3;
const TIMEOUT_MS = 5_000;
/** The memory for the sets of ids of a segment, in which Postgres hashes twice as much before it writes to disk. */
const MEMORY_KB = 32 * 1_024;
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
    const memoryKb = Math.ceil(MEMORY_KB / countLeaves(asked.condition));
    const options = { signal, timeoutMs: TIMEOUT_MS, memoryKb, cancelFrom: ctx.db };
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
  const { page, countUpTo } = asked;
  const question = await resolved(ctx.db, asked);
  const { keys, count } = await findKeys(ctx.db, storeId, question);
  const total = countUpTo === undefined ? undefined : await countSome(ctx.db, storeId, question, countUpTo);
  const fitting = await fittingOf(ctx.db, storeId, keys.slice(0, page.size).map(idOf));
  const { rows, headers } = toPage(keys, { ...page, size: fitting }, (key) => key);
  const ids = rows.map(idOf);
  const profiles = await loadCustomers(ctx, storeId, ids);
  const customers = ids.flatMap((id) => profiles.get(id) ?? []);
  return { answer: { customers, ...(count !== undefined && { count }), ...total }, headers };
}

/** Without `at` the moment is that of the transaction, by the database's clock; it is only read where it is needed. */
async function resolved(db: Db, asked: Asked): Promise<Question> {
  const { condition } = asked;
  const at = asked.at ?? (hasRelativeDates(condition) ? await readMoment(db) : undefined);
  return { ...asked, at, condition: resolveDates(condition, at ?? new Date(0)) };
}

async function readMoment(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ ms: string }>(
    sql`select floor(extract(epoch from now()) * 1000) as ms`,
  );
  return new Date(Number(rows[0]?.ms));
}

/** A sort key: the id of a customer, perhaps after the time of their creation. */
type Key = string[];
const idOf = (key: Key): string => key.at(-1) ?? "";

async function findKeys(
  db: Db,
  storeId: string,
  asked: Question,
): Promise<{ keys: Key[]; count?: number | undefined }> {
  const { sort, counts } = asked;
  if (!sort) {
    const { ids, count } = await findIds(db, storeId, asked);
    return { keys: ids.map((id) => [id]), count };
  }
  const { rows } = await db.execute<{ id: string; at: string }>(sortedStatement(storeId, asked, sort));
  const keys = rows.map(({ at, id }) => [at, id]);
  return counts ? { keys, count: await countAll(db, storeId, asked) } : { keys };
}

async function countAll(db: Db, storeId: string, { condition, at }: Question): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (${compileSegment(storeId, condition, at)}) as found`);
  return rows[0]?.count ?? 0;
}

type Found = { ids: string[]; count?: number };

async function findIds(db: Db, storeId: string, asked: Question): Promise<Found> {
  const lookedUp = await lookUpCustomers(db, storeId, asked);
  if (lookedUp) return { ids: lookedUp };
  const first = firstEventsStatement(storeId, asked, await findBound(db, storeId, asked));
  if (first) {
    const { rows } = await db.execute<{ ids: string[]; isCut: boolean }>(first);
    const [page] = rows;
    if (page && (page.ids.length > asked.page.size || !page.isCut)) return { ids: page.ids };
  }
  const counted = countedStatement(storeId, asked);
  const { rows } = await db.execute<Found>(counted ?? segmentStatement(storeId, asked));
  const [{ ids, count } = { ids: [] }] = rows;
  return asked.counts ? { ids, count } : { ids };
}

/** Returns how many customers a segment has, up to a number. */
async function countSome(db: Db, storeId: string, { condition, at }: Question, most: number) {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from (${compileSegment(storeId, condition, at)}) as found limit ${most + 1}
    ) as few`);
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, most), isAtLeast: count > most };
}

/** Returns an id that no id of the page is after, if the events of the condition tell one quickly. */
async function findBound(db: Db, storeId: string, asked: Question): Promise<string | undefined> {
  const statement = boundStatement(storeId, asked);
  if (!statement) return undefined;
  const { rows } = await db.execute<{ id: string }>(statement);
  return rows[0]?.id;
}

/** Returns how many of the profiles fit into a page; at least one. */
async function fittingOf(db: Db, storeId: string, ids: string[]): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select sum(octet_length(c::text)) over (order by place) as bytes
      from unnest(${sql.param(ids)}::text[]) with ordinality as page(id, place)
      join customers c on c.store_id = ${storeId} and c.id = page.id
    ) as profile where bytes <= ${MAX_PAGE_BYTES}`);
  return Math.max(1, rows[0]?.count ?? 0);
}
