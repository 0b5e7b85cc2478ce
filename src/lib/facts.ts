import { parseDateTime } from "./date-time.ts";
import { digest64 } from "./hash.ts";

/** A tsvector holds 1 MB, and a profile may gather custom fields beyond that; those have no words any more. */
const MOST_WORDS = 20_000;

/** A value that events and profiles are segmented by. A date counts as its instant, whatever offset it was sent with. */
export type Fact =
  | { kind: "string"; value: string }
  | { kind: "number"; value: number }
  | { kind: "boolean"; value: boolean }
  | { kind: "date"; value: Date };

/** What a JSON value means for segmentation; undefined for what nothing is segmented by: null, lists, objects. */
export function factOf(value: unknown): Fact | undefined {
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
export function factWords(path: string[], members: Record<string, unknown>): string {
  const words: string[] = [];
  for (const [name, value] of Object.entries(members)) {
    const fact = factOf(value);
    if (fact) words.push(placeOf([...path, name], fact.kind) + textOf(fact));
    if (words.length === MOST_WORDS) break;
  }
  return words.join(" ");
}

/** A tsquery for "this member equals this value". */
export function factEquals(path: string[], fact: Fact): string {
  return placeOf(path, fact.kind) + textOf(fact);
}

/** A tsquery for "this member is a number or date above (or below) this one": the beginnings that such words have. */
export function factBeyond(
  path: string[],
  direction: "above" | "below",
  fact: Extract<Fact, { kind: "number" | "date" }>,
): string {
  const place = placeOf(path, fact.kind);
  const bound = textOf(fact);
  const beginnings: string[] = [];
  for (let i = 0; i < bound.length; i++) {
    const digit = Number.parseInt(bound[i] ?? "0", 16);
    const [from, to] = direction === "above" ? [digit + 1, 15] : [0, digit - 1];
    for (let other = from; other <= to; other++) {
      beginnings.push(`${place}${bound.slice(0, i)}${other.toString(16)}:*`);
    }
  }
  return beginnings.join(" | ");
}

function placeOf(path: string[], kind: Fact["kind"]): string {
  return digest64(path.join("\u0000")) + kind[0];
}

function textOf(fact: Fact): string {
  if (fact.kind === "string") return digest64(fact.value);
  if (fact.kind === "boolean") return fact.value ? "t" : "f";
  return sortable(Number(fact.value));
}

/** The bits of a double as 16 hex digits that sort as the numbers do: negative ones inverted, the others above them. */
function sortable(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value === 0 ? 0 : value);
  const bits = view.getBigUint64(0);
  const ordered = bits >> 63n === 1n ? ~bits & 0xffffffffffffffffn : bits | 0x8000000000000000n;
  return ordered.toString(16).padStart(16, "0");
}
