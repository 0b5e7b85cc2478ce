import { type SQL, sql } from "drizzle-orm";
import { instantText } from "../../platform/db/instant-text.ts";
import type { Ctx } from "../ctx.ts";
import { type FoundPage, type KeyRow, keyOf, type SizedRow } from "../http/fill-page.ts";
import { nextPage, type Page, toPage } from "../http/paging.ts";
import { endsAtCursor } from "./ends-at-cursor.ts";
import { MAX_COMPARED, MAX_COUNTED, type TimeRange } from "./filtered-list.ts";

/**
 * The rows that match one filter, as an index has them: each of `parts` is a select of `at` and `id` with a
 * value of the filter and `range`, the part of the list to read, of which at most `count` rows are used. If
 * the index has the rows in another order, `order` names it, and they are only read when they are few.
 */
export type Stream = { parts: (range: Range, count: number) => SQL[]; order?: SQL };

/** Returns SQL for the range of a list, as conditions on its two key columns. */
export type Range = (at: SQL, id: SQL) => SQL;

/** The list's table; SQL for the size of a row in a response, and for what a row must match. */
export type Source = {
  table: SQL;
  /** The column with the id, unless it is `id`. */
  id?: SQL;
  bytes: SQL;
  matches: SQL[];
  /** In order of preference; at least the last one is sorted. */
  streams: Stream[];
};

/**
 * Returns the rows of a page that match every filter, newest first. It reads the rows of the filter with the
 * fewest matches and compares each with the other filters, at most 1,000, so a request costs the same
 * however rare the matches are; then the page ends early with a cursor, perhaps without a row.
 */
export async function filteredKeys(
  ctx: Ctx,
  storeId: string,
  { table, id = sql`id`, bytes, matches, streams }: Source,
  { page, range }: { page: Page; range: TimeRange },
): Promise<FoundPage<SizedRow>> {
  const within = (time: SQL, id: SQL) => rangeOf(time, id, { range, cursor: page.cursor });
  const stream = await fewest(ctx, streams, within);
  const isExact = matches.length === 0;
  const compared = isExact ? page.size + 1 : MAX_COMPARED;
  const found = await ctx.db.execute<SizedRow>(sql`
    select stream.id, ${instantText(sql`stream.at`)} as at, ${bytes} as bytes
    from (${firstOf(stream, within, compared)}) as stream
    cross join lateral (
      select * from ${table} where store_id = ${storeId} and ${id} = stream.id ${and(matches)} limit 1
    ) as ${table}
    order by stream.at desc, stream.id desc limit ${page.size + 1}`);
  const result = { ...toPage(found.rows, page, keyOf), keyOf };
  if (isExact || found.rows.length > page.size) return result;

  const [last] = (
    await ctx.db.execute<KeyRow>(sql`
      select ${instantText(sql`stream.at`)} as at, id from (${firstOf(stream, within, compared)}) as stream
      order by stream.at desc, stream.id desc limit 1 offset ${compared - 1}`)
  ).rows;
  return last ? { rows: found.rows, headers: nextPage(page, keyOf(last)), keyOf } : result;
}

/** The stream with the fewest rows from the cursor on, counted in their indexes up to a limit. */
async function fewest(ctx: Ctx, streams: Stream[], range: Range): Promise<Stream> {
  const sorted = streams.find(({ order }) => !order) as Stream;
  if (streams.length === 1) return sorted;
  const counts = streams.map(
    (stream) => sql`(select count(*)::int from (${firstOf(stream, range, MAX_COUNTED)}) as few)`,
  );
  const { rows } = await ctx.db.execute<{ counts: number[] }>(
    sql`select array[${sql.join(counts, sql`, `)}] as counts`,
  );
  let [best, least] = [sorted, MAX_COUNTED];
  for (const [i, count] of (rows[0]?.counts ?? []).entries()) {
    const stream = streams[i];
    if (stream && count < least) [best, least] = [stream, count];
  }
  return best;
}

/**
 * SQL for the first rows of a stream, in the list's order. The inner order makes the planner read each part
 * from its own index.
 */
function firstOf({ parts, order = NEWEST_FIRST }: Stream, range: Range, count: number): SQL {
  const first = parts(range, count).map((part) => sql`(${part} order by ${order} limit ${count})`);
  const rows = sql`select at, id from (${sql.join(first, sql` union all `)}) as part`;
  return sql`${rows} order by ${NEWEST_FIRST} limit ${count}`;
}

const NEWEST_FIRST = sql`at desc, id desc`;

function rangeOf(
  at: SQL,
  id: SQL,
  { range: { from, until }, cursor }: { range: TimeRange; cursor: string[] | undefined },
): SQL {
  const [cursorAt = "", cursorId = ""] = cursor ?? [];
  const end = endsAtCursor({ until, cursor })
    ? sql`(${at}, ${id}) < (${cursorAt}::timestamptz, ${cursorId})`
    : until && sql`${at} < ${until.toISOString()}::timestamptz`;
  return and([...(from ? [sql`${at} >= ${from.toISOString()}::timestamptz`] : []), ...(end ? [end] : [])]);
}

/** SQL for further conditions. */
function and(conditions: SQL[]): SQL {
  return sql.join(conditions.map((condition) => sql` and ${condition}`));
}
