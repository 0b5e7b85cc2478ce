import { type Ctx, inTransaction } from "../ctx.ts";
import { changesNothing, matchedBy } from "../customers/known.ts";
import { PATCH_COLUMNS, PATCH_NAMES } from "../customers/patch.ts";
import { planByKey, prepared } from "../db/prepared.ts";
import { eventRejections } from "../db/tables/events.ts";
import type { Fault } from "../lib/problem.ts";
import { acceptEvents, type Outcome } from "./accept.ts";
import { recordJob } from "./record-job.ts";
import { type EventRow, isDuplicate } from "./row.ts";

/** The events of one bulk request. */
export type Batch = {
  id: string;
  receivedAt: Date;
  /** The valid elements, and beside each its row; `events` are the rows as JSON. */
  valid: { index: number; event: unknown }[];
  rows: EventRow[];
  events: string;
  rejected: { index: number; event: unknown; errors: Fault[] }[];
};

export type Counts = { accepted: number; rejected: number };

/**
 * Accepts those of the batches that say nothing new of any customer, repeated events aside, which takes no lock of one;
 * returns their ids. The customers of a batch's events are kept beside them, and a job sent in the same transaction will record them. No
 * `uniqueId` may be in them twice.
 */
export async function keepKnownBatches(
  ctx: Ctx,
  storeId: string,
  batches: Batch[],
): Promise<Counts & { kept: Set<string> }> {
  if (batches.length === 0) return { kept: new Set(), accepted: 0, rejected: 0 };
  const ids = batches.map(({ id }) => id);
  const events = batches.map((batch) => batch.events);
  const [, [kept]] = await inTransaction(ctx, (tx) =>
    Promise.all([
      planByKey(tx.db),
      keepKnown(tx.db, storeId, ids, events),
      tx.jobs.send(recordJob, { storeId }),
    ]),
  );
  return { kept: new Set(kept?.batches), accepted: Number(kept?.accepted ?? 0), rejected: 0 };
}

/** Accepts batches that change customers, in the order given, and keeps what was rejected of them with the reasons. */
export async function keepBatches(ctx: Ctx, storeId: string, batches: Batch[]): Promise<Counts> {
  return inTransaction(ctx, async (tx) => {
    const { outcomes, written } = await acceptEvents(
      tx,
      storeId,
      batches.flatMap(({ rows }) => rows),
    );
    const judged = batches.map((batch) => ({ ...batch, outcomes: outcomes.splice(0, batch.rows.length) }));
    const rejections = judged.flatMap(({ receivedAt, rejected, ...batch }) =>
      [...rejected, ...refusedIn(batch)].map((rejection) => ({ storeId, receivedAt, ...rejection })),
    );
    const accepted = judged.filter((batch) => customersOf(batch).some((id) => id !== null));
    await Promise.all([
      written,
      ...accepted.map((batch) => keep(tx.db, storeId, batch.id, batch.events, customersOf(batch))),
      rejections.length > 0 && tx.db.insert(eventRejections).values(rejections),
      accepted.length > 0 && tx.jobs.send(recordJob, { storeId }),
    ]);
    const count = accepted.flatMap(customersOf).filter((id) => id !== null).length;
    return { accepted: count, rejected: rejections.length };
  });
}

type Judged = Pick<Batch, "valid"> & { outcomes: Outcome[] };

function customersOf({ outcomes }: Judged): (string | null)[] {
  return outcomes.map(({ customerId }) => customerId ?? null);
}

/** What was refused for the profile that it would have patched. */
function refusedIn({ valid, outcomes }: Judged): Batch["rejected"] {
  return valid.flatMap(({ index, event }, i) => {
    const fault = outcomes[i]?.fault;
    return fault ? [{ index, event, errors: [fault] }] : [];
  });
}

const keep = prepared(
  "keep_batch",
  "insert into event_batches (store_id, id, events, customers) values ($1, $2, $3, $4)",
);

/** The ids are claimed in one order, so that two statements never wait for each other. */
const keepKnown = prepared<{ batches: string[]; accepted: string }>(
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
  judged as materialized (
    select batch, place,
      case when "uniqueId" is null or "uniqueId" in (select unique_id from claimed) then customer end as customer
    from met join known using (batch)
  ),
  kept as (
    insert into event_batches (store_id, id, events, customers)
    select $1, batch, events, customers
    from (
      select batch, array_agg(customer order by place) as customers from judged group by batch
      having count(customer) > 0
    ) as accepted
    join unnest($2::uuid[], $3::text[]) as sent(batch, events) using (batch)
  )
  select array(select batch from known) as batches, (select count(customer) from judged) as accepted`,
);
