import fc from "fast-check";
import type { RequestParts } from "./requests.ts";

type Place = (string | number)[];

/** Values that are rarely valid, and strings that are hard to store. */
const WRONG = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, "", "\u0000", "\ud800", "nope", -1, 0, 0.1, 1e308, -0, 2 ** 53, [], {}, [[]], [null]],
  ),
  fc.string({ unit: "binary" }),
  fc.jsonValue({ maxDepth: 3, stringUnit: "binary" }),
  fc.constant(JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1, "length": 1e9}')),
);

/** Invalid JSON, and JSON at the limits of the parser. */
const TEXTS = fc.oneof(
  fc.constantFrom("", "{", "null", "[]", '"text"', "1e999", '{"a":1}}', "[".repeat(200), '{"a":'.repeat(99)),
  fc.string({ unit: "binary" }),
);

/** Header values that a client can send: fetch rejects all others before it sends them. */
const LINES = fc.oneof(
  fc.constantFrom("0", "501", "-1", "1.5", "W10", "nope"),
  fc.stringMatching(/^[!-~]{1,40}$/),
);

/** Returns the same request with one part corrupted. The result may still be valid. */
export function corrupted(valid: RequestParts): fc.Arbitrary<RequestParts> {
  const { parameters } = valid.operation;
  const named = (place: "query" | "header") =>
    parameters.filter((one) => one.in === place).map(({ name }) => name);
  const ids = parameters.filter((one) => one.in === "path" && one.name !== "storeId").map(({ name }) => name);
  const ways = [
    ...(valid.body === undefined ? [] : [bodies(valid.body).map((body) => ({ body }))]),
    ...some(named("query"), fc.string({ unit: "binary" })).map(partOf("query", valid.query)),
    // Prefer accepts any string.
    ...some(
      named("header").filter((name) => name !== "Prefer"),
      LINES,
    ).map(partOf("headers", valid.headers)),
    ...some(ids, fc.string({ unit: "binary", minLength: 1 })).map(partOf("path", valid.path)),
  ];
  const other = { query: { ...valid.query, more: "1" } };
  return fc
    .oneof(...(ways.length > 0 ? ways : [fc.constant(other)]))
    .map((part) => ({ ...valid, ...part, isValid: false }));
}

function some(names: string[], values: fc.Arbitrary<string>): fc.Arbitrary<Record<string, string>>[] {
  return names.map((name) => values.map((value) => ({ [name]: value })));
}

function partOf(part: string, before: Record<string, string>) {
  return (changes: fc.Arbitrary<Record<string, string>>) =>
    changes.map((changed): Partial<RequestParts> => ({ [part]: { ...before, ...changed } }));
}

function bodies(body: unknown): fc.Arbitrary<unknown> {
  const places = placesIn(body, []);
  const changed = fc
    .tuple(fc.constantFrom(...places), fc.option(WRONG, { nil: undefined }))
    .map(([place, value]) => withValueAt(body, place, value));
  return fc.oneof({ weight: 5, arbitrary: changed }, TEXTS);
}

/** Returns the path of every value in a JSON value, including the value itself. */
function placesIn(value: unknown, at: Place): Place[] {
  if (typeof value !== "object" || value === null) return [at];
  const within = Array.isArray(value) ? value.map((one, i) => [i, one] as const) : Object.entries(value);
  return [at, ...within.flatMap(([key, one]) => placesIn(one, [...at, key]))];
}

/** Returns a copy with the value at a path replaced; undefined removes the field. */
function withValueAt(value: unknown, [key, ...rest]: Place, changed: unknown): unknown {
  if (key === undefined) return changed ?? null;
  if (Array.isArray(value)) return value.map((one, i) => (i === key ? withValueAt(one, rest, changed) : one));
  const members = Object.entries(value as object).flatMap(([name, one]) => {
    if (name !== key) return [[name, one]];
    return rest.length === 0 && changed === undefined ? [] : [[name, withValueAt(one, rest, changed)]];
  });
  return Object.fromEntries(members);
}
