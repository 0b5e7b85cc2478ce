import { type Ctx, inTransaction } from "../ctx.ts";
import { PATCH_COLUMNS, PATCH_NAMES } from "../customers/patch.ts";
import { changesNothing, matchedBy } from "../customers/unchanged.ts";
import { planByKey, prepared } from "../db/prepared.ts";
import { eventRejections } from "../db/tables/events.ts";
import { identifiersOf } from "../lib/identifiers.ts";
import { mentionTerms } from "../lib/mention-terms.ts";
import type { Fault } from "../lib/problem.ts";
import { slicesByBytes } from "../lib/slices-by-bytes.ts";
import { acceptEvents, type Outcome } from "./accept.ts";
import { recordJob } from "./record-job.ts";
import { type EventRow, isDuplicate } from "./row.ts";

/** The events of one bulk request. */
export type Batch = {
  id: string;
  receivedAt: Date;
  /** The valid elements and, at the same index, their rows; `events` are the rows as JSON. */
  valid: { index: number; event: unknown }[];
  rows: EventRow[];
  events: string;
  rejected: { index: number; event: unknown; errors: Fault[] }[];
};

/** The size of the rejected elements in one statement. */
const MAX_REJECTIONS_BYTES = 512 * 1024;

export type Counts = { accepted: number; rejected: number };

/**
 * Stores the batches that change no profile, duplicates aside, without locking customers; returns their ids.
 * The customers are stored with the events, and a job sent in the same transaction records them. A `uniqueId`
 * may occur once in `batches`.
 */
export async function storeUnchangedBatches(
  ctx: Ctx,
  storeId: string,
  batches: Batch[],
): Promise<Counts & { ids: Set<string> }> {
  if (batches.length === 0) return { ids: new Set(), accepted: 0, rejected: 0 };
  const ids = batches.map(({ id }) => id);
  const events = batches.map((batch) => batch.events);
  const [, [stored]] = await inTransaction(ctx, (tx) =>
    Promise.all([
      planByKey(tx.db),
      insertUnchanged(tx.db, storeId, ids, events),
      tx.jobs.send(recordJob, { storeId }),
    ]),
  );
  return { ids: new Set(stored?.batches), accepted: Number(stored?.accepted ?? 0), rejected: 0 };
}

/**
 * Stores batches that change profiles, in the order given, and the rejected elements with their errors.
 * Returns how many events were accepted and rejected.
 */
export async function storeBatches(ctx: Ctx, storeId: string, batches: Batch[]): Promise<Counts> {
  return inTransaction(ctx, async (tx) => {
    const { outcomes, written } = await acceptEvents(
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
    const accepted = results.filter((batch) => customersOf(batch).some((id) => id !== null));
    await Promise.all([
      written,
      ...accepted.map((batch) => insertBatch(tx.db, storeId, batch.id, batch.events, customersOf(batch))),
      insertRejections(tx, rejections),
      accepted.length > 0 && tx.jobs.send(recordJob, { storeId }),
    ]);
    const count = accepted.flatMap(customersOf).filter((id) => id !== null).length;
    return { accepted: count, rejected: rejections.length };
  });
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

type BatchResult = Pick<Batch, "valid"> & { outcomes: Outcome[] };

function customersOf({ outcomes }: BatchResult): (string | null)[] {
  return outcomes.map(({ customerId }) => customerId ?? null);
}

/** Returns the elements that were refused because of the profile they would have patched. */
function refusedBy({ valid, outcomes }: BatchResult): Batch["rejected"] {
  return valid.flatMap(({ index, event }, i) => {
    const fault = outcomes[i]?.fault;
    return fault ? [{ index, event, errors: [fault] }] : [];
  });
}

const insertBatch = prepared(
  "keep_batch",
  "insert into event_batches (store_id, id, events, customers) values ($1, $2, $3, $4)",
);

/** The ids are claimed in one order, so that two statements can't deadlock. */
const insertUnchanged = prepared<{ batches: string[]; accepted: string }>(
  "keep_known_batches",
  `with given as materialized (
    select batch.id as batch, row.*
    from unnest($2::uuid[], $3::text[]) as batch(id, events), lateral rows from (
      json_to_recordset(batch.events::json) as ("uniqueId" text, ${PATCH_COLUMNS})
    ) with ordinality as row("uniqueId", ${PATCH_NAMES}, place)
  ),
  met as materialized (
    select batch, place, "uniqueId", case when says_nothing_new then customer.id end as customer,
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
  results as materialized (
    select batch, place,
      case when "uniqueId" is null or "uniqueId" in (select unique_id from claimed) then customer end as customer
    from met join known using (batch)
  ),
  kept as (
    insert into event_batches (store_id, id, events, customers)
    select $1, batch, events, customers
    from (
      select batch, array_agg(customer order by place) as customers from results group by batch
      having count(customer) > 0
    ) as accepted
    join unnest($2::uuid[], $3::text[]) as sent(batch, events) using (batch)
  )
  select array(select batch from known) as batches, (select count(customer) from results) as accepted`,
);
