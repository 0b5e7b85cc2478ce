import type { Ctx } from "../../core/ctx.ts";
import { rememberOfElements } from "../../core/http/body/changed-numbers.ts";
import { createKeyedBatcher } from "../../lib/batcher.ts";
import { newUuid } from "../../lib/ids.ts";
import { type Fault, invalid } from "../../lib/problem.ts";
import { createYielder, mapYielding } from "../../lib/yielder.ts";
import { faultsOfEvent } from "./check.ts";
import type { Failure } from "./failure.ts";
import { rowOf } from "./row.ts";
import { type CustomEvent, MAX_EVENTS } from "./schema.ts";
import { type Batch, type Counts, storeBatches, storeUnchangedBatches } from "./store-batches.ts";

const MAX_BATCH_SIZE = 100;
/** The custom fields of requests that take much memory: they are copied several times until they are stored. */
const MANY_CUSTOM_FIELDS = 10_000;

type Element = { index: number; event: CustomEvent };
type Elements = { valid: Element[]; rejected: { index: number; event: unknown; errors: Fault[] }[] };
type BulkRequest = Elements & { storeId: string };

export type IngestBulk = (storeId: string, body: unknown) => Promise<void>;

/**
 * Accepts up to 100 events: resolves when they are stored durably and their customers resolved and patched.
 * Invalid elements are dropped and stored with the reason. Throws 400 for an invalid `events`. Concurrent
 * requests of a store share statements and a commit.
 */
export function createIngestBulk(ctx: Ctx): IngestBulk {
  const accept = createKeyedBatcher(
    ({ storeId }: BulkRequest) => storeId,
    (requests, storeId) => acceptTogether(ctx, storeId, requests),
    { maxSize: MAX_BATCH_SIZE },
  );
  return async (storeId, body) => {
    const failure = await accept({ storeId, ...(await validate(elementsOf(body))) });
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
  rememberOfElements(body as object, events, pointer);
  return events;
}

async function validate(elements: unknown[]): Promise<Elements> {
  const request: Elements = { valid: [], rejected: [] };
  const yielder = createYielder();
  for (const [index, event] of elements.entries()) {
    const errors = faultsOfEvent(event, `events.${index}`);
    if (errors.length > 0) request.rejected.push({ index, event, errors });
    else request.valid.push({ index, event: event as CustomEvent });
    // Awaited only when it is time to yield.
    const yielded = yielder();
    if (yielded) await yielded;
  }
  return request;
}

/** The fast path stores requests that change no profile; the others take the slow path. */
async function acceptTogether(ctx: Ctx, storeId: string, requests: BulkRequest[]): Promise<Failure[]> {
  const receivedAt = ctx.now();
  const batches: Batch[] = [];
  for (const { valid, rejected } of requests) {
    const rows = await mapYielding(valid, ({ event }) => rowOf(storeId, receivedAt.toISOString(), event));
    batches.push({ id: newUuid(), receivedAt, valid, rows, rejected });
  }
  const freeMemory = hasManyCustomFields(batches) ? ctx.freeMemory : () => {};
  freeMemory();
  const unchanged = await storeUnchangedBatches(ctx, storeId, fastPathCandidates(batches));
  count(ctx, unchanged);
  const rest = batches.filter(({ id }) => !unchanged.ids.has(id));
  if (rest.length === 0) return batches.map(() => undefined);
  freeMemory();
  try {
    count(ctx, await storeBatches(ctx, storeId, rest));
    return batches.map(() => undefined);
  } catch (error) {
    return batches.map(({ id }) => (unchanged.ids.has(id) ? undefined : { error }));
  }
}

function hasManyCustomFields(batches: Batch[]): boolean {
  let fields = 0;
  for (const { customFields } of batches.flatMap(({ rows }) => rows)) {
    if (customFields) fields += Object.keys(customFields).length;
  }
  return fields > MANY_CUSTOM_FIELDS;
}

/** Returns the batches without a rejected element and without a `uniqueId` that an earlier one has. */
function fastPathCandidates(batches: Batch[]): Batch[] {
  const uniqueIds = new Set<string>();
  return batches.filter(({ rows, rejected }) => {
    const ids = rows.flatMap(({ uniqueId }) => uniqueId ?? []);
    const before = uniqueIds.size;
    for (const id of ids) uniqueIds.add(id);
    return rejected.length === 0 && uniqueIds.size === before + ids.length;
  });
}

function count({ metrics }: Ctx, { accepted, rejected }: Counts): void {
  metrics.eventsAccepted(accepted);
  metrics.eventsRejected(rejected);
}
