import type { Ctx } from "../ctx.ts";
import { MAX_PAGE_BYTES } from "../http/fill-page.ts";
import { slicesByBytes } from "../lib/slices-by-bytes.ts";
import { utf8Bytes } from "../lib/text-length.ts";
import type { FoundChanges, NumberedChange } from "./find-changes.ts";
import { loadObjects, OBJECT_KINDS, type ObjectKind } from "./load-objects.ts";
import { objectSizes } from "./object-sizes.ts";

type Store = { storeId: string; origin: string };

/** The size of the objects that are loaded together. */
const MAX_LOADED_BYTES = 512 * 1024;
/** So few objects are loaded together without estimating their sizes. */
const MAX_UNMEASURED = 10;
const SMALL_OBJECT_BYTES = 1_024;

/** Returns the JSON of a page: the changes, each with the present state of its object, and `next`. */
export async function pageJson(ctx: Ctx, store: Store, { after, changes }: FoundChanges): Promise<string> {
  const objects = new Map<string, string>();
  const texts: string[] = [];
  let next = after;
  let bytes = 0;
  for (const slice of slicesByBytes(await measured(ctx, store, changes), MAX_LOADED_BYTES)) {
    if (bytes > MAX_PAGE_BYTES) break;
    await load(ctx, store, slice, objects);
    for (const { sequence, type, objectId, at } of slice) {
      const head = { sequence, type, id: objectId, at };
      const data = objects.get(keyOf(type, objectId)) ?? "null";
      const text = `${JSON.stringify(head).slice(0, -1)},"data":${data}}`;
      texts.push(text);
      bytes += utf8Bytes(text);
      next = sequence;
    }
  }
  return `{"changes":[${texts.join()}],"next":${next}}`;
}

function kindOf(type: NumberedChange["type"]): ObjectKind {
  return type.slice(0, type.indexOf(".")) as ObjectKind;
}

function keyOf(type: NumberedChange["type"], objectId: string): string {
  return `${kindOf(type)} ${objectId}`;
}

/** Returns the distinct ids of one kind. */
function idsOf(changes: NumberedChange[], kind: ObjectKind): string[] {
  return [...new Set(changes.filter(({ type }) => kindOf(type) === kind).map(({ objectId }) => objectId))];
}

/** Adds the estimated size of its object to each change. */
async function measured(
  ctx: Ctx,
  { storeId }: Store,
  changes: NumberedChange[],
): Promise<(NumberedChange & { bytes: number })[]> {
  if (changes.length <= MAX_UNMEASURED) return changes.map((change) => ({ ...change, bytes: 0 }));
  const byKind = new Map<ObjectKind, Map<string, number>>();
  for (const kind of OBJECT_KINDS) {
    byKind.set(kind, await objectSizes(ctx, storeId, kind, idsOf(changes, kind)));
  }
  return changes.map((change) => {
    const bytes = byKind.get(kindOf(change.type))?.get(change.objectId) ?? 0;
    return { ...change, bytes: bytes + SMALL_OBJECT_BYTES };
  });
}

/** Adds the objects of changes to `objects`, which has those of the slices before. */
async function load(
  ctx: Ctx,
  store: Store,
  changes: NumberedChange[],
  objects: Map<string, string>,
): Promise<void> {
  for (const kind of OBJECT_KINDS) {
    const missing = idsOf(changes, kind).filter((id) => !objects.has(`${kind} ${id}`));
    for (const [id, text] of await loadObjects(ctx, store, kind, missing)) objects.set(`${kind} ${id}`, text);
  }
}
