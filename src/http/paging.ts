import { t } from "elysia";
import { parseDateTime } from "../lib/date-time.ts";
import { digest64 } from "../lib/hash.ts";
import { invalid, type Problem } from "../lib/problem.ts";
import { IntegerString, Text } from "../lib/schema-types.ts";
import { isStorableText } from "../lib/storable-text.ts";

const DEFAULT_SIZE = 20;
/** Rows of a page up to here are read like any one thing. */
const LARGE_SIZE = 100;
const NEXT = "X-Page-Next";

/** The request headers of every list of the main API. */
export const PageHeaders = t.Object({
  "x-page-continue": t.Optional(
    Text({ maxLength: 2_048, description: `The page marker out of the ${NEXT} header.` }),
  ),
  "x-page-size": t.Optional(IntegerString({ minimum: 1, maximum: 500, default: DEFAULT_SIZE })),
});

/** What a part of a key is; `instant?` may be empty. */
export type KeyPart = "instant" | "instant?" | "number" | "text";

/** A kind of list: its name, which no other list has, and the key that its rows are in the order of. */
export type PagedList = { name: string; key: readonly KeyPart[] };

/** `list` is the tag that the markers of the page carry. */
export type Page = { size: number; cursor: string[] | undefined; list: string };

type Headers = { "x-page-continue"?: string; "x-page-size"?: number };

/**
 * Returns what a client asks for: how many rows of a list, and behind which key they begin. `owner` is the store, or what
 * else the rows belong to. Throws 400 for a marker that this list of this owner can't have given.
 */
export function pageOf(headers: Headers, { name, key }: PagedList, owner: string): Page {
  const text = headers["x-page-continue"];
  const list = digest64(`${name} ${owner}`);
  return {
    size: headers["x-page-size"] ?? DEFAULT_SIZE,
    cursor: text === undefined ? undefined : readMarker(text, key, list),
    list,
  };
}

/** Of `size + 1` rows the page, and the header that leads to the next when there is more. */
export function toPage<Row>(
  rows: Row[],
  { size, list }: Page,
  keyOf: (row: Row) => string[],
): { rows: Row[]; headers: Record<string, string> } {
  const last = rows[size - 1];
  if (rows.length <= size || last === undefined) return { rows, headers: {} };
  return { rows: rows.slice(0, size), headers: { [NEXT]: writeMarker([list, ...keyOf(last)]) } };
}

export function isLargePage({ headers }: Request): boolean {
  return Number(headers.get("x-page-size")) > LARGE_SIZE;
}

export function invalidCursor(): Problem {
  return invalid({
    detail: `X-Page-Continue must be a marker out of ${NEXT}.`,
    header: "X-Page-Continue",
  });
}

function writeMarker(parts: string[]): string {
  return new TextEncoder()
    .encode(JSON.stringify(parts))
    .toBase64({ alphabet: "base64url", omitPadding: true });
}

/** The key of a marker. Without a tag, as earlier versions wrote them, it is a key all the same. */
function readMarker(text: string, key: readonly KeyPart[], list: string): string[] {
  const parts = partsIn(text);
  const given = parts?.length === key.length + 1 && parts[0] === list ? parts.slice(1) : parts;
  if (given?.length !== key.length) throw invalidCursor();
  return given.map((part, i) => readPart(key[i] ?? "text", part));
}

function partsIn(text: string): unknown[] | undefined {
  try {
    const bytes = Uint8Array.fromBase64(text, { alphabet: "base64url" });
    const parts: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return Array.isArray(parts) ? parts : undefined;
  } catch {
    return undefined;
  }
}

/** A part as the database reads it: it refuses offsets that RFC 3339 has, and numbers of more than 64 bits. */
function readPart(kind: KeyPart, part: unknown): string {
  if (typeof part !== "string") throw invalidCursor();
  if (kind === "instant?" && part === "") return part;
  if (kind === "instant" || kind === "instant?") {
    const instant = parseDateTime(part);
    if (!instant) throw invalidCursor();
    return instant.toISOString();
  }
  const isValid = kind === "number" ? /^\d{1,18}$/.test(part) : isStorableText(part);
  if (!isValid) throw invalidCursor();
  return part;
}
