import { parseDateTime } from "./date-time.ts";
import { digest64 } from "./hash.ts";

/** A tsvector holds 1 MB, and a profile may gather custom fields beyond that; those have no words any more. */
const MOST_WORDS = 20_000;

/** A value that events and profiles are segmented by. A date counts as its instant, whatever offset it was sent with. */
export type SearchTerm =
  | { kind: "string"; value: string }
  | { kind: "number"; value: number }
  | { kind: "boolean"; value: boolean }
  | { kind: "date"; value: Date };

/** What a JSON value means for segmentation; undefined for what nothing is segmented by: null, lists, objects. */
export function searchTermOf(value: unknown): SearchTerm | undefined {
  if (typeof value === "number") return { kind: "number", value };
  if (typeof value === "boolean") return { kind: "boolean", value };
  if (typeof value !== "string") return undefined;
  const date = parseDateTime(value);
  return date ? { kind: "date", value: date } : { kind: "string", value };
}

/**
 * The words of an object's values, for a column of type tsvector: each names the place (`path` and the member), the kind
 * and the value. Numbers and dates are written so that the order of the words is the order of the values.
 */
export function searchTerms(path: string[], members: Record<string, unknown>): string {
  const digestOf = placesUnder(path);
  const words: string[] = [];
  for (const name of Object.keys(members)) {
    const fact = searchTermOf(members[name]);
    if (fact) words.push(`${digestOf(name)}${fact.kind[0]}${textOf(fact)}`);
    if (words.length === MOST_WORDS) break;
  }
  return words.join(" ");
}

/** A tsquery for "this member equals this value". */
export function searchEquals(path: string[], fact: SearchTerm): string {
  return placeOf(path, fact) + textOf(fact);
}

/**
 * A tsquery for "this member is a number or date above (or below) this one": the beginnings that such words have. Few
 * enough of them that the planner, which takes each for half a percent of all rows, asks the index.
 */
export function searchRange(
  path: string[],
  direction: "above" | "below",
  fact: Extract<SearchTerm, { kind: "number" | "date" }>,
): string {
  const place = placeOf(path, fact);
  const bound = textOf(fact);
  // Words that only go on after the bound are above it, and those that the bound goes on after are below.
  const terms = direction === "above" ? [`${place}${bound}:* & !${place}${bound}`] : [];
  for (let i = 0; i < bound.length; i++) {
    const begun = place + bound.slice(0, i);
    if (direction === "below" && i > 0 && bound[i - 1] !== "0") terms.push(begun);
    const [from, to] = direction === "above" ? [Number(bound[i]) + 1, 3] : [0, Number(bound[i]) - 1];
    for (let digit = from; digit <= to; digit++) terms.push(`${begun}${digit}:*`);
  }
  return terms.join(" | ");
}

const SEPARATOR = "\u0000";
const MOST_PLACES = 10_000;
const places = new Map<string, Map<string, string>>();
let kept = 0;

function placeOf(path: string[], { kind }: SearchTerm): string {
  return placesUnder(path.slice(0, -1))(path.at(-1) ?? "") + kind[0];
}

/** The digests of the members' places. The same few come again and again. */
function placesUnder(path: string[]): (name: string) => string {
  const begun = path.join(SEPARATOR);
  const under = places.get(begun) ?? new Map<string, string>();
  if (under.size === 0) places.set(begun, under);
  return (name) => {
    let digest = under.get(name);
    if (digest === undefined) {
      digest = digest64(`${begun}${SEPARATOR}${name}`);
      if (++kept > MOST_PLACES) {
        places.clear();
        kept = 0;
      }
      under.set(name, digest);
    }
    return digest;
  };
}

function textOf(fact: SearchTerm): string {
  if (fact.kind === "string") return digest64(fact.value);
  if (fact.kind === "boolean") return fact.value ? "t" : "f";
  return sortable(Number(fact.value));
}

const double = new DataView(new ArrayBuffer(8));
const BASE_4 = Array.from({ length: 256 }, (_, byte) => byte.toString(4).padStart(4, "0"));
const LAST_IN_BASE_4 = BASE_4.map((digits) => digits.replace(/0+$/, ""));

/**
 * The bits of a double in base 4, so that they sort as the numbers do: negative ones negated as a whole, the others above
 * them. Without the zeros at the end, of which most numbers have many.
 */
function sortable(value: number): string {
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
  // Joined, and not added up: many small texts that are one text only later cost more than all the rest.
  return digits.join("");
}
