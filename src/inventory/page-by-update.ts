import { and, asc, type Column, desc, gt, lte, type SQL, sql } from "drizzle-orm";
import type { inventoryItems, inventoryLevels } from "../db/tables/inventory.ts";
import { invalidCursor, type KeyPart, type Page, toPage } from "../http/paging.ts";
import { parseDateTime } from "../lib/date-time.ts";

/** Of which rows to read how many, and in what order. */
export type Part = { where: SQL | undefined; order: Order; limit: number };

export type Order = "latest" | "id";

type Walked = { id: string; updatedAt: Date };

type Source<Row> = {
  table: typeof inventoryItems | typeof inventoryLevels;
  /** The time of the last change that is committed. */
  lastChange(): Promise<Date>;
  read(part: Part): Promise<Row[]>;
};

/** The parts of a place, as markers have them. */
export const PLACE: readonly KeyPart[] = ["instant", "instant?", "instant?", "text"];

/**
 * `since` is when the walk began; once `until` is said, what changed since then comes again, in the order of
 * ids.
 */
type Place = { since: Date; until: Date | undefined; updatedAt: Date | undefined; id: string };

/**
 * A page of rows that change meanwhile, the one that changed last first. A row that changes leaves its place,
 * perhaps for one that the reader has passed. So what has changed since the first page was read comes again
 * at the end, ordered by what never changes: each of these rows once, and none that was made after that end
 * began.
 */
export async function pageByUpdate<Row extends Walked>(
  page: Page,
  source: Source<Row>,
): Promise<{ rows: Row[]; headers: Record<string, string> }> {
  const place = page.cursor && placeOf(page.cursor);
  const since = place?.since ?? (await source.lastChange());
  const keyOf = (row: Row) => [since.toISOString(), "", row.updatedAt.toISOString(), row.id];
  const latest = place?.until ? [] : await readLatest(source, place, page.size + 1);
  // The first page alone shows one state of all rows.
  if (!place || latest.length > page.size) return toPage(latest, page, keyOf);

  const until = place.until ?? (await source.lastChange());
  const behind = place.until ? place.id : "";
  const left = page.size - latest.length + 1;
  const changed = until > since ? await readChanged(source, { since, until, behind }, left) : [];
  return toPage([...latest, ...changed], page, (row) =>
    changed.includes(row) ? [since.toISOString(), until.toISOString(), "", row.id] : keyOf(row),
  );
}

export function inOrder({ updatedAt, id }: Record<"updatedAt" | "id", Column>, order: Order): SQL[] {
  return order === "id" ? [asc(id)] : [desc(updatedAt), desc(id)];
}

function placeOf([since = "", until = "", updatedAt = "", id = ""]: string[]): Place {
  const place = {
    since: parseDateTime(since),
    until: parseDateTime(until),
    updatedAt: parseDateTime(updatedAt),
    id,
  };
  // One of the two says where the reader is, and the other is empty.
  const known = until === "" ? place.updatedAt : updatedAt === "" && place.until;
  if (place.since && known) return { ...place, since: place.since };
  throw invalidCursor();
}

function readLatest<Row>(
  { table, read }: Source<Row>,
  place: Place | undefined,
  limit: number,
): Promise<Row[]> {
  const { updatedAt, id } = place ?? {};
  const where =
    updatedAt && sql`(${table.updatedAt}, ${table.id}) < (${updatedAt.toISOString()}::timestamptz, ${id})`;
  return read({ where, order: "latest", limit });
}

function readChanged<Row>(
  { table, read }: Source<Row>,
  { since, until, behind }: { since: Date; until: Date; behind: string },
  limit: number,
): Promise<Row[]> {
  const where = and(gt(table.updatedAt, since), lte(table.createdAt, until), gt(table.id, behind));
  return read({ where, order: "id", limit });
}
