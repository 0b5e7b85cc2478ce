import { type SQL, sql } from "drizzle-orm";
import { mentionsAny, mentionTerm, visitorIdentifier } from "../../core/persons/identifiers.ts";
import { namingOf } from "../../core/persons/redact.ts";
import { omitNullish } from "../../lib/omit-nullish.ts";
import { slicesByBytes } from "../../lib/slices-by-bytes.ts";
import { instantText, rawInstantText } from "../../platform/db/instant-text.ts";
import { prepared } from "../../platform/db/prepared.ts";
import { loadEvents } from "../events/load.ts";
import { eventsOfCustomer } from "../events/of-customer.ts";
import { eventsOfBatch } from "../events/row.ts";
import type { Exported, Section } from "./exported.ts";

/** An event may have 5 MB. */
const SLICE_LARGE = 5;
const SLICE_EVENTS = 200;
/** The size of the events that are loaded together. */
const LOADED_BYTES = 512 * 1024;

type WaitingEvent = {
  batch: string;
  id: string;
  name: string;
  at: string;
  value: number | null;
  currency: string | null;
  uniqueId: string | null;
  data: object | null;
  received: string;
};

/** Yields the custom events: those of bulk requests that are not recorded yet, then the others, newest first. */
export async function* exportEvents(exported: Exported): Section {
  const seen = new Set<string>();
  for await (const event of waitingEvents(exported)) {
    seen.add(event.id);
    yield [eventJson(event, exported.customerId)];
  }
  for await (const [id, json] of recordedEvents(exported)) if (!seen.has(id)) yield [json];
}

function eventJson(
  { id, name, at, received, currency, value, uniqueId, data }: WaitingEvent,
  customerId: string,
) {
  return JSON.stringify({
    ...{ eventId: id, eventName: name, customerId, eventTimestamp: at, receivedAt: received },
    ...omitNullish({ value, valueCurrency: currency, uniqueId, data }),
  });
}

async function* waitingEvents({ ctx, storeId, customerId }: Exported): AsyncGenerator<WaitingEvent> {
  for (let after = FIRST_ID; ; ) {
    const { rows } = await ctx.db.execute<WaitingEvent>(sql`
      select batch.id as batch, event.id, name, ${instantText(sql`at`)} as at, value, currency, "uniqueId", data,
        ${instantText(sql`received`)} as received
      from (
        select * from event_batches
        where store_id = ${storeId} and id > ${after}::uuid and ${customerId} = any(customers)
        order by id limit ${SLICE_LARGE}
      ) as batch cross join lateral ${sql.raw(eventsOfBatch("batch"))}
      where customer = ${customerId} order by batch.id`);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.batch;
  }
}

const FIRST_ID = "00000000-0000-0000-0000-000000000000";

type Found = { id: string; at: string; bytes: number };

async function* recordedEvents({
  ctx,
  storeId,
  customerId,
}: Exported): AsyncGenerator<[id: string, json: string]> {
  let last = { at: "infinity", id: FIRST_ID };
  for (;;) {
    const rows: Found[] = await findRecorded(ctx.db, storeId, customerId, last.at, last.id);
    for (const slice of slicesByBytes(rows, LOADED_BYTES)) {
      const ids = slice.map(({ id }) => id);
      yield* await loadEvents(ctx, storeId, ids);
    }
    last = rows.at(-1) ?? last;
    if (rows.length < SLICE_EVENTS) return;
  }
}

const FOUND_AT = rawInstantText("found.at");
const NEWEST_EVENTS = eventsOfCustomer("$2", {
  store: "$1",
  count: String(SLICE_EVENTS),
  within: "(event_timestamp, id) < ($3::timestamptz, $4::uuid)",
});

const findRecorded = prepared<Found>(
  "export_events",
  `select found.id, ${FOUND_AT} as at, coalesce(octet_length(data::text), 0)::float8 as bytes
   from (${NEWEST_EVENTS}) as found
   join events on events.store_id = $1 and events.id = found.id
   order by found.at desc, found.id desc`,
);

/** Yields the rejected events that name the customer. */
export async function* exportRejections({ ctx, storeId, person }: Exported): Section {
  for (let after = "0"; ; ) {
    const { rows } = await ctx.db.execute<{ number: string; receivedAt: string; event: unknown }>(sql`
      with named as materialized (
        select number from event_rejections
        where store_id = ${storeId} and search_terms @@ ${mentionsAny(storeId, person.identifiers)}::tsquery
      )
      select number, ${instantText(sql`received_at`)} as "receivedAt", index, event, errors
      from event_rejections where store_id = ${storeId} and number = any(array(
        select number from named where number > ${after}::bigint order by number limit ${SLICE_LARGE}))
      order by number`);
    for (const { number: _, ...rejection } of rows) {
      if (namingOf(rejection.event, person).isNamed) yield [JSON.stringify(rejection)];
    }
    const last = rows.at(-1);
    if (!last || rows.length < SLICE_LARGE) return;
    after = last.number;
  }
}

type Visit = { eventId: string; body: Record<string, unknown>; receivedAt: string };

/** Yields the storefront events that name the customer, then those of the same visitors that name no person. */
export async function* exportStorefrontEvents(exported: Exported): Section {
  const { storeId, customerId, mergedIds, person } = exported;
  // A shop may call its visitors by their ids.
  const visitors = new Set([customerId, ...mergedIds]);
  for await (const { body, receivedAt } of visits(exported, mentionsAny(storeId, person.identifiers))) {
    if (!namingOf(body, person).isNamed) continue;
    if (typeof body.anonymousId === "string") visitors.add(body.anonymousId);
    yield [JSON.stringify({ ...body, receivedAt })];
  }
  for (const visitor of visitors) {
    const term = mentionTerm(storeId, visitorIdentifier(visitor));
    const unnamed = sql`search_terms = ${term}::tsvector`;
    for await (const { body, receivedAt } of visits(exported, term, unnamed)) {
      yield [JSON.stringify({ ...body, receivedAt })];
    }
  }
}

async function* visits(
  { ctx, storeId }: Exported,
  query: string,
  condition: SQL = sql`true`,
): AsyncGenerator<Visit> {
  for (let after = ""; ; ) {
    const { rows } = await ctx.db.execute<Visit>(sql`
      with named as materialized (
        select event_id from storefront_events
        where store_id = ${storeId} and body is not null and search_terms @@ ${query}::tsquery and ${condition}
      )
      select event_id as "eventId", body, ${instantText(sql`received_at`)} as "receivedAt"
      from storefront_events where store_id = ${storeId} and body is not null and event_id = any(array(
        select event_id from named where event_id > ${after} order by event_id limit ${SLICE_LARGE}))
      order by event_id`);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < SLICE_LARGE) return;
    after = last.eventId;
  }
}
