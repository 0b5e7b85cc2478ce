import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { sha256 } from "../../lib/hash.ts";
import { numericIdsTable } from "../../platform/db/tables/warehouse.ts";

/**
 * Returns the number of a decimal string that JSON can represent exactly; undefined for strings such as `007`
 * and `1e3`.
 */
export function parseNumber(text: string): number | undefined {
  const number = Number(text);
  return Number.isSafeInteger(number) && String(number) === text ? number : undefined;
}

/**
 * Returns a number for each of the merchant's ids: its own value if it is a number, otherwise a number that
 * is assigned on first use and never changes. Uses at most three statements.
 */
export async function numericIds(
  ctx: Ctx,
  storeId: string,
  ids: Iterable<string>,
): Promise<Map<string, number>> {
  const distinct = [...new Set(ids)];
  const numbers = new Map<string, number>();
  const missing: string[] = [];
  for (const text of distinct) {
    const number = parseNumber(text);
    if (number === undefined) missing.push(text);
    else numbers.set(text, number);
  }
  for (const [text, number] of await assignNumbers(ctx, storeId, missing)) numbers.set(text, number);
  return numbers;
}

async function assignNumbers(ctx: Ctx, storeId: string, texts: string[]): Promise<Map<string, number>> {
  const existing = await lookUp(ctx, storeId, texts);
  const unassigned = texts.filter((text) => !existing.has(text));
  if (unassigned.length === 0) return existing;

  const rows = await Promise.all(unassigned.map(async (text) => ({ digest: await sha256(text), text })));
  // Sorted, so that concurrent inserts of the same ids cannot deadlock.
  await ctx.db.execute(sql`
    insert into numeric_ids (store_id, digest, text)
    select ${storeId}, digest, text from json_to_recordset(${JSON.stringify(rows)}::json) as row(digest text, text text)
    order by digest
    on conflict do nothing`);
  return new Map([...existing, ...(await lookUp(ctx, storeId, unassigned))]);
}

async function lookUp(ctx: Ctx, storeId: string, texts: string[]): Promise<Map<string, number>> {
  if (texts.length === 0) return new Map();
  const digests = await Promise.all(texts.map(sha256));
  const rows = await ctx.db
    .select({ text: numericIdsTable.text, number: numericIdsTable.number })
    .from(numericIdsTable)
    .where(
      and(
        eq(numericIdsTable.storeId, storeId),
        sql`${numericIdsTable.digest} in (select json_array_elements_text(${JSON.stringify(digests)}::json))`,
      ),
    );
  return new Map(rows.map(({ text, number }) => [text, number]));
}
