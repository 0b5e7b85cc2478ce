import { Type } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { decodeCursor, encodeCursor } from "../../../lib/cursor.ts";
import { parseDateTime } from "../../../lib/date-time.ts";
import { OneOf, Text } from "../../../lib/schema-types.ts";
import { isStorableText } from "../../../lib/text.ts";
import { STATES, type State } from "../state.ts";
import type { Window } from "./window.ts";

/** The time that the window selects by. */
export type Field = "created_at" | "updated_at";

/** The filter of a list. The first page sets it, and the cursors contain it. */
export type WarehouseFilter = { field: Field; state: State | undefined; window: Window };

/** The time of the first page and its pg_snapshot, which counts until the store moves: its `epoch` then changes. */
export type Snapshot = { at: Date; snapshot: string; epoch: number };

/**
 * A position in the list. Its key is a time and a return's id in the part `window`, a return's number in the
 * part `changed`. Without a key it is the beginning or, backwards, the end.
 */
export type ListPosition = {
  part: "window" | "changed";
  key: Key | undefined;
  backwards: boolean;
  /** Set if returns that change meanwhile are repeated at the end. */
  start: Snapshot | undefined;
};

export type Key = [first: string, second: string];

/** A cursor has everything that its page needs, so that it works without other parameters. */
export type Cursor = { filter: WarehouseFilter; position: ListPosition; size: number };

const Instant = Type.String({ format: "date-time" });

const CursorFields = Type.Object({
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
  epoch: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  _pointsToNextItems: Type.Boolean(),
});

// Compiled on first use: by then the service has registered its kinds and formats.
let check: TypeCheck<typeof CursorFields> | undefined;

/** Room for the longest snapshot and the other fields. */
export const MAX_CURSOR_CHARACTERS = 16_384;

/** Returns the cursor as a string. */
export function writeCursor({ filter, position, size }: Cursor): string {
  const { field, state, window } = filter;
  const [first, second] = position.key ?? [];
  const fields = {
    filter: field,
    state,
    from: window.from.toISOString(),
    to: window.to?.toISOString(),
    size,
    part: position.part,
    ...(position.part === "window" ? { at: first, id: second } : { number: first }),
    began: position.start?.at.toISOString(),
    snapshot: position.start?.snapshot,
    epoch: position.start?.epoch || undefined,
    _pointsToNextItems: !position.backwards,
  };
  return encodeCursor(fields);
}

/** Parses a cursor. Returns undefined for an invalid one. */
export function readCursor(text: string): Cursor | undefined {
  const cursor = decodeCursor(text);
  check ??= TypeCompiler.Compile(CursorFields);
  if (!check.Check(cursor)) return undefined;
  const start = startOf(cursor);
  const key = parseKey(cursor);
  if (key === "invalid" || (cursor.part === "changed" && !start)) return undefined;
  const window = { from: instantOf(cursor.from), to: cursor.to ? instantOf(cursor.to) : undefined };
  return {
    filter: { field: cursor.filter, state: cursor.state, window },
    position: { part: cursor.part, key, backwards: !cursor._pointsToNextItems, start },
    size: cursor.size,
  };
}

type CursorKey = { part: ListPosition["part"]; at?: string; id?: string; number?: string };

/** Returns the key of a part: either all of its fields are present or none. */
function parseKey({ part, at, id, number }: CursorKey): Key | undefined | "invalid" {
  if (at === undefined && id === undefined && number === undefined) return undefined;
  if (part === "changed") return number === undefined ? "invalid" : [number, ""];
  if (at === undefined || id === undefined || number !== undefined || !isStorableText(id)) return "invalid";
  // Normalized, because Postgres rejects some offsets that RFC 3339 allows.
  return [instantOf(at).toISOString(), id];
}

type Start = { began?: string; snapshot?: string; epoch?: number };

function startOf({ began, snapshot, epoch = 0 }: Start): Snapshot | undefined {
  return began && snapshot && isSnapshot(snapshot) ? { at: instantOf(began), snapshot, epoch } : undefined;
}

/** Whether a string is a valid pg_snapshot. Postgres would throw on an invalid one. */
function isSnapshot(text: string): boolean {
  if (!/^\d{1,18}:\d{1,18}:(?:\d{1,18}(?:,\d{1,18})*)?$/.test(text)) return false;
  const [oldest = "", next = "", running = ""] = text.split(":");
  const steps = [oldest, ...(running ? running.split(",") : [])].map(BigInt);
  const isAscending = steps.every((step, i) => step >= (steps[i - 1] ?? 1n));
  return (
    isAscending && steps.slice(1).every((step) => step < BigInt(next)) && (steps[0] ?? 0n) <= BigInt(next)
  );
}

function instantOf(text: string): Date {
  return parseDateTime(text) ?? new Date(0);
}
