import type { Ctx } from "../../core/ctx.ts";
import type { Reauthenticate } from "../../core/http/auth/authenticate.ts";
import type { Share, ShareResults } from "../../core/turns/shared-batcher.ts";
import { slicesByBytes } from "../../lib/slices-by-bytes.ts";
import { isLockTimeout, isStoreAway, isUnavailable } from "../../platform/db/errors.ts";
import { LIMITS } from "../../platform/db/limits.ts";
import { type Failure, failureOf } from "./failure.ts";
import { type PlacedEvent, type Recorded, recordUnchanged, type Sender } from "./record.ts";
import { recordSlowPath } from "./record-slow-path.ts";
import { type EventRow, setReceived } from "./row.ts";

/** The row of an event and its sender; `reauthenticate` throws when the client may no longer send events. */
export type Sent = Sender & { reauthenticate: Reauthenticate; row: EventRow };

/** The events of one store in a statement. `firsts` are those without the ones that repeat a `uniqueId`. */
type Batch = { storeId: string; entries: Entry[]; firsts: Map<string, Entry>; bytes: number };
type Entry = PlacedEvent & { sent: Sent };

/** A store with larger events delays no other. */
const MAX_STATEMENT_BYTES = 256 * 1024;
/** How long stores wait together for a lock, which only one of them can need. */
const SHARED_LOCK_MS = 50;

/**
 * Records the events of several stores. The fast path stores events that change no profile in one statement;
 * the others take the slow path of their store. Events of a store with the same `uniqueId` share the result of
 * the first. A store whose events fail or have to wait fails or delays no other.
 */
export async function recordShares(ctx: Ctx, shares: Share<Sent>[]): Promise<ShareResults<Failure>[]> {
  const receivedAt = ctx.now().toISOString();
  const batches = shares.map(({ owner, items }) => batchOf(owner, entriesOf(owner, items, receivedAt)));
  const isSmall = batches.reduce((total, { bytes }) => total + bytes, 0) <= MAX_STATEMENT_BYTES;
  if (isSmall) return recordTogether(ctx, batches);
  return [...slicesByBytes(batches, MAX_STATEMENT_BYTES)].flatMap((slice) => {
    const recorded = recordTogether(ctx, slice);
    return slice.map(async (_, i) => (await recorded)[i] ?? []);
  });
}

async function recordTogether(ctx: Ctx, batches: Batch[]): Promise<ShareResults<Failure>[]> {
  try {
    const recorded = await recordFirsts(ctx, batches, SHARED_LOCK_MS);
    return batches.map((batch) => resultsOf(ctx, batch, recorded));
  } catch (error) {
    // One store's reason: the others' events are recorded without it.
    const isOfOne = isLockTimeout(error) || isStoreAway(error);
    if (isUnavailable(error) && !isOfOne) throw error;
    return batches.map((batch) => recordAlone(ctx, batch));
  }
}

/** Records the events of one store; when their statement fails, in halves, so that an event fails alone. */
async function recordAlone(ctx: Ctx, batch: Batch): Promise<Failure[]> {
  const { storeId, entries } = batch;
  try {
    return await resultsOf(ctx, batch, await recordFirsts(ctx, [batch], LIMITS.lockMs));
  } catch (error) {
    if (entries.length === 1 || isUnavailable(error)) return entries.map(() => ({ error }));
    const middle = Math.ceil(entries.length / 2);
    const first = await recordAlone(ctx, batchOf(storeId, entries.slice(0, middle)));
    return [...first, ...(await recordAlone(ctx, batchOf(storeId, entries.slice(middle))))];
  }
}

/** Records the first events of all batches in one statement, which asks about all of their senders. */
async function recordFirsts(ctx: Ctx, batches: Batch[], lockMs: number): Promise<Recorded> {
  const senders: Sender[] = [];
  const events: PlacedEvent[] = [];
  for (const { entries, firsts } of batches) {
    const places = new Map<string, number>();
    for (const entry of entries) {
      const { clientId } = entry.sent;
      entry.place = places.get(clientId) ?? senders.push(entry.sent);
      places.set(clientId, entry.place);
    }
    events.push(...firsts.values());
  }
  const recorded = await recordUnchanged(ctx, senders, events, lockMs);
  ctx.metrics.eventsAccepted(recorded.stored);
  return recorded;
}

/** Returns the results of a store's events; a promise unless all are done. */
function resultsOf(ctx: Ctx, batch: Batch, { closed, left }: Recorded): ShareResults<Failure> {
  const { storeId, entries, firsts } = batch;
  if (closed.size === 0 && left.size === 0) return entries.map(() => undefined);
  const firstOf = ({ row }: Entry) => firsts.get(eventKey(row));
  const isRefused = (entry: Entry) => closed.has(entry.place) || closed.has(firstOf(entry)?.place ?? 0);
  const refused = entries.filter(isRefused);
  const remaining = entries.filter((entry) => !isRefused(entry) && left.has(firstOf(entry)?.row.id ?? ""));
  if (refused.length === 0 && remaining.length === 0) return entries.map(() => undefined);
  return recordRest(ctx, storeId, refused, remaining).then((failures) =>
    entries.map((entry) => failures.get(entry)),
  );
}

async function recordRest(
  ctx: Ctx,
  storeId: string,
  refused: Entry[],
  remaining: Entry[],
): Promise<Map<Entry, Failure>> {
  const slow = await recordSlowPath(
    ctx,
    storeId,
    remaining.map(({ row }) => row),
  );
  const authorized = await recordAuthorized(ctx, storeId, refused);
  const failures = [...slow, ...authorized];
  return new Map([...remaining, ...refused].map((entry, i) => [entry, failures[i]]));
}

/** Nothing of a client that is no longer authorized was stored: authenticates each sender alone. */
async function recordAuthorized(ctx: Ctx, storeId: string, entries: Entry[]): Promise<Failure[]> {
  const failures = await Promise.all(entries.map(({ sent }) => failureOf(sent.reauthenticate())));
  const authorized = entries.filter((_, i) => !failures[i]);
  const outcomes = authorized.length > 0 ? await recordAlone(ctx, batchOf(storeId, authorized)) : [];
  return failures.map((failure) => failure ?? outcomes.shift());
}

function entriesOf(storeId: string, all: Sent[], receivedAt: string): Entry[] {
  return all.map((sent) => {
    setReceived(sent.row, receivedAt);
    return { row: sent.row, storeId, place: 0, sent };
  });
}

function batchOf(storeId: string, entries: Entry[]): Batch {
  const firsts = new Map<string, Entry>();
  let bytes = 0;
  for (const entry of entries) {
    const key = eventKey(entry.row);
    if (!firsts.has(key)) firsts.set(key, entry);
    bytes += bytesOf(entry.row);
  }
  return { storeId, entries, firsts, bytes };
}

/** Returns about the size of what may be large in a row. */
function bytesOf({
  name,
  data = "",
  firstName = "",
  lastName = "",
  location,
  customFields,
}: EventRow): number {
  const profile = location || customFields ? JSON.stringify([location, customFields]).length : 0;
  return name.length + data.length + firstName.length + lastName.length + profile;
}

function eventKey({ uniqueId, id }: EventRow): string {
  return uniqueId ?? id;
}
