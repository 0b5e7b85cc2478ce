import { expect } from "bun:test";
import type { PagedList } from "../../src/core/http/paging.ts";
import { encodeCursor } from "../../src/lib/cursor.ts";
import { digest64 } from "../../src/lib/hash.ts";
import type { TestStore } from "./service.ts";

export type Paged<Row> = { rows: Row[]; next: string | null };

/** Returns the rows of all pages of a list; `property` is the field of the response that has them. */
export async function everyPage<Row>(
  store: TestStore,
  path: string,
  property: string,
  size = 500,
): Promise<Row[]> {
  const rows: Row[] = [];
  const cursors = new Set<string>();
  let cursor: string | null = null;
  do {
    if (cursor !== null) cursors.add(cursor);
    const page: Paged<Row> = await pageAfter(store, path, property, { size, cursor });
    rows.push(...page.rows);
    cursor = page.next;
    // A page that leads to itself would never end.
    if (cursor !== null && cursors.has(cursor)) throw new Error(`${path} returned a cursor twice`);
  } while (cursor !== null);
  return rows;
}

/** Returns the header of a page after a sort key, as a client may invent it that knows how cursors are made. */
export function pageAfterKey({ name }: PagedList, owner: string, key: unknown): Record<string, string> {
  const list = digest64(`${name} ${owner}`);
  return { "X-Page-Continue": encodeCursor(Array.isArray(key) ? [list, ...key] : key) };
}

/** Returns one page of a list, and the cursor of the next one. */
export async function pageAfter<Row>(
  store: TestStore,
  path: string,
  property: string,
  { size, cursor }: { size: number; cursor: string | null },
): Promise<Paged<Row>> {
  const response = await store.get(path, {
    "X-Page-Size": `${size}`,
    ...(cursor !== null && { "X-Page-Continue": cursor }),
  });
  expect(response.status).toBe(200);
  const body = (await response.json()) as Record<string, Row[]>;
  return { rows: body[property] ?? [], next: response.headers.get("X-Page-Next") };
}
