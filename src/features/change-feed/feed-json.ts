import type { Ctx } from "../../core/ctx.ts";
import { MAX_PAGE_BYTES } from "../../core/http/fill-page.ts";
import { slicesByBytes } from "../../lib/slices-by-bytes.ts";
import { createByteLimit } from "../../lib/text.ts";
import { createYielder, nextTurn } from "../../lib/yielder.ts";
import { requireStoreHere } from "../../platform/db/require-store-here.ts";
import type { FoundChanges } from "./find-changes.ts";
import { loadObjects, OBJECT_KINDS, recordJson } from "./load-objects.ts";
import { objectSizes } from "./object-sizes.ts";
import { type Entry, idsOf, isRecordKind, objectKey, type Part, readParts } from "./read-parts.ts";
import type { FirstRecords } from "./read-records.ts";

type Store = { storeId: string; origin: string };

/** The JSON of objects by key; null for those that no longer exist. */
type Objects = Map<string, string | null>;

/** The size of the large objects that are loaded together. */
const MAX_LOADED_BYTES = 512 * 1024;
const SMALL_OBJECT_BYTES = 1_024;

/**
 * Returns the JSON of a page: the changes, each with the present state of its object, and `next`. `first` are the
 * objects of the first changes, if they were read beside them.
 */
export async function feedJson(
  ctx: Ctx,
  store: Store,
  { after, changes }: FoundChanges,
  first?: Promise<FirstRecords>,
): Promise<string> {
  const within = <T>(work: () => Promise<T>) => ctx.connectionLimiter.within(store.storeId, work);
  const objects: Objects = new Map();
  const texts: string[] = [];
  const addToPage = createByteLimit(MAX_PAGE_BYTES);
  let next = after;
  let isFull = false;
  // While a part is made JSON, the database reads the next ones.
  for await (const { part, found } of readParts(ctx, store.storeId, changes, first)) {
    if (isFull) break;
    await addRecords(store, { part, found }, objects);
    const isComplete = part.every(({ key }) => objects.has(key));
    const slices = isComplete
      ? [part]
      : slicesByBytes(await within(() => measured(ctx, store, part, objects)), MAX_LOADED_BYTES);
    for (const slice of slices) {
      if (isFull) break;
      if (!isComplete) await within(() => load(ctx, store, slice, objects));
      if (slice.some(({ key }) => !objects.get(key))) {
        await within(() => requireStoreHere(ctx.db, store.storeId));
      }
      for (const { sequence, type, objectId, at, key } of slice) {
        if (isFull) break;
        const id = JSON.stringify(objectId);
        const data = objects.get(key) ?? "null";
        const separator = texts.length === 0 ? "" : ",";
        const head = `${separator}{"sequence":${sequence},"type":"${type}","id":${id},"at":"${at}","data":`;
        texts.push(head, data, "}");
        addToPage(head);
        isFull = addToPage(data);
        next = sequence;
      }
    }
  }
  return `{"changes":[${texts.join("")}],"next":${next}}`;
}

/** Adds the objects of a part that were found as records, and those that no longer exist. */
async function addRecords({ origin }: Store, { part, found }: Part, objects: Objects): Promise<void> {
  // The statement that reads the next part is sent first.
  await nextTurn();
  const yieldNow = createYielder();
  const large = new Set<string>();
  for (const { kind, id, record } of found) {
    const key = objectKey(kind, id);
    if (record === null) large.add(key);
    else if (!objects.has(key)) objects.set(key, recordJson(kind, record, origin));
    const turn = yieldNow();
    if (turn) await turn;
  }
  for (const { kind, key } of part) {
    if (isRecordKind(kind) && !large.has(key) && !objects.has(key)) objects.set(key, null);
  }
}

/** Adds to each change the estimated size of its object if it is still to be loaded. */
async function measured(
  ctx: Ctx,
  { storeId }: Store,
  part: Entry[],
  objects: Objects,
): Promise<(Entry & { bytes: number })[]> {
  const missing = part.filter(({ key }) => !objects.has(key));
  const isMeasured = missing.some(({ kind }) => isRecordKind(kind));
  const sizes = isMeasured ? await objectSizes(ctx, storeId, (kind) => idsOf(missing, kind)) : undefined;
  return part.map((entry) => {
    if (objects.has(entry.key)) return { ...entry, bytes: 0 };
    const bytes = sizes?.get(entry.kind)?.get(entry.objectId) ?? 0;
    return { ...entry, bytes: bytes + SMALL_OBJECT_BYTES };
  });
}

/** Adds the objects of changes to `objects`, which has the others. */
async function load(ctx: Ctx, store: Store, entries: Entry[], objects: Objects): Promise<void> {
  for (const kind of OBJECT_KINDS) {
    const missing = idsOf(entries, kind).filter((id) => !objects.has(objectKey(kind, id)));
    for (const [id, text] of await loadObjects(ctx, store, kind, missing)) {
      objects.set(objectKey(kind, id), text);
    }
  }
}
