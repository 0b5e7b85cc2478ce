import { and, sql } from "drizzle-orm";
import { spreadsheetCell } from "../../lib/csv.ts";
import { problem } from "../../lib/problem.ts";
import type { LineError } from "../../platform/db/tables/import-columns.ts";
import type { Ctx } from "../ctx.ts";
import { isRetained } from "../jobs/retention.ts";
import { createList, type PagedRows } from "../lists/list.ts";
import { BY_CREATION } from "../lists/list-key.ts";
import { type ImportFiles, type ImportKey, type ImportRow, tablesOf } from "./kind.ts";

type FileErrors = Pick<ImportRow, "storeId" | "id" | "partsDone">;

/** Returns the list of a store's imports of a kind, the latest first, as long as they are kept. */
export function createImportList<Row>({ name, tables, row, retained }: ImportFiles<Row>) {
  return createList<never, Row>({
    name,
    table: tables.files,
    retained: { kind: retained, column: "created_at" },
    key: BY_CREATION,
    row,
    filters: {},
  }) satisfies PagedRows<never, Row>;
}

/** Returns the row of an import. Throws 404 for an unknown import, and for one that is no longer kept. */
export async function requireImport<Row>(
  ctx: Ctx,
  kind: ImportFiles<Row>,
  { storeId, importId }: ImportKey,
): Promise<Row> {
  const kept = isRetained(sql`created_at`, ctx.config.retention[kind.retained]);
  const { rows } = await ctx.db.execute<{ record: unknown[] }>(sql`
    select ${sql.raw(kind.row.sql)} as record from ${tablesOf(kind).files}
    where ${and(sql`store_id = ${storeId}`, sql`id = ${importId}`, kept)}`);
  const [found] = rows;
  if (!found) throw problem(kind.unknown, `The store has no import ${importId}.`);
  return kind.row.read(found.record);
}

/** Returns the first errors of an import's lines, at most `max`. */
export async function firstErrors(
  ctx: Ctx,
  kind: ImportFiles<unknown>,
  row: FileErrors & { broken: number },
  max: number,
): Promise<LineError[]> {
  const errors: LineError[] = [];
  if (row.broken === 0) return errors;
  for await (const part of errorsOf(ctx, kind, row)) {
    errors.push(...part.slice(0, max - errors.length));
    if (errors.length === max) break;
  }
  return errors;
}

/** Yields the lines of a csv file with all errors of an import; its columns are those of `LineError`. */
export async function* errorsFile(
  ctx: Ctx,
  kind: ImportFiles<unknown>,
  row: FileErrors,
  columns: readonly (keyof LineError)[],
): AsyncGenerator<string> {
  yield `${columns.join(",")}\r\n`;
  for await (const part of errorsOf(ctx, kind, row)) {
    const lines = part.map((error) => columns.map((name) => spreadsheetCell(String(error[name] ?? ""))));
    yield lines.map((cells) => `${cells.join(",")}\r\n`).join("");
  }
}

/** Yields the errors of an import's lines, in the order of the file. */
async function* errorsOf(
  ctx: Ctx,
  kind: ImportFiles<unknown>,
  { storeId, id, partsDone }: FileErrors,
): AsyncGenerator<LineError[]> {
  const { parts } = tablesOf(kind);
  const { rows } = await ctx.db.execute<{ number: number }>(sql`
    select number from ${parts}
    where store_id = ${storeId} and import_id = ${id} and line_errors is not null order by number`);
  for (const { number } of rows) {
    if (number >= partsDone) return;
    const found = await ctx.db.execute<{ errors: LineError[] | null }>(sql`
      select line_errors as errors from ${parts}
      where store_id = ${storeId} and import_id = ${id} and number = ${number}`);
    yield found.rows[0]?.errors ?? [];
  }
}
