import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { instantNear } from "../../../lib/date-time.ts";
import { instantText } from "../../../platform/db/instant-text.ts";
import { bytesOfRow } from "../../returns/read/bytes-of-row.ts";
import type { Key, ListPosition, Snapshot, WarehouseFilter } from "./cursor.ts";
import { statusesOfFilter } from "./list-query.ts";
import { lastInstantOf } from "./window.ts";

/** `bytes` is the estimated size of the return in the response. */
export type ListKey = { id: string; key: Key; bytes: number };

type Rows = { id: string; first: string; second: string; bytes: number };

/** The maximum time from reading the clock to the commit, and between two processes' ideas of the time. */
const MAX_CLOCK_SKEW_MS = 600_000;

/** Returns the keys of the first `limit` returns after a position, in its direction. */
export async function keysAfter(
  ctx: Ctx,
  storeId: string,
  filter: WarehouseFilter,
  position: ListPosition,
  limit: number,
): Promise<ListKey[]> {
  const statuses = statusesOfFilter(filter);
  if (statuses.length === 0) return [];
  const query =
    position.part === "window"
      ? returnsInWindow(storeId, filter, position, limit)
      : changedReturns(storeId, filter, position, limit);
  const { rows } = await ctx.db.execute<Rows>(query);
  return rows.map(({ id, first, second, bytes }) => ({ id, key: [first, second], bytes }));
}

/** Returns the current snapshot. */
export async function takeSnapshot(ctx: Ctx, storeId: string): Promise<Snapshot> {
  const { rows } = await ctx.db.execute<{ snapshot: string; epoch: string }>(
    sql`select pg_current_snapshot()::text as snapshot, ${epochOf(storeId)}::text as epoch`,
  );
  return { at: ctx.now(), snapshot: rows[0]?.snapshot ?? "", epoch: Number(rows[0]?.epoch) };
}

/** How often the store has moved: in another database transactions have other ids. */
function epochOf(storeId: string): SQL {
  return sql`coalesce((select epoch from store_states where store_id = ${storeId}), 0)`;
}

/**
 * Reads each status from its own index by time, so that the cost of a page does not depend on returns with
 * other statuses.
 */
function returnsInWindow(
  storeId: string,
  filter: WarehouseFilter,
  { key, backwards }: ListPosition,
  limit: number,
): SQL {
  const time = sql.identifier(filter.field);
  const ofStatus = (status: string) => sql`(
    select id, ${time} as at from returns
    where store_id = ${storeId} and status = ${status} and ${within(filter, { key, backwards })}
    order by ${time} ${direction(backwards)}, id ${direction(backwards)} limit ${limit})`;
  return sql`
    select id, ${instantText(sql`at`)} as first, id as second,
      (select ${bytesOfRow("own", "units")} from returns as own where own.store_id = ${storeId} and own.id = found.id) as bytes
    from (${sql.join(statusesOfFilter(filter).map(ofStatus), sql` union all `)}) as found
    order by at ${direction(backwards)}, id ${direction(backwards)} limit ${limit}`;
}

/**
 * Selects the returns whose row was written after the first page, by number: an order that later changes do
 * not affect. `xmin` has only the lower 32 bits of the transaction id, so the id is computed from its
 * distance to the snapshot. When the store has moved since, these are all that were written since about then.
 */
function changedReturns(
  storeId: string,
  filter: WarehouseFilter,
  { key, backwards, start }: ListPosition,
  limit: number,
): SQL {
  const earliest = instantNear((start?.at.getTime() ?? 0) - MAX_CLOCK_SKEW_MS).toISOString();
  const next = sql`pg_snapshot_xmax(${start?.snapshot ?? ""}::pg_snapshot)::text::bigint`;
  const distance = sql`(writer - ${next} % 4294967296 + 6442450944) % 4294967296 - 2147483648`;
  const behind = key && sql`and number ${comparison(backwards)} ${Number(key[0])}`;
  const statuses = sql.join(
    statusesOfFilter(filter).map((status) => sql`${status}`),
    sql`, `,
  );
  return sql`
    with lately as materialized (
      select id, number, status, xmin::text::bigint as writer from returns
      where store_id = ${storeId} and updated_at >= ${earliest}::timestamptz
        and ${within(filter)})
    select id, number::text as first, '' as second,
      (select ${bytesOfRow("own", "units")} from returns as own where own.store_id = ${storeId} and own.id = lately.id) as bytes
    from lately
    where status in (${statuses}) ${behind} and case when ${epochOf(storeId)} <> ${start?.epoch ?? 0} then true
      else not pg_visible_in_snapshot((${next} + ${distance})::text::xid8, ${start?.snapshot ?? ""}::pg_snapshot) end
    order by number ${direction(backwards)} limit ${limit}`;
}

/**
 * Compares to the second: the last second is included. A key in the window is the only bound on its side: of
 * two, an index scan may begin at the wider one and walk over every row of the pages before.
 */
function within(
  { field, window: { from, to } }: WarehouseFilter,
  { key, backwards }: Partial<Pick<ListPosition, "key" | "backwards">> = {},
): SQL {
  const time = sql.identifier(field);
  const last = to && lastInstantOf(to);
  const keyAt = key && new Date(key[0]);
  const isInside = keyAt && from <= keyAt && (!last || keyAt <= last);
  return sql.join(
    [
      ...(isInside && backwards ? [] : [sql`${time} >= ${from.toISOString()}::timestamptz`]),
      ...(!last || (isInside && !backwards) ? [] : [sql`${time} <= ${last.toISOString()}::timestamptz`]),
      ...(key
        ? [sql`(${time}, id) ${comparison(backwards ?? false)} (${key[0]}::timestamptz, ${key[1]})`]
        : []),
    ],
    sql` and `,
  );
}

function comparison(backwards: boolean): SQL {
  return backwards ? sql`>` : sql`<`;
}

function direction(backwards: boolean): SQL {
  return backwards ? sql`asc` : sql`desc`;
}
