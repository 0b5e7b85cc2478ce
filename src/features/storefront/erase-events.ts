import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { inSlice } from "../../core/jobs/in-slice.ts";
import { type Erasure, identifiersOfBatch } from "../../core/persons/erased-persons.ts";
import type { ErasureRule } from "../../core/persons/erasure.ts";
import {
  identifiersOf,
  isUnique,
  mentionsAny,
  mentionTerm,
  mentionTerms,
  visitorIdentifier,
} from "../../core/persons/identifiers.ts";
import { contains, namingOf, type Person, withoutPerson } from "../../core/persons/redact.ts";

const SLICE_ROWS = 100;
const SLICE_VISITS = 1_000;

type Body = Record<string, unknown>;
type Row = { eventId: string; body: Body; number: string | null };

/**
 * Erases the storefront events that name a person, and those of the same visitor that name no person. The content
 * goes; ids and times stay, so that an event sent again is still ignored. Of events that name others too, what
 * is the person's goes.
 */
export const storefrontErasure: ErasureRule = {
  name: "storefront events",
  erase: (ctx, { storeId, batch, cursor = "" }) =>
    inSlice(ctx, async (tx) => {
      const { rows } = await tx.db.execute<Row>(sql`
        with named as materialized (
          select event_id as "eventId", body, visit_number as number from storefront_events
          where store_id = ${storeId} and body is not null
            and search_terms @@ ${mentionsAny(storeId, identifiersOfVisits(batch))}::tsquery
        )
        select * from named where "eventId" > ${cursor} order by "eventId" limit ${SLICE_ROWS}`);
      for (const row of rows) await eraseEvent(tx, storeId, row, batch);
      const last = rows.at(-1);
      return last && rows.length === SLICE_ROWS ? { isDone: false, cursor: last.eventId } : { isDone: true };
    }),
};

async function eraseEvent(tx: Ctx, storeId: string, row: Row, batch: Erasure[]): Promise<void> {
  const { eventId, body } = row;
  let rest: unknown = body;
  let isNamedById = false;
  for (const { person, customerIds, lastVisit } of batch) {
    const isVisitor = customerIds.some((id) => id === body.anonymousId);
    // A later event is of a later person with the same address.
    if (Number(row.number) > lastVisit || !(isVisitor || namingOf(rest, person).isNamed)) continue;
    if (!isVisitor) await eraseVisits(tx, storeId, body, person, lastVisit);
    rest = isVisitor ? withoutVisitor(rest, person) : withoutPerson(rest, person, false);
    isNamedById ||= contains(eventId, person);
  }
  const ofEvent = sql`store_id = ${storeId} and event_id = ${eventId}`;
  if (isNamedById) {
    await tx.db.execute(sql`delete from storefront_events where ${ofEvent}`);
  } else if (rest === undefined) {
    await tx.db.execute(sql`update storefront_events set body = null, search_terms = null where ${ofEvent}`);
  } else if (rest !== body) {
    const terms = mentionTerms(storeId, withVisitor(identifiersOf(rest), rest as Body));
    await tx.db.execute(sql`
      update storefront_events set body = ${JSON.stringify(rest)}::json, search_terms = ${terms}::tsvector
      where ${ofEvent}`);
  }
}

/** The events of persons, and those of visitors whom the shop calls by the customer's id. */
function identifiersOfVisits(batch: Erasure[]): Set<string> {
  const visitors = batch.flatMap(({ customerIds }) => customerIds.map(visitorIdentifier));
  return new Set([...identifiersOfBatch(batch), ...visitors]);
}

/** Returns an event of the person as a visitor without the person; undefined when it names no other one. */
function withoutVisitor(body: unknown, person: Person): unknown {
  const namesOthers = [...identifiersOf(body)].some(
    (each) => isUnique(each) && !person.identifiers.has(each),
  );
  if (!namesOthers) return undefined;
  const { anonymousId: _, ...rest } = body as Body;
  return withoutPerson(rest, person, false);
}

function withVisitor(identifiers: Set<string>, { anonymousId }: Body): Set<string> {
  return typeof anonymousId === "string" ? identifiers.add(visitorIdentifier(anonymousId)) : identifiers;
}

/** Erases the events of the same visitor, unless some of them name another person: then it may be theirs. */
async function eraseVisits(
  tx: Ctx,
  storeId: string,
  { anonymousId }: Body,
  { identifiers }: Person,
  lastVisit: number,
): Promise<void> {
  if (typeof anonymousId !== "string" || anonymousId === "") return;
  const visitor = mentionTerm(storeId, visitorIdentifier(anonymousId));
  const own = [visitor, ...Array.from(identifiers, (identifier) => mentionTerm(storeId, identifier))];
  const ofVisitor = sql`store_id = ${storeId} and body is not null and search_terms @@ ${visitor}::tsquery
    and (visit_number is null or visit_number <= ${lastVisit}::bigint)`;
  const namesOthers = sql`not (tsvector_to_array(search_terms) <@ ${sql.param(own)}::text[])`;
  const { rows } = await tx.db.execute(
    sql`select from storefront_events where ${ofVisitor} and ${namesOthers} limit 1`,
  );
  if (rows.length > 0) return;
  for (let isMore = true; isMore; ) {
    const { rowCount } = await tx.db.execute(sql`
      update storefront_events set body = null, search_terms = null where ctid = any(array(
        select ctid from storefront_events where ${ofVisitor} and search_terms = ${visitor}::tsvector
        limit ${SLICE_VISITS} for no key update))`);
    isMore = rowCount === SLICE_VISITS;
  }
}
