import { type Ctx, inTransactionEndingIn } from "../ctx.ts";
import type { Caller } from "../http/request-context.ts";
import { createBatcher } from "../lib/batcher.ts";
import { invalid } from "../lib/problem.ts";
import { acceptEvents } from "./accept.ts";
import { faultsOfEvent } from "./check.ts";
import { type Failure, failureOf } from "./failure.ts";
import { recordEvents, recordKnown } from "./record.ts";
import { type EventRow, rowOf } from "./row.ts";
import type { CustomEvent } from "./schema.ts";

const MOST_TOGETHER = 1_000;

/** Who sends an event; `reauthenticate` throws unless they may do so still. */
type Sender = { caller: Caller; reauthenticate: () => Promise<void> };
type Sent = Sender & { event: CustomEvent };

export type Ingest = (sender: Sender, body: unknown) => Promise<void>;

/**
 * Takes single events: done when the event is on disk. Events of a store that come in together share their statements and
 * their commit. A body that is no event is a 400 that names each fault; who may no longer send any fails as `reauthenticate` does.
 */
export function createIngest(ctx: Ctx): Ingest {
  const ofStore = new Map<string, (sent: Sent) => Promise<Failure>>();
  return async ({ caller, reauthenticate }, body) => {
    const { storeId } = caller;
    const [first, ...rest] = faultsOfEvent(body);
    if (first) throw invalid(first, ...rest);
    let take = ofStore.get(storeId);
    if (!take) {
      const work = (sent: Sent[]) => recordTogether(ctx, storeId, sent);
      take = createBatcher(work, { maxSize: MOST_TOGETHER, pipelined: true });
      ofStore.set(storeId, take);
    }
    const failure = await take({ caller, reauthenticate, event: body as CustomEvent });
    if (failure) throw failure.error;
  };
}

/**
 * Most events say nothing new of their customer; the rest waits for its turn with the customers that it changes. What is sent
 * twice at once is one event, and as much on disk as the first of the two.
 */
async function recordTogether(ctx: Ctx, storeId: string, sent: Sent[]): Promise<Failure[]> {
  const receivedAt = ctx.now().toISOString();
  const rows = sent.map(({ event }) => rowOf(storeId, receivedAt, event));
  const firsts = new Map<string, EventRow>();
  for (const row of rows) if (!firsts.has(nameOf(row))) firsts.set(nameOf(row), row);
  const clientIds = [...new Set(sent.map(({ caller }) => caller.clientId))];
  const { open, stored, left } = await recordKnown(ctx, storeId, { clientIds, rows: [...firsts.values()] });
  if (!open) return recordConfirmed(ctx, storeId, sent);
  ctx.metrics.eventsAccepted(stored);
  if (left.length === 0) return rows.map(() => undefined);

  const ids = new Set(left);
  const isLeft = (row: EventRow) => ids.has(firsts.get(nameOf(row))?.id ?? "");
  const failures = await recordNews(ctx, storeId, rows.filter(isLeft));
  return rows.map((row) => (isLeft(row) ? failures.shift() : undefined));
}

/** One of those who sent events may no longer: nothing was stored, and each is asked for alone. */
async function recordConfirmed(ctx: Ctx, storeId: string, sent: Sent[]): Promise<Failure[]> {
  const failures = await Promise.all(sent.map(({ reauthenticate }) => failureOf(reauthenticate())));
  const confirmed = sent.filter((_, i) => !failures[i]);
  const outcomes = confirmed.length > 0 ? await recordTogether(ctx, storeId, confirmed) : [];
  return failures.map((failure) => failure ?? outcomes.shift());
}

function nameOf({ uniqueId, id }: EventRow): string {
  return uniqueId ?? id;
}

/** Events that change customers: one that is refused fails alone. */
async function recordNews(ctx: Ctx, storeId: string, rows: EventRow[]): Promise<Failure[]> {
  const recorded = inTransactionEndingIn(ctx, async (tx) => {
    const { outcomes, written } = await acceptEvents(tx, storeId, rows);
    const accepted = rows.flatMap((row, i) => {
      const customerId = outcomes[i]?.customerId;
      return customerId === undefined ? [] : [{ row, customerId }];
    });
    return { result: outcomes, last: Promise.all([written, recordEvents(tx, storeId, accepted)]) };
  });
  try {
    const outcomes = await recorded;
    ctx.metrics.eventsAccepted(outcomes.filter(({ customerId }) => customerId !== undefined).length);
    return outcomes.map(({ fault }) => fault && { error: invalid(fault) });
  } catch (error) {
    return rows.map(() => ({ error }));
  }
}
