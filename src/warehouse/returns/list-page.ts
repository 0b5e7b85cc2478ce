import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../ctx.ts";
import { instantNear } from "../../lib/date-time.ts";
import { bytesOfRow } from "../../returns/bytes-of-row.ts";
import { type Key, type ListFilter, type Place, type Snapshot, statusesOfFilter } from "./list-query.ts";
import { lastInstantOf } from "./window.ts";

/** `bytes` is about what showing the return takes. */
export type ListKey = { id: string; key: Key; bytes: number };

type Rows = { id: string; first: string; second: string; bytes: number };

/** Processes may tell the time a little differently. */
const CLOCKS_APART = 600_000;

/** The first `limit` returns behind a place, in the direction in which it looks. */
export async function keysAfter(
  ctx: Ctx,
  storeId: string,
  question: ListFilter,
  place: Place,
  limit: number,
): Promise<ListKey[]> {
  const statuses = statusesOfFilter(question);
  if (statuses.length === 0) return [];
  const query =
    place.part === "window"
      ? inWindow(storeId, question, place, limit)
      : amongChanged(storeId, question, place, limit);
  const { rows } = await ctx.db.execute<Rows>(query);
  return rows.map(({ id, first, second, bytes }) => ({ id, key: [first, second], bytes }));
}

/** What is committed by now. */
export async function begin(ctx: Ctx): Promise<Snapshot> {
  const { rows } = await ctx.db.execute<{ snapshot: string }>(
    sql`select pg_current_snapshot()::text as snapshot`,
  );
  return { at: ctx.now(), snapshot: rows[0]?.snapshot ?? "" };
}

/**
 * Each status has its own index in the order of time: a page costs the same however many returns have other
 * statuses.
 */
function inWindow(storeId: string, question: ListFilter, { key, backwards }: Place, limit: number): SQL {
  const time = sql.identifier(question.field);
  const behind = key && sql`and (${time}, id) ${aim(backwards)} (${key[0]}::timestamptz, ${key[1]})`;
  const ofStatus = (status: string) => sql`(
    select id, ${time} as at from returns
    where store_id = ${storeId} and status = ${status} and ${within(question)} ${behind}
    order by ${time} ${order(backwards)}, id ${order(backwards)} limit ${limit})`;
  return sql`
    select id, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as first, id as second,
      (select ${bytesOfRow("own", "units")} from returns as own where own.store_id = ${storeId} and own.id = found.id) as bytes
    from (${sql.join(statusesOfFilter(question).map(ofStatus), sql` union all `)}) as found
    order by at ${order(backwards)}, id ${order(backwards)} limit ${limit}`;
}

/**
 * The returns whose row was written after the first page, in an order that no further change disturbs: who
 * changes while these are read was read before, or is still to come. The row's transaction number is told
 * apart from others by its lower half alone.
 */
function amongChanged(
  storeId: string,
  question: ListFilter,
  { key, backwards, began }: Place,
  limit: number,
): SQL {
  const earliest = instantNear((began?.at.getTime() ?? 0) - CLOCKS_APART).toISOString();
  const next = sql`pg_snapshot_xmax(${began?.snapshot ?? ""}::pg_snapshot)::text::bigint`;
  const distance = sql`(writer - ${next} % 4294967296 + 6442450944) % 4294967296 - 2147483648`;
  const behind = key && sql`and number ${aim(backwards)} ${Number(key[0])}`;
  const statuses = sql.join(
    statusesOfFilter(question).map((status) => sql`${status}`),
    sql`, `,
  );
  return sql`
    with lately as materialized (
      select id, number, status, xmin::text::bigint as writer from returns
      where store_id = ${storeId} and updated_at >= ${earliest}::timestamptz
        and ${within(question)})
    select id, number::text as first, '' as second,
      (select ${bytesOfRow("own", "units")} from returns as own where own.store_id = ${storeId} and own.id = lately.id) as bytes
    from lately
    where status in (${statuses}) ${behind} and not pg_visible_in_snapshot(
      (${next} + ${distance})::text::xid8, ${began?.snapshot ?? ""}::pg_snapshot)
    order by number ${order(backwards)} limit ${limit}`;
}

/** Compared to the second: the whole last second is in. */
function within({ field, window: { from, to } }: ListFilter): SQL {
  const time = sql.identifier(field);
  const until = to && sql`and ${time} <= ${lastInstantOf(to).toISOString()}::timestamptz`;
  return sql`${time} >= ${from.toISOString()}::timestamptz ${until}`;
}

function aim(backwards: boolean): SQL {
  return backwards ? sql`>` : sql`<`;
}

function order(backwards: boolean): SQL {
  return backwards ? sql`asc` : sql`desc`;
}
