import type { Ctx } from "../ctx.ts";
import { createBatcher } from "../lib/batcher.ts";
import { newUuid } from "../lib/ids.ts";
import { type Fault, invalid } from "../lib/problem.ts";
import { createYielder } from "../lib/yielder.ts";
import { faultsOfEvent } from "./check.ts";
import type { Failure } from "./failure.ts";
import { type Batch, type Counts, keepBatches, keepKnownBatches } from "./keep-batches.ts";
import { rowOf } from "./row.ts";
import { type CustomEvent, MAX_EVENTS } from "./schema.ts";

const MOST_TOGETHER = 100;

type Element = { index: number; event: CustomEvent };
type BulkRequest = { valid: Element[]; rejected: { index: number; event: unknown; errors: Fault[] }[] };

export type IngestBulk = (storeId: string, body: unknown) => Promise<void>;

/**
 * Takes up to 100 events: done when they are on disk, their customers resolved and patched. What is no event is dropped
 * alone, and kept with the reason. Requests of a store that come in together share their statements and their commit.
 */
export function createIngestBulk(ctx: Ctx): IngestBulk {
  const ofStore = new Map<string, (request: BulkRequest) => Promise<Failure>>();
  return async (storeId, body) => {
    const request = await sorted(elementsOf(body));
    let take = ofStore.get(storeId);
    if (!take) {
      const work = (requests: BulkRequest[]) => acceptTogether(ctx, storeId, requests);
      take = createBatcher(work, { maxSize: MOST_TOGETHER });
      ofStore.set(storeId, take);
    }
    const failure = await take(request);
    if (failure) throw failure.error;
  };
}

function elementsOf(body: unknown): unknown[] {
  const events = typeof body === "object" && body !== null && "events" in body ? body.events : undefined;
  const pointer = "/events";
  if (!Array.isArray(events)) throw invalid({ detail: "events must be an array.", pointer });
  if (events.length === 0) throw invalid({ detail: "events must not be empty.", pointer });
  if (events.length > MAX_EVENTS)
    throw invalid({ detail: `events may have at most ${MAX_EVENTS} elements.`, pointer });
  return events;
}

async function sorted(elements: unknown[]): Promise<BulkRequest> {
  const request: BulkRequest = { valid: [], rejected: [] };
  const pace = createYielder();
  for (const [index, event] of elements.entries()) {
    const errors = faultsOfEvent(event);
    if (errors.length > 0) request.rejected.push({ index, event, errors });
    else request.valid.push({ index, event: event as CustomEvent });
    // Few need one.
    const turn = pace();
    if (turn) await turn;
  }
  return request;
}

/** Most requests say nothing new of any customer; the rest waits for its turn with the customers that it changes. */
async function acceptTogether(ctx: Ctx, storeId: string, requests: BulkRequest[]): Promise<Failure[]> {
  const receivedAt = ctx.now();
  const batches = requests.map(({ valid, rejected }): Batch => {
    const rows = valid.map(({ event }) => rowOf(storeId, receivedAt.toISOString(), event));
    return { id: newUuid(), receivedAt, valid, rows, events: JSON.stringify(rows), rejected };
  });
  const known = await keepKnownBatches(ctx, storeId, plainOnes(batches));
  count(ctx, known);
  const rest = batches.filter(({ id }) => !known.kept.has(id));
  if (rest.length === 0) return batches.map(() => undefined);
  try {
    count(ctx, await keepBatches(ctx, storeId, rest));
    return batches.map(() => undefined);
  } catch (error) {
    return batches.map(({ id }) => (known.kept.has(id) ? undefined : { error }));
  }
}

/** Those without a rejected element, and without a `uniqueId` that is in one of them before. */
function plainOnes(batches: Batch[]): Batch[] {
  const seen = new Set<string>();
  return batches.filter(({ rows, rejected }) => {
    const ids = rows.flatMap(({ uniqueId }) => uniqueId ?? []);
    const before = seen.size;
    for (const id of ids) seen.add(id);
    return rejected.length === 0 && seen.size === before + ids.length;
  });
}

function count({ metrics }: Ctx, { accepted, rejected }: Counts): void {
  metrics.eventsAccepted(accepted);
  metrics.eventsRejected(rejected);
}
