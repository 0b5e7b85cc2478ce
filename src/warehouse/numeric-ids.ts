import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { numericIdsTable } from "../db/tables/warehouse.ts";
import { sha256 } from "../lib/hash.ts";

/** The number that a merchant's text is, when JSON can hold it; `007` and `1e3` are texts. */
export function parseNumber(text: string): number | undefined {
  const number = Number(text);
  return Number.isSafeInteger(number) && String(number) === text ? number : undefined;
}

/**
 * Numbers for texts of the merchant: the number that a text is, else one that is assigned to it when it is
 * first asked for and stays its own. At most three statements however many texts there are.
 */
export async function numericIds(
  ctx: Ctx,
  storeId: string,
  texts: Iterable<string>,
): Promise<Map<string, number>> {
  const distinct = [...new Set(texts)];
  const numbers = new Map<string, number>();
  const missing: string[] = [];
  for (const text of distinct) {
    const number = parseNumber(text);
    if (number === undefined) missing.push(text);
    else numbers.set(text, number);
  }
  for (const [text, number] of await assigned(ctx, storeId, missing)) numbers.set(text, number);
  return numbers;
}

/** The text that a number was assigned to. */
export async function idWithNumber(ctx: Ctx, storeId: string, number: number): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ text: numericIdsTable.text })
    .from(numericIdsTable)
    .where(and(eq(numericIdsTable.storeId, storeId), eq(numericIdsTable.number, number)));
  return row?.text;
}

async function assigned(ctx: Ctx, storeId: string, texts: string[]): Promise<Map<string, number>> {
  const known = await lookUp(ctx, storeId, texts);
  const fresh = texts.filter((text) => !known.has(text));
  if (fresh.length === 0) return known;

  const rows = await Promise.all(fresh.map(async (text) => ({ digest: await sha256(text), text })));
  // In one order everywhere, so that two who assign to the same texts wait for each other and never in a
  // circle.
  await ctx.db.execute(sql`
    insert into numeric_ids (store_id, digest, text)
    select ${storeId}, digest, text from json_to_recordset(${JSON.stringify(rows)}::json) as row(digest text, text text)
    order by digest
    on conflict do nothing`);
  return new Map([...known, ...(await lookUp(ctx, storeId, fresh))]);
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
