import { and, asc, type Column, desc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { invalidCursor, type KeyPart, type Page, toPage } from "../../core/http/paging.ts";
import { parseDateTime } from "../../lib/date-time.ts";
import type { inventoryItems, inventoryLevels } from "../../platform/db/tables/inventory.ts";
import { lastChange } from "./change-clock.ts";

/** A query for rows. The condition already says that ids are after `afterId`. */
export type RowQuery = { where: SQL | undefined; order: Order; limit: number; afterId?: string };

export type Order = "latest" | "id";

type UpdatedRow = { id: string; updatedAt: Date };

type Source<Row> = {
  ctx: Ctx;
  storeId: string;
  table: typeof inventoryItems | typeof inventoryLevels;
  /** What is asked of the table's own columns, without the condition of `read`. */
  matches: SQL | undefined;
  read(query: RowQuery): Promise<Row[]>;
};

/** With more changed rows per row of a page than this, the page is read in the order of the key. */
const MAX_SORTED_PER_ROW = 50;

/** The key of a cursor. */
export const CURSOR_KEY: readonly KeyPart[] = ["instant", "instant?", "instant?", "text"];

/**
 * The position of a reader. `since` is the last change before the first page. With `until` the reader is in
 * the second phase: the rows that changed since then, ordered by id.
 */
type UpdatePosition = { since: Date; until: Date | undefined; updatedAt: Date | undefined; id: string };

/**
 * Returns a page of rows, last changed first, and its headers. A row that changes between two pages may move
 * to a page that the client has already read. So the last pages repeat the rows that changed since the first
 * page, ordered by id: each such row once, without rows created after this second phase began. Throws 400 for
 * an invalid cursor.
 */
export async function pageByUpdate<Row extends UpdatedRow>(
  page: Page,
  source: Source<Row>,
): Promise<{ rows: Row[]; headers: Record<string, string> }> {
  const position = page.cursor && parsePosition(page.cursor);
  const since = position?.since ?? (await lastChange(source.ctx, source.storeId));
  const keyOf = (row: Row) => [since.toISOString(), "", row.updatedAt.toISOString(), row.id];
  const latest = position?.until ? [] : await readLatest(source, position, page.size + 1);
  // The whole first page is one snapshot, so nothing needs to be repeated.
  if (!position || latest.length > page.size) return toPage(latest, page, keyOf);

  const until = position.until ?? (await lastChange(source.ctx, source.storeId));
  const afterId = position.until ? position.id : "";
  const remaining = page.size - latest.length + 1;
  const changed = until > since ? await readChanged(source, { since, until, afterId }, remaining) : [];
  return toPage([...latest, ...changed], page, (row) =>
    changed.includes(row) ? [since.toISOString(), until.toISOString(), "", row.id] : keyOf(row),
  );
}

/** Returns the `order by` columns. */
export function inOrder({ updatedAt, id }: Record<"updatedAt" | "id", Column>, order: Order): SQL[] {
  return order === "id" ? [asc(id)] : [desc(updatedAt), desc(id)];
}

function parsePosition([since = "", until = "", updatedAt = "", id = ""]: string[]): UpdatePosition {
  const position = {
    since: parseDateTime(since),
    until: parseDateTime(until),
    updatedAt: parseDateTime(updatedAt),
    id,
  };
  // Exactly one of `until` and `updatedAt` is set.
  const isValid = until === "" ? position.updatedAt : updatedAt === "" && position.until;
  if (position.since && isValid) return { ...position, since: position.since };
  throw invalidCursor();
}

function readLatest<Row>(
  { table, read }: Source<Row>,
  position: UpdatePosition | undefined,
  limit: number,
): Promise<Row[]> {
  const { updatedAt, id } = position ?? {};
  const where =
    updatedAt && sql`(${table.updatedAt}, ${table.id}) < (${updatedAt.toISOString()}::timestamptz, ${id})`;
  return read({ where, order: "latest", limit });
}

/**
 * The planner doesn't know how many rows have changed since the statistics were made: it would read and sort all
 * of them for each page. Few are read so. Of many, the next ones are found by the key, which the expression
 * leaves as the only way.
 */
async function readChanged<Row>(
  source: Source<Row>,
  { since, until, afterId }: { since: Date; until: Date; afterId: string },
  limit: number,
): Promise<Row[]> {
  const { table, read } = source;
  const isMany = await hasChanged(source, since, limit * MAX_SORTED_PER_ROW);
  const updatedAt = isMany ? sql`${table.updatedAt} + interval '0'` : table.updatedAt;
  const changed = sql`${updatedAt} > ${since.toISOString()}::timestamptz`;
  return read({
    where: and(changed, lte(table.createdAt, until), gt(table.id, afterId)),
    ...{ order: "id", limit, afterId },
  });
}

/** Returns whether at least `count` rows have changed. */
async function hasChanged<Row>(
  { ctx, storeId, table, matches }: Source<Row>,
  since: Date,
  count: number,
): Promise<boolean> {
  const { rows } = await ctx.db.execute(sql`
    select from ${table} where ${and(eq(table.storeId, storeId), matches, gt(table.updatedAt, since))}
    order by ${table.updatedAt} desc limit 1 offset ${count - 1}`);
  return rows.length > 0;
}
