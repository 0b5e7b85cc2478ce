import { type Ctx, inTransactionEndingIn } from "../ctx.ts";
import { meetCustomers } from "../customers/meet.ts";
import { gather } from "../lib/gather.ts";
import { newUuid } from "../lib/ids.ts";
import { invalid } from "../lib/problem.ts";
import { faultsOfEvent, known } from "./check.ts";
import { claim } from "./claim.ts";
import { recordEvents, rowOf } from "./record.ts";
import type { CustomEvent } from "./schema.ts";

const MOST_TOGETHER = 1_000;
/** Under load: the next batch is the larger for it, and an event the cheaper. */
const PAUSE_MS = 1;

export type Ingest = (storeId: string, body: unknown) => Promise<void>;

/**
 * Takes single events: done when the event is on disk. Events of a store that come in together share their statements and
 * their commit. A body that is no event is a 400 that names each fault.
 */
export function createIngest(ctx: Ctx): Ingest {
  const ofStore = new Map<string, (event: CustomEvent) => Promise<"done">>();
  return async (storeId, body) => {
    const [first, ...rest] = faultsOfEvent(body);
    if (first) throw invalid(first, ...rest);
    let take = ofStore.get(storeId);
    if (!take) {
      take = gather((events: CustomEvent[]) => recordTogether(ctx, storeId, events), MOST_TOGETHER, PAUSE_MS);
      ofStore.set(storeId, take);
    }
    await take(known(body as CustomEvent));
  };
}

async function recordTogether(ctx: Ctx, storeId: string, events: CustomEvent[]): Promise<"done"[]> {
  const receivedAt = ctx.now().toISOString();
  const taken = await inTransactionEndingIn(ctx, async (tx) => {
    const [claims, known, rows] = await Promise.all([
      claim(tx, storeId, { requests: 1, events }),
      meetCustomers(
        tx,
        storeId,
        events.map(({ customer }) => customer),
      ),
      rowsOnceSent(storeId, receivedAt, events),
    ]);
    const [stamp = 0] = claims.stamps;
    const accepted = events
      .map((event, i) => ({ stamp, event, row: rows[i] ?? "" }))
      .filter(({ event }) => claims.accepts(event));
    return { result: accepted.length, last: recordEvents(tx, storeId, { known, accepted }) };
  });
  ctx.metrics.eventsAccepted(taken);
  return events.map(() => "done");
}

/** Made while the database is busy with what has just been sent; few of them turn out to be repetitions. */
async function rowsOnceSent(storeId: string, receivedAt: string, events: CustomEvent[]): Promise<string[]> {
  await new Promise((resolve) => setImmediate(resolve));
  return events.map((event) => rowOf(storeId, { id: newUuid(), receivedAt, event }));
}
