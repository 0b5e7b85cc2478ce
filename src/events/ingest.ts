import { type Ctx, inTransactionEndingIn } from "../ctx.ts";
import { meetCustomers } from "../customers/meet.ts";
import type { Caller } from "../http/trace.ts";
import { gather } from "../lib/gather.ts";
import { invalid } from "../lib/problem.ts";
import { faultsOfEvent } from "./check.ts";
import { claim } from "./claim.ts";
import { recordEvents } from "./record.ts";
import { recordFamiliar } from "./record-familiar.ts";
import { type EventRow, givenOf, rowOf } from "./row.ts";
import type { CustomEvent } from "./schema.ts";

const MOST_TOGETHER = 1_000;

/** Why an event could not be recorded; undefined when it is on disk. */
type Failure = { error: unknown } | undefined;

/** Who sends an event; `confirm` throws unless they may do so still. */
type Sender = { caller: Caller; confirm: () => Promise<void> };
type Sent = Sender & { event: CustomEvent };

export type Ingest = (sender: Sender, body: unknown) => Promise<void>;

/**
 * Takes single events: done when the event is on disk. Events of a store that come in together share their statements and
 * their commit. A body that is no event is a 400 that names each fault; who may no longer send any fails as `confirm` does.
 */
export function createIngest(ctx: Ctx): Ingest {
  const ofStore = new Map<string, (sent: Sent) => Promise<Failure>>();
  return async ({ caller, confirm }, body) => {
    const { storeId } = caller;
    const [first, ...rest] = faultsOfEvent(body);
    if (first) throw invalid(first, ...rest);
    let take = ofStore.get(storeId);
    if (!take) {
      const work = (sent: Sent[]) => recordTogether(ctx, storeId, sent);
      take = gather(work, { largest: MOST_TOGETHER, steady: true });
      ofStore.set(storeId, take);
    }
    const failure = await take({ caller, confirm, event: body as CustomEvent });
    if (failure) throw failure.error;
  };
}

/**
 * Most events are familiar; the rest waits for its turn with the customers that it says something new of. What is sent twice at
 * once is one event, and as much on disk as the first of the two.
 */
async function recordTogether(ctx: Ctx, storeId: string, sent: Sent[]): Promise<Failure[]> {
  const receivedAt = ctx.now().toISOString();
  const rows = sent.map(({ event }) => rowOf(storeId, receivedAt, event));
  const firsts = new Map<string, EventRow>();
  for (const row of rows) if (!firsts.has(nameOf(row))) firsts.set(nameOf(row), row);
  const distinct = [...firsts.values()];
  const clientIds = [...new Set(sent.map(({ caller }) => caller.clientId))];
  const { open, stored, left } = await recordFamiliar(ctx, storeId, { clientIds, rows: distinct });
  if (!open) return recordConfirmed(ctx, storeId, sent);
  ctx.metrics.eventsAccepted(stored);
  if (left.length === 0) return rows.map(() => undefined);

  const ids = new Set(left);
  const rest = distinct.filter(({ id }) => ids.has(id));
  const failure = await failureOf(recordNews(ctx, storeId, rest));
  return rows.map((row) => (ids.has(firsts.get(nameOf(row))?.id ?? "") ? failure : undefined));
}

/** One of those who sent events may no longer: nothing was stored, and each is asked for alone. */
async function recordConfirmed(ctx: Ctx, storeId: string, sent: Sent[]): Promise<Failure[]> {
  const failures = await Promise.all(sent.map(({ confirm }) => failureOf(confirm())));
  const confirmed = sent.filter((_, i) => !failures[i]);
  const outcomes = confirmed.length > 0 ? await recordTogether(ctx, storeId, confirmed) : [];
  return failures.map((failure) => failure ?? outcomes.shift());
}

async function failureOf(work: Promise<void>): Promise<Failure> {
  return work.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
}

function nameOf({ uniqueId, id }: EventRow): string {
  return uniqueId ?? id;
}

async function recordNews(ctx: Ctx, storeId: string, rows: EventRow[]): Promise<void> {
  const taken = await inTransactionEndingIn(ctx, async (tx) => {
    const [claims, known] = await Promise.all([
      claim(tx, storeId, { requests: 1, events: rows }),
      meetCustomers(tx, storeId, rows.map(givenOf)),
    ]);
    const [stamp = 0] = claims.stamps;
    const accepted = rows.filter(claims.accepts).map((row) => ({ stamp, row }));
    return { result: accepted.length, last: recordEvents(tx, storeId, { known, accepted }) };
  });
  ctx.metrics.eventsAccepted(taken);
}
