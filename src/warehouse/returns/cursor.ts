import { Type } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { parseDateTime } from "../../lib/date-time.ts";
import { OneOf, Text } from "../../lib/schema-types.ts";
import { isStorableText } from "../../lib/storable-text.ts";
import { STATES } from "../state.ts";
import type { Key, ListFilter, Place, Snapshot } from "./list-query.ts";

/**
 * What a cursor holds: everything that its page needs, so that it works without the parameters of the first.
 */
export type Cursor = { question: ListFilter; place: Place; size: number };

const Instant = Type.String({ format: "date-time" });

const Written = Type.Object({
  filter: OneOf(["created_at", "updated_at"]),
  state: Type.Optional(OneOf(STATES)),
  from: Instant,
  to: Type.Optional(Instant),
  size: Type.Integer({ minimum: 1, maximum: 750 }),
  part: OneOf(["window", "changed"]),
  at: Type.Optional(Instant),
  id: Type.Optional(Type.String()),
  number: Type.Optional(Type.String({ pattern: "^\\d{1,15}$" })),
  began: Type.Optional(Instant),
  snapshot: Type.Optional(Text()),
  _pointsToNextItems: Type.Boolean(),
});

// Compiled with the first cursor: by then the service has registered its kinds and formats.
let check: TypeCheck<typeof Written> | undefined;

/** What the longest snapshot needs, and all else. */
export const MAX_CURSOR_CHARACTERS = 16_384;

export function writeCursor({ question, place, size }: Cursor): string {
  const { field, state, window } = question;
  const [first, second] = place.key ?? [];
  const members = {
    filter: field,
    state,
    from: window.from.toISOString(),
    to: window.to?.toISOString(),
    size,
    part: place.part,
    ...(place.part === "window" ? { at: first, id: second } : { number: first }),
    began: place.began?.at.toISOString(),
    snapshot: place.began?.snapshot,
    _pointsToNextItems: !place.backwards,
  };
  // In letters that no address has to escape.
  const bytes = new TextEncoder().encode(JSON.stringify(members));
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

/** What a cursor says; undefined for a text that is none of ours. */
export function readCursor(text: string): Cursor | undefined {
  let cursor: unknown;
  try {
    cursor = JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(text, { alphabet: "base64url" })));
  } catch {
    return undefined;
  }
  check ??= TypeCompiler.Compile(Written);
  if (!check.Check(cursor)) return undefined;
  const began = beganOf(cursor.began, cursor.snapshot);
  const key = keyOf(cursor);
  if (key === "invalid" || (cursor.part === "changed" && !began)) return undefined;
  const window = { from: instantOf(cursor.from), to: cursor.to ? instantOf(cursor.to) : undefined };
  return {
    question: { field: cursor.filter, state: cursor.state, window },
    place: { part: cursor.part, key, backwards: !cursor._pointsToNextItems, began },
    size: cursor.size,
  };
}

type WrittenKey = { part: Place["part"]; at?: string; id?: string; number?: string };

/** Each part has a key of its own members: all of them, or no key at all. */
function keyOf({ part, at, id, number }: WrittenKey): Key | undefined | "invalid" {
  if (at === undefined && id === undefined && number === undefined) return undefined;
  if (part === "changed") return number === undefined ? "invalid" : [number, ""];
  if (at === undefined || id === undefined || number !== undefined || !isStorableText(id)) return "invalid";
  // Written anew: the database refuses offsets that RFC 3339 has.
  return [instantOf(at).toISOString(), id];
}

function beganOf(at: string | undefined, snapshot: string | undefined): Snapshot | undefined {
  return at && snapshot && isSnapshot(snapshot) ? { at: instantOf(at), snapshot } : undefined;
}

/** A snapshot as the database writes it: what is not is refused here, since there it would be an error. */
function isSnapshot(text: string): boolean {
  if (!/^\d{1,18}:\d{1,18}:(?:\d{1,18}(?:,\d{1,18})*)?$/.test(text)) return false;
  const [oldest = "", next = "", running = ""] = text.split(":");
  const steps = [oldest, ...(running ? running.split(",") : [])].map(BigInt);
  const isRising = steps.every((step, i) => step >= (steps[i - 1] ?? 1n));
  return isRising && steps.slice(1).every((step) => step < BigInt(next)) && (steps[0] ?? 0n) <= BigInt(next);
}

function instantOf(text: string): Date {
  return parseDateTime(text) ?? new Date(0);
}
