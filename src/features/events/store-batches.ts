import { type Ctx, inTransaction, planByKey, withCommit } from "../../core/ctx.ts";
import { identifiersOf, mentionTerms } from "../../core/persons/identifiers.ts";
import type { Fault } from "../../lib/problem.ts";
import { slicesByBytes } from "../../lib/slices-by-bytes.ts";
import { arrayText } from "../../platform/db/array-text.ts";
import { preparedNamed } from "../../platform/db/prepared.ts";
import { eventRejections } from "../../platform/db/tables/events.ts";
import { changesNothing, matchedBy } from "../customers/unchanged.ts";
import { acceptEvents, type Outcome } from "./accept.ts";
import { recordJob } from "./record-job.ts";
import { BATCHED_EVENT, columnsOf, type EventRow, isDuplicate, rowsOfArrays } from "./row.ts";

/** The events of one bulk request. */
export type Batch = {
  id: string;
  receivedAt: Date;
  /** The valid elements and, at the same index, their rows. */
  valid: { index: number; event: unknown }[];
  rows: EventRow[];
  rejected: { index: number; event: unknown; errors: Fault[] }[];
};

/** The size of the rejected elements in one statement. */
const MAX_REJECTIONS_BYTES = 512 * 1024;

export type Counts = { accepted: number; rejected: number };

/**
 * Stores the batches that change no profile, duplicates aside, without locking customers; returns their ids.
 * The customers are stored with the events, and a job sent in the same transaction records them. A `uniqueId`
 * may occur once in `batches`, which were received at the same time.
 */
export async function storeUnchangedBatches(
  ctx: Ctx,
  storeId: string,
  batches: Batch[],
): Promise<Counts & { ids: Set<string> }> {
  if (batches.length === 0) return { ids: new Set(), accepted: 0, rejected: 0 };
  const [[stored]] = await inTransaction(ctx, (tx) => {
    planByKey(tx);
    const inserted = insertUnchanged(tx.db, { storeId, ...valuesOf(batches) });
    return Promise.all([inserted, tx.jobs.send(recordJob, { storeId })]);
  });
  return { ids: new Set(stored?.batches), accepted: Number(stored?.accepted ?? 0), rejected: 0 };
}

/**
 * Stores batches that change profiles, in the order given, and the rejected elements with their errors. All
 * were received at the same time. Returns how many events were accepted and rejected.
 */
export async function storeBatches(ctx: Ctx, storeId: string, batches: Batch[]): Promise<Counts> {
  return inTransaction(ctx, async (tx) => {
    const outcomes = await acceptEvents(
      tx,
      storeId,
      batches.flatMap(({ rows }) => rows),
    );
    const results = batches.map((batch) => ({ ...batch, outcomes: outcomes.splice(0, batch.rows.length) }));
    const rejections = results.flatMap(({ receivedAt, rejected, ...batch }) =>
      [...rejected, ...refusedBy(batch)].map((rejection) => ({
        ...{ storeId, receivedAt, ...rejection },
        searchTerms: mentionTerms(storeId, identifiersOf(rejection.event)),
      })),
    );
    const accepted = results.map(withoutDuplicates).filter(({ rows }) => rows.length > 0);
    if (accepted.length > 0) await insertAccepted(tx, storeId, accepted);
    await insertRejections(tx, rejections);
    const count = accepted.reduce((total, { rows }) => total + rows.length, 0);
    return { accepted: count, rejected: rejections.length };
  });
}

type Accepted = Pick<Batch, "id" | "receivedAt" | "rows"> & { customers: string[] };

async function insertAccepted(tx: Ctx, storeId: string, batches: Accepted[]): Promise<void> {
  const customers = batches.flatMap((batch) => batch.customers);
  withCommit(tx, insertBatches(tx.db, { storeId, customers, ...valuesOf(batches) }));
  await tx.jobs.send(recordJob, { storeId });
}

/** Returns the parameters for the rows of batches: see `rowsOfBatches`. */
function valuesOf(batches: Pick<Batch, "id" | "receivedAt" | "rows">[]): Record<string, unknown> {
  const places = batches.flatMap(({ rows }, i) => rows.map(() => ({ place: i + 1 })));
  return {
    batchIds: batches.map(({ id }) => id),
    received: batches[0]?.receivedAt.toISOString(),
    places: arrayText(places, "place"),
    ...columnsOf(batches.flatMap(({ rows }) => rows)),
  };
}

/** A large request's rejections are written in slices: one statement would hold several copies of all. */
async function insertRejections(
  ctx: Ctx,
  rejections: (typeof eventRejections.$inferInsert)[],
): Promise<void> {
  const sized = rejections.map((rejection) => ({
    rejection,
    bytes: JSON.stringify(rejection.event ?? null).length,
  }));
  for (const slice of slicesByBytes(sized, MAX_REJECTIONS_BYTES)) {
    await ctx.db.insert(eventRejections).values(slice.map(({ rejection }) => rejection));
  }
}

/** Returns the accepted events, without duplicates and refused ones, and the customer of each. */
function withoutDuplicates({ id, receivedAt, rows, outcomes }: Batch & { outcomes: Outcome[] }): Accepted {
  const customers = outcomes.map(({ customerId }) => customerId);
  return {
    ...{ id, receivedAt },
    rows: rows.filter((_, i) => customers[i] !== undefined),
    customers: customers.filter((customer) => customer !== undefined),
  };
}

/** Returns the elements that were refused because of the profile they would have patched. */
function refusedBy({ valid, outcomes }: Pick<Batch, "valid"> & { outcomes: Outcome[] }): Batch["rejected"] {
  return valid.flatMap(({ index, event }, i) => {
    const fault = outcomes[i]?.fault;
    return fault ? [{ index, event, errors: [fault] }] : [];
  });
}

/** SQL for the rows of batches, with the parameters that `valuesOf` returns. */
function rowsOfBatches(more: Record<string, string> = {}): string {
  return `select *, $received::timestamptz as received from ${rowsOfArrays({ batch: "$places::int[]", ...more })}`;
}

const insertBatches = preparedNamed(
  "insert_batches",
  `insert into event_batches (store_id, id, batched_events, customers)
   select $1, ($batchIds::uuid[])[batch], array_agg(${BATCHED_EVENT}), array_agg(customer)
   from (${rowsOfBatches({ customer: "$customers::text[]" })}) as accepted group by batch`,
);

/** The ids are claimed in one order, so that two statements can't deadlock. */
const insertUnchanged = preparedNamed<{ batches: string[]; accepted: string }>(
  "insert_unchanged_batches",
  `with given as materialized (${rowsOfBatches()}),
  met as materialized (
    select batch, given.id, "uniqueId", case when says_nothing_new then customer.id end as customer,
      not says_nothing_new and ${isDuplicate("given")} as seen
    from given left join lateral ${matchedBy("given", "*")} as customer on true,
      lateral (select ${changesNothing("customer", "given")} as says_nothing_new) as compared
  ),
  known as materialized (
    select batch from met group by batch having bool_and(customer is not null or seen)
  ),
  claimed as (
    insert into event_unique_ids (store_id, unique_id)
    select $1, "uniqueId" from met join known using (batch)
    where customer is not null and "uniqueId" is not null order by "uniqueId" collate "C"
    on conflict do nothing returning unique_id
  ),
  accepted as materialized (
    select id, customer from met join known using (batch)
    where customer is not null and ("uniqueId" is null or "uniqueId" in (select unique_id from claimed))
  ),
  kept as (
    insert into event_batches (store_id, id, batched_events, customers)
    select $1, ($batchIds::uuid[])[batch], array_agg(${BATCHED_EVENT}), array_agg(customer)
    from accepted join given using (id) group by batch
  )
  select array(select ($batchIds::uuid[])[batch] from known) as batches, (select count(*) from accepted) as accepted`,
);
