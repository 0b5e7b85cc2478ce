import { expect } from "bun:test";
import type { SQL } from "drizzle-orm";
import type { Ctx } from "../../src/core/ctx.ts";
import type { TestBrowser } from "./console.ts";

/** Returns the content of a page of a store. */
export async function pageOf(person: TestBrowser, path: string): Promise<string> {
  const response = await person.get(`:store${path}`);
  expect([path, response.status]).toEqual([path, 200]);
  const html = await response.text();
  return html.slice(html.indexOf("<main"));
}

/** Returns the rows of all pages of a list, each under the id in the address that its first link leads to. */
export async function rowsBehind(person: TestBrowser, path: string): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (let next: string | undefined = path; next !== undefined; ) {
    const html = await pageOf(person, next);
    const ids = [...html.matchAll(/<th scope="row" class="main">.*?href="[^"]*\/([^"/]*)"/gs)];
    for (const [i, row] of rowsOf(html).entries()) rows[decodeURIComponent(ids[i]?.[1] ?? "")] = row;
    next = /rel="next" href="([^"]*)"/
      .exec(html)?.[1]
      ?.replaceAll("&amp;", "&")
      .replace(/^.*\/stores\/[^/?]+/, "");
  }
  return rows;
}

/** Returns the rows of a statement by their first column; its further columns are texts as pages show them. */
export async function inSql({ db }: Ctx, query: SQL): Promise<Record<string, string[]>> {
  const { rows } = await db.execute<Record<string, string>>(query);
  return Object.fromEntries(
    rows.map((row) => Object.values(row)).map(([id = "", ...columns]) => [id, columns.map(String)]),
  );
}

/** Returns the columns of the first row. */
export async function numbersInSql({ db }: Ctx, query: SQL): Promise<number[]> {
  const { rows } = await db.execute<Record<string, string>>(query);
  return Object.values(rows[0] ?? {}).map(Number);
}

/** Returns the text of a part of a page. */
export function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Returns the tiles of a page: the value of each by its name. */
export function tilesOf(html: string): Record<string, string> {
  const found = html.matchAll(
    /class="tile-name">([^<]*)<\/span>\s*<span class="tile-value[^"]*">(.*?)<\/span>\s*(?:<span class="tile-note|<\/a>|<\/div>)/gs,
  );
  return Object.fromEntries([...found].map(([, name = "", value = ""]) => [name, textOf(value)]));
}

/** Returns the tiles of a page that don't say what exactly they count. */
export function unexplainedTiles(html: string): string[] {
  const tags = [...html.matchAll(/<(?:a|div) class="tile[ "][^>]*>/g)].map(([tag]) => tag);
  expect(tags).toHaveLength(Object.keys(tilesOf(html)).length);
  return tags.filter((tag) => !/ title="[^"]{20}/.test(tag));
}

/** Returns the notes of the tiles of a page by their names. */
export function notesOf(html: string): Record<string, string> {
  const found = html.matchAll(
    /class="tile-name">([^<]*)<\/span>\s*<span class="tile-value[^"]*">.*?<\/span>\s*(?:<span class="tile-note">(.*?)<\/span>\s*)?(?:<\/a>|<\/div>)/gs,
  );
  return Object.fromEntries([...found].map(([, name = "", note = ""]) => [name, textOf(note)]));
}

export type ShownColumn = { label: string; text: string; count: number; href: string | undefined };

/** Returns the columns of a chart: what each is of, what it says, and where it leads. */
export function columnsOf(html: string): ShownColumn[] {
  const found = html.matchAll(
    /<(?:a|div) class="column"(?: href="([^"]*)")?[^>]* aria-label="(.*?): (([\d,]+)[^"]*)"/g,
  );
  return [...found].map(([, href, label = "", text = "", count = ""]) => ({
    label,
    text,
    count: Number(count.replaceAll(",", "")),
    href: href?.replaceAll("&amp;", "&"),
  }));
}

/** Returns the bars of a card: the number of each by its name. */
export function sharesOf(html: string): Record<string, string> {
  const found = html.matchAll(
    /class="share">(?:<a [^>]*>)?<span>(.*?)<\/span> <span class="share-count">(.*?)<\/span>/gs,
  );
  return Object.fromEntries([...found].map(([, name = "", value = ""]) => [textOf(name), textOf(value)]));
}

/** Returns a table's rows: the text of each cell. */
export function rowsOf(html: string): string[][] {
  return [...html.matchAll(/<tr class="[^"]*">(.*?)<\/tr>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd][ >].*?<\/t[hd]>/gs)].map(([cell]) => textOf(cell)),
  );
}
