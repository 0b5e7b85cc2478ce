import type { Ctx } from "../../core/ctx.ts";
import { awaitedLater } from "../../lib/promises.ts";
import type { NumberedChange } from "./find-changes.ts";
import type { ObjectKind } from "./load-objects.ts";
import {
  type FirstRecords,
  type FoundRecord,
  RECORD_KINDS,
  type RecordKind,
  readRecords,
} from "./read-records.ts";

/** A change, and its object's kind, and key among the objects. */
export type Entry = NumberedChange & { kind: ObjectKind; key: string };

/** Changes that are next to each other, and the records that were found for them. */
export type Part = { part: Entry[]; found: FoundRecord[] };
type Read = (part: Entry[]) => Promise<FoundRecord[]>;

/** The changes whose objects are read together. */
const MAX_READ = 150;
/** The first ones are few, so that others are read while they are made JSON. */
export const FIRST_READ = 50;
/** The parts of a page that are read at a time, each on a connection of its own. */
const MAX_READING = 2;

/**
 * Yields the changes of a page in parts, each with the records that were found for it, and reads the next parts
 * meanwhile. `first` are the objects of the first part, if they were read beside the changes.
 */
export async function* readParts(
  ctx: Ctx,
  storeId: string,
  changes: NumberedChange[],
  first?: Promise<FirstRecords>,
): AsyncGenerator<Part> {
  const parts = partsOf(changes);
  yield* readAhead(parts, async (part) => {
    const known = part === parts[0] && first ? knownOf(await first, changes) : [];
    const missing = withoutKnown(part, known);
    if (missing.length === 0) return known;
    const read = () => readRecords(ctx, storeId, (kind) => idsOf(missing, kind));
    return [...known, ...(await ctx.connectionLimiter.within(storeId, read))];
  });
}

function partsOf(changes: NumberedChange[]): Entry[][] {
  const entries = changes.map(entryOf);
  const parts: Entry[][] = [];
  for (let start = 0, count = FIRST_READ; start < entries.length; start += count, count = MAX_READ)
    parts.push(entries.slice(start, start + count));
  return parts;
}

function entryOf({ sequence, type, objectId, at }: NumberedChange): Entry {
  const kind = type.slice(0, type.indexOf(".")) as ObjectKind;
  return { sequence, type, objectId, at, kind, key: objectKey(kind, objectId) };
}

/** Returns the key of an object among those of all kinds. */
export function objectKey(kind: ObjectKind, objectId: string): string {
  return `${kind} ${objectId}`;
}

/** Returns the distinct ids of one kind. */
export function idsOf(entries: Entry[], kind: ObjectKind): string[] {
  const ids = new Set<string>();
  for (const entry of entries) if (entry.kind === kind) ids.add(entry.objectId);
  return [...ids];
}

/**
 * Returns those of the first objects that are as new as the changes of the page: none when the statement that read
 * them did not see all of these changes.
 */
function knownOf({ last, found }: FirstRecords, changes: NumberedChange[]): FoundRecord[] {
  return (changes.at(-1)?.sequence ?? 0) <= last ? found : [];
}

/** Returns the entries whose objects may be read as records and are not known. */
function withoutKnown(entries: Entry[], known: FoundRecord[]): Entry[] {
  const keys = new Set(known.map(({ kind, id }) => objectKey(kind, id)));
  return entries.filter(({ kind, key }) => isRecordKind(kind) && !keys.has(key));
}

/** Whether objects of a kind are read as records. */
export function isRecordKind(kind: ObjectKind): kind is RecordKind {
  return (RECORD_KINDS as readonly ObjectKind[]).includes(kind);
}

/** Yields each part with the objects found for it, and reads the next ones meanwhile. */
async function* readAhead(parts: Entry[][], read: Read): AsyncGenerator<Part> {
  const reading: Promise<FoundRecord[]>[] = [];
  let started = 0;
  const readMore = () => {
    for (const part of parts.slice(started, started + MAX_READING - reading.length)) {
      started++;
      reading.push(awaitedLater(read(part)));
    }
  };
  try {
    readMore();
    for (const part of parts) {
      const found = (await reading.shift()) ?? [];
      readMore();
      yield { part, found };
    }
  } finally {
    // A page that ends early has no use for them.
    await Promise.allSettled(reading);
  }
}
