import { parseDateTime } from "./date-time.ts";
import { digest64 } from "./hash.ts";

/** A tsvector holds 1 MB. Custom fields of a profile beyond this number are not searchable. */
const MAX_TERMS = 20_000;

/** A value that events and profiles can be segmented by. Dates are compared as instants. */
export type SearchTerm =
  | { kind: "string"; value: string }
  | { kind: "number"; value: number }
  | { kind: "boolean"; value: boolean }
  | { kind: "date"; value: Date };

/**
 * Returns the search term of a JSON value or a parsed date; undefined for null, arrays and objects, which are
 * not searchable.
 */
export function searchTermOf(value: unknown): SearchTerm | undefined {
  if (typeof value === "number") return { kind: "number", value };
  if (typeof value === "boolean") return { kind: "boolean", value };
  if (value instanceof Date) return { kind: "date", value };
  if (typeof value !== "string") return undefined;
  const date = parseDateTime(value);
  return date ? { kind: "date", value: date } : { kind: "string", value };
}

/**
 * Returns the lexemes of an object's values, for a tsvector column. A lexeme encodes the field (`path` and
 * the property), the kind and the value. Numbers and dates are encoded so that lexemes sort as their values
 * do.
 */
export function searchTerms(path: string[], properties: Record<string, unknown>): string {
  const digestOf = fieldDigests(path);
  const lexemes: string[] = [];
  for (const name of Object.keys(properties)) {
    const term = searchTermOf(properties[name]);
    if (term) lexemes.push(`${digestOf(name)}${term.kind[0]}${encodeValue(term)}`);
    if (lexemes.length === MAX_TERMS) break;
  }
  return lexemes.join(" ");
}

/** Returns a tsquery that matches a field with any value, or with any value of one kind. */
export function searchExists(path: string[], kind?: SearchTerm["kind"]): string {
  return `${fieldDigests(path.slice(0, -1))(path.at(-1) ?? "")}${kind?.[0] ?? ""}:*`;
}

/** Returns a tsquery that matches a field with this value. */
export function searchEquals(path: string[], term: SearchTerm): string {
  return fieldOf(path, term) + encodeValue(term);
}

/**
 * Returns a tsquery that matches a field with a number or date above (or below) a value: a set of lexeme
 * prefixes. There are few enough of them that the planner, which estimates half a percent of all rows for
 * each, uses the index.
 */
export function searchRange(
  path: string[],
  direction: "above" | "below",
  term: Extract<SearchTerm, { kind: "number" | "date" }>,
): string {
  const field = fieldOf(path, term);
  const bound = encodeValue(term);
  // A lexeme that extends the bound is above it; a proper prefix of the bound is below it.
  const terms = direction === "above" ? [`${field}${bound}:* & !${field}${bound}`] : [];
  for (let i = 0; i < bound.length; i++) {
    const prefix = field + bound.slice(0, i);
    if (direction === "below" && i > 0 && bound[i - 1] !== "0") terms.push(prefix);
    const [from, to] = direction === "above" ? [Number(bound[i]) + 1, 3] : [0, Number(bound[i]) - 1];
    for (let digit = from; digit <= to; digit++) terms.push(`${prefix}${digit}:*`);
  }
  return terms.join(" | ");
}

const SEPARATOR = "\u0000";
const MAX_CACHED_DIGESTS = 10_000;
/** A longer path or name is digested each time: the cache would hold megabytes for one. */
const MAX_CACHED_CHARACTERS = 500;
const digests = new Map<string, Map<string, string>>();
let cached = 0;

function fieldOf(path: string[], { kind }: SearchTerm): string {
  return fieldDigests(path.slice(0, -1))(path.at(-1) ?? "") + kind[0];
}

/** Returns a function that digests the names of fields below a path, with a cache. */
function fieldDigests(path: string[]): (name: string) => string {
  const parent = path.join(SEPARATOR);
  let cache = digests.get(parent);
  return (name) => {
    const known = cache?.get(name);
    if (known !== undefined) return known;
    const digest = digest64(`${parent}${SEPARATOR}${name}`);
    if (parent.length + name.length > MAX_CACHED_CHARACTERS) return digest;
    if (++cached > MAX_CACHED_DIGESTS) {
      digests.clear();
      cached = 1;
      cache = undefined;
    }
    cache ??= newCache(parent);
    cache.set(name, digest);
    return digest;
  };
}

function newCache(parent: string): Map<string, string> {
  const cache = new Map<string, string>();
  digests.set(parent, cache);
  return cache;
}

function encodeValue(term: SearchTerm): string {
  if (term.kind === "string") return digest64(term.value);
  if (term.kind === "boolean") return term.value ? "t" : "f";
  return sortable(term.kind === "date" ? term.value.getTime() : term.value);
}

const double = new DataView(new ArrayBuffer(8));
const BASE_4 = Array.from({ length: 256 }, (_, byte) => byte.toString(4).padStart(4, "0"));
const LAST_IN_BASE_4 = BASE_4.map((digits) => digits.replace(/0+$/, ""));

/**
 * Returns the bits of a double in base 4, such that strings sort as the numbers do: negative numbers are
 * complemented, the others have the sign bit set. Trailing zeros are removed, which makes most numbers short.
 */
function sortable(value: number): string {
  if (!Number.isInteger(value) || value < 0 || value >= MAX_CACHED_INTEGERS) return encodeDouble(value);
  const cachedText = integers[value] ?? encodeDouble(value);
  integers[value] = cachedText;
  return cachedText;
}

/** Most numbers of events are quantities. */
const MAX_CACHED_INTEGERS = 1_000;
const integers: string[] = [];

function encodeDouble(value: number): string {
  double.setFloat64(0, value === 0 ? 0 : value);
  const [high, low] = [double.getUint32(0), double.getUint32(4)];
  const isNegative = high >= 0x80000000;
  double.setUint32(0, isNegative ? ~high + (low === 0 ? 1 : 0) : high | 0x80000000);
  double.setUint32(4, isNegative ? -low : low);
  let last = 7;
  while (last > 0 && double.getUint8(last) === 0) last--;
  const digits: string[] = [];
  for (let i = 0; i < last; i++) digits.push(BASE_4[double.getUint8(i)] ?? "");
  digits.push(LAST_IN_BASE_4[double.getUint8(last)] ?? "");
  // join() is faster than concatenation here: a rope of many small strings is expensive to flatten.
  return digits.join("");
}
