import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { inSlice } from "../../core/jobs/in-slice.ts";
import { type Erasure, identifiersOfBatch } from "../../core/persons/erased-persons.ts";
import type { ErasureRule } from "../../core/persons/erasure.ts";
import { identifiersOf, mentionsAny, mentionTerms } from "../../core/persons/identifiers.ts";
import { namingOf, withoutPerson } from "../../core/persons/redact.ts";
import type { Fault } from "../../lib/problem.ts";

const SLICE_ROWS = 100;

type Row = { number: string; event: unknown; errors: Fault[] };

/** Removes the rejected events that name a person, and from those that name others too what is the person's. */
export const rejectionsErasure: ErasureRule = {
  name: "rejected events",
  erase: (ctx, { storeId, batch, cursor = "0" }) =>
    inSlice(ctx, async (tx) => {
      const { rows } = await tx.db.execute<Row>(sql`
        with named as materialized (
          select number, event, errors from event_rejections
          where store_id = ${storeId} and search_terms @@ ${mentionsAny(storeId, identifiersOfBatch(batch))}::tsquery
        )
        select * from named where number > ${cursor}::bigint order by number limit ${SLICE_ROWS}`);
      for (const row of rows) await eraseRow(tx, storeId, row, batch);
      const last = rows.at(-1);
      return last && rows.length === SLICE_ROWS ? { isDone: false, cursor: last.number } : { isDone: true };
    }),
};

async function eraseRow(
  tx: Ctx,
  storeId: string,
  { number, event, errors }: Row,
  batch: Erasure[],
): Promise<void> {
  let rest: unknown = { event, errors };
  for (const { person, lastRejection } of batch) {
    if (Number(number) <= lastRejection && namingOf(rest, person).isNamed)
      rest = withoutPerson(rest, person, false);
  }
  const ofRow = sql`store_id = ${storeId} and number = ${number}::bigint`;
  const left = rest as { event?: unknown; errors?: Fault[] } | undefined;
  if (left?.event === undefined) {
    await tx.db.execute(sql`delete from event_rejections where ${ofRow}`);
  } else if (left.event !== event) {
    await tx.db.execute(sql`
      update event_rejections set event = ${JSON.stringify(left.event)}::json,
        errors = ${JSON.stringify(left.errors ?? [])}::json,
        search_terms = ${mentionTerms(storeId, identifiersOf(left.event))}::tsvector
      where ${ofRow}`);
  }
}
