import { type Ctx, inTransactionEndingIn } from "../ctx.ts";
import type { Reauthenticate } from "../http/deferred-authentication.ts";
import type { Caller } from "../http/request-context.ts";
import { createKeyedBatcher } from "../lib/batcher.ts";
import { invalid } from "../lib/problem.ts";
import { requireNoFaults } from "../lib/require-no-faults.ts";
import { acceptEvents } from "./accept.ts";
import { faultsOfEvent } from "./check.ts";
import { type Failure, failureOf } from "./failure.ts";
import { recordEvents, recordUnchanged } from "./record.ts";
import { type EventRow, rowOf } from "./row.ts";
import type { CustomEvent } from "./schema.ts";

const MAX_BATCH_SIZE = 1_000;

/** The sender of an event; `reauthenticate` throws when the client may no longer send events. */
type Sender = { caller: Caller; reauthenticate: Reauthenticate };
type Sent = Sender & { event: CustomEvent };

export type Ingest = (sender: Sender, body: unknown) => Promise<void>;

/**
 * Accepts single events: resolves when the event is stored durably. Concurrent events of a store share
 * statements and a commit. Throws 400 with every fault for an invalid body, and what `reauthenticate` throws
 * when the client is no longer authorized.
 */
export function createIngest(ctx: Ctx): Ingest {
  const accept = createKeyedBatcher(
    ({ caller }: Sent) => caller.storeId,
    (sent, storeId) => recordTogether(ctx, storeId, sent),
    { maxSize: MAX_BATCH_SIZE, pipelined: true },
  );
  return async ({ caller, reauthenticate }, body) => {
    requireNoFaults(faultsOfEvent(body));
    const failure = await accept({ caller, reauthenticate, event: body as CustomEvent });
    if (failure) throw failure.error;
  };
}

/**
 * The fast path stores events that change no profile; the others take the slow path. Events with the same
 * `uniqueId` share the result of the first.
 */
async function recordTogether(ctx: Ctx, storeId: string, sent: Sent[]): Promise<Failure[]> {
  const receivedAt = ctx.now().toISOString();
  const rows = sent.map(({ event }) => rowOf(storeId, receivedAt, event));
  const firsts = new Map<string, EventRow>();
  for (const row of rows) if (!firsts.has(eventKey(row))) firsts.set(eventKey(row), row);
  const clientIds = [...new Set(sent.map(({ caller }) => caller.clientId))];
  const {
    open: authorized,
    stored,
    left: remaining,
  } = await recordUnchanged(ctx, storeId, {
    clientIds,
    receivedAt,
    rows: [...firsts.values()],
  });
  if (!authorized) return recordAuthorized(ctx, storeId, sent);
  ctx.metrics.eventsAccepted(stored);
  if (remaining.length === 0) return rows.map(() => undefined);

  const ids = new Set(remaining);
  const isRemaining = (row: EventRow) => ids.has(firsts.get(eventKey(row))?.id ?? "");
  const failures = await recordSlowPath(ctx, storeId, rows.filter(isRemaining));
  return rows.map((row) => (isRemaining(row) ? failures.shift() : undefined));
}

/** One of the clients is no longer authorized, so nothing was stored: authenticates each sender alone. */
async function recordAuthorized(ctx: Ctx, storeId: string, sent: Sent[]): Promise<Failure[]> {
  const failures = await Promise.all(sent.map(({ reauthenticate }) => failureOf(reauthenticate())));
  const authorizedSenders = sent.filter((_, i) => !failures[i]);
  const outcomes = authorizedSenders.length > 0 ? await recordTogether(ctx, storeId, authorizedSenders) : [];
  return failures.map((failure) => failure ?? outcomes.shift());
}

function eventKey({ uniqueId, id }: EventRow): string {
  return uniqueId ?? id;
}

/** Records events that change profiles; an event that is refused fails alone. */
async function recordSlowPath(ctx: Ctx, storeId: string, rows: EventRow[]): Promise<Failure[]> {
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
