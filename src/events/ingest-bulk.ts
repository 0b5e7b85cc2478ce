import { type Ctx, inTransaction } from "../ctx.ts";
import { eventRejections } from "../db/tables/events.ts";
import { gather } from "../lib/gather.ts";
import { newUuid } from "../lib/ids.ts";
import { type Fault, invalid } from "../lib/problem.ts";
import { keepBatch } from "./batches.ts";
import { faultsOfEvent } from "./check.ts";
import { claim } from "./claim.ts";
import { recordJob } from "./job.ts";
import { rowOf } from "./row.ts";
import { type CustomEvent, MOST_EVENTS } from "./schema.ts";

type BulkRequest = { valid: CustomEvent[]; rejected: { index: number; event: unknown; errors: Fault[] }[] };

export type IngestBulk = (storeId: string, body: unknown) => Promise<void>;

/**
 * Takes up to 100 events: done when the job that will record them is on disk. What is no event is dropped alone, and
 * kept with the reason. Requests of a store that come in together share their statements and their commit.
 */
export function createIngestBulk(ctx: Ctx): IngestBulk {
  const ofStore = new Map<string, (request: BulkRequest) => Promise<"done">>();
  return async (storeId, body) => {
    const request = sorted(elementsOf(body));
    let take = ofStore.get(storeId);
    if (!take) {
      take = gather((requests: BulkRequest[]) => acceptTogether(ctx, storeId, requests), { largest: 100 });
      ofStore.set(storeId, take);
    }
    await take(request);
  };
}

function elementsOf(body: unknown): unknown[] {
  const events = typeof body === "object" && body !== null && "events" in body ? body.events : undefined;
  const pointer = "/events";
  if (!Array.isArray(events)) throw invalid({ detail: "events must be an array.", pointer });
  if (events.length === 0) throw invalid({ detail: "events must not be empty.", pointer });
  if (events.length > MOST_EVENTS)
    throw invalid({ detail: `events may have at most ${MOST_EVENTS} elements.`, pointer });
  return events;
}

function sorted(elements: unknown[]): BulkRequest {
  const request: BulkRequest = { valid: [], rejected: [] };
  for (const [index, event] of elements.entries()) {
    const errors = faultsOfEvent(event);
    if (errors.length > 0) request.rejected.push({ index, event, errors });
    else request.valid.push(event as CustomEvent);
  }
  return request;
}

async function acceptTogether(ctx: Ctx, storeId: string, requests: BulkRequest[]): Promise<"done"[]> {
  const now = ctx.now();
  const counts = await inTransaction(ctx, async (tx) => {
    const came = requests.map(({ valid }) => valid.map((event) => rowOf(storeId, now.toISOString(), event)));
    const claims = await claim(tx, storeId, { requests: requests.length, events: came.flat() });
    const batches = came
      .map((rows, i) => ({ id: newUuid(), stamp: claims.stamps[i] ?? 0, rows: rows.filter(claims.accepts) }))
      .filter(({ rows }) => rows.length > 0);
    const rejected = requests.flatMap((request) => request.rejected);
    if (rejected.length > 0) {
      await tx.db
        .insert(eventRejections)
        .values(
          rejected.map(({ index, event, errors }) => ({ storeId, receivedAt: now, index, event, errors })),
        );
    }
    if (batches.length > 0) {
      await Promise.all([
        ...batches.map((batch) => keepBatch(tx, storeId, batch)),
        tx.jobs.sendAll(
          recordJob,
          batches.map(({ id }) => ({ storeId, batch: id })),
        ),
      ]);
    }
    return { accepted: batches.flatMap(({ rows }) => rows).length, rejected: rejected.length };
  });
  ctx.metrics.eventsAccepted(counts.accepted);
  ctx.metrics.eventsRejected(counts.rejected);
  return requests.map(() => "done");
}
