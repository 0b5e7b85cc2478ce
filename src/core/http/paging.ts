import { t } from "elysia";
import { decodeCursor, encodeCursor } from "../../lib/cursor.ts";
import { parseDateTime } from "../../lib/date-time.ts";
import { digest64 } from "../../lib/hash.ts";
import { isUuid } from "../../lib/ids.ts";
import { type Problem, problem } from "../../lib/problem.ts";
import { IntegerString, Text } from "../../lib/schema-types.ts";
import { isStorableText } from "../../lib/text.ts";

const DEFAULT_PAGE_SIZE = 20;
const PAGE_SIZES = { minimum: 1, maximum: 500 };
/** A page of more rows than this is a large request. */
const LARGE_PAGE_SIZE = 100;
const NEXT = "X-Page-Next";
/** Room for an id of 255 characters each of which JSON escapes. */
const MAX_CURSOR_CHARACTERS = 4_096;

/** The request headers of every list operation of the main API. */
export const PageHeaders = t.Object({
  "x-page-continue": t.Optional(
    Text({
      maxLength: MAX_CURSOR_CHARACTERS,
      description: `The cursor from the ${NEXT} header of the previous page.`,
    }),
  ),
  "x-page-size": t.Optional(IntegerString({ ...PAGE_SIZES, default: DEFAULT_PAGE_SIZE })),
});

/** The page size as a query parameter, among the filters of a list. */
export const PageLimit = {
  limit: t.Optional(
    IntegerString({
      ...PAGE_SIZES,
      description: "The maximum number of items, instead of `X-Page-Size`; of both, this one counts.",
    }),
  ),
};

/** The query of a list without filters. */
export const PageQuery = t.Object(PageLimit);

/** The type of a part of a sort key; `instant?` may be empty. */
export type KeyPart = "instant" | "instant?" | "number" | "text" | "uuid";

/** A kind of list: its unique name, and the sort key of its rows. */
export type PagedList = { name: string; key: readonly KeyPart[] };

/** `cursor` is the sort key that the page begins after. `list` is the tag in the cursors of this list. */
export type Page = { size: number; cursor: string[] | undefined; list: string };

/** What a request says of its page. */
type Asked = {
  headers: { "x-page-continue"?: string; "x-page-size"?: number };
  query?: { limit?: number };
};

/**
 * Returns the page that a client requests. `owner` is the store or the resource that the rows belong to.
 * Throws 400 for a cursor that was not issued for this list of this owner.
 */
export function pageOf({ headers, query }: Asked, { name, key }: PagedList, owner: string): Page {
  const text = headers["x-page-continue"];
  const list = digest64(`${name} ${owner}`);
  return {
    size: query?.limit ?? headers["x-page-size"] ?? DEFAULT_PAGE_SIZE,
    cursor: text === undefined ? undefined : readCursor(text, key, list),
    list,
  };
}

/** Takes `size + 1` rows and returns the page, with the header of the next page if there are more rows. */
export function toPage<Row>(
  rows: Row[],
  page: Page,
  keyOf: (row: Row) => string[],
): { rows: Row[]; headers: Record<string, string> } {
  const last = rows[page.size - 1];
  if (rows.length <= page.size || last === undefined) return { rows, headers: {} };
  return { rows: rows.slice(0, page.size), headers: nextPage(page, keyOf(last)) };
}

/** Returns the header of a next page that begins after a sort key. */
export function nextPage({ list }: Page, key: string[]): Record<string, string> {
  return { [NEXT]: encodeCursor([list, ...key]) };
}

/** Whether a request asks for a large page, by the header or by the `limit` of its query. */
export function isLargePage({ headers }: Request, limit: unknown): boolean {
  return Number(limit ?? headers.get("x-page-size")) > LARGE_PAGE_SIZE;
}

/** Returns the 400 of a cursor that was not issued for the list. */
export function invalidCursor(): Problem {
  const detail = `X-Page-Continue must be a cursor from ${NEXT}.`;
  return problem("invalid_cursor", detail, { errors: [{ detail, header: "X-Page-Continue" }] });
}

/** Returns the sort key of a cursor of a list. Throws 400. */
function readCursor(text: string, key: readonly KeyPart[], list: string): string[] {
  const parts = decodeCursor(text);
  if (!Array.isArray(parts) || parts.length !== key.length + 1 || parts[0] !== list) throw invalidCursor();
  return parts.slice(1).map((part, i) => readPart(key[i] ?? "text", part));
}

/**
 * Returns a part in a form that the database accepts: it rejects some RFC 3339 offsets, and numbers above 64
 * bits.
 */
function readPart(kind: KeyPart, part: unknown): string {
  if (typeof part !== "string") throw invalidCursor();
  if (kind === "instant?" && part === "") return part;
  if (kind === "instant" || kind === "instant?") {
    const instant = parseDateTime(part);
    if (!instant) throw invalidCursor();
    return instant.toISOString();
  }
  if (!isValid(kind, part)) throw invalidCursor();
  return kind === "uuid" ? part.toLowerCase() : part;
}

function isValid(kind: "number" | "text" | "uuid", part: string): boolean {
  if (kind === "number") return /^\d{1,18}$/.test(part);
  return kind === "uuid" ? isUuid(part) : isStorableText(part);
}
