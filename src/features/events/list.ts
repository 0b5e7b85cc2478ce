import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { fillPage } from "../../core/http/fill-page.ts";
import type { Page, PagedList } from "../../core/http/paging.ts";
import { filteredKeys, type Stream } from "../../core/lists/filtered-keys.ts";
import { parseDateTime } from "../../lib/date-time.ts";
import { isLongerThan } from "../../lib/text-length.ts";
import { MAX_INDEXED_NAME } from "../../platform/db/tables/events.ts";
import { presentIdSql } from "../customers/aliases.ts";
import { loadEvents } from "./load.ts";
import { eventsOfCustomer } from "./of-customer.ts";

export type EventFilter = { eventName?: string; customer?: string; since?: string; until?: string };

export const EVENT_PAGES: PagedList = { name: "events", key: ["instant", "uuid"] };

/** SQL that estimates the bytes of an event in a response. */
export const EVENT_BYTES = sql<number>`(
  600 + 2 * octet_length(events.event_name) + coalesce(octet_length(events.data::text), 0)
)::float8`;

/**
 * Returns the JSON of a page of the store's events that match every filter, newest `eventTimestamp` first, and
 * the headers of the page.
 */
export async function listEvents(
  ctx: Ctx,
  storeId: string,
  { eventName, customer, since, until }: EventFilter,
  page: Page,
): Promise<{ json: string; headers: Record<string, string> }> {
  const filters = [
    ...(customer === undefined ? [] : [customerFilter(storeId, customer)]),
    ...(eventName === undefined ? [] : [nameFilter(storeId, eventName)]),
  ];
  const streams = filters.flatMap(({ stream }) => stream ?? []);
  const isExact = filters.length === streams.length && streams.length <= 1;
  const source = {
    table: sql`events`,
    bytes: EVENT_BYTES,
    matches: isExact ? [] : filters.map(({ match }) => match),
    streams: streams.length > 0 ? streams : [streamOf(sql`store_id = ${storeId}`)],
  };
  const range = { from: instant(since), until: instant(until) };
  const found = await filteredKeys(ctx, storeId, source, { page, range });
  const events: string[] = [];
  const headers = await fillPage(page, found, async function* (slice) {
    const ids = slice.map(({ id }) => id);
    const loaded = await loadEvents(ctx, storeId, ids);
    for (const json of ids.flatMap((id) => loaded.get(id) ?? [])) {
      events.push(json);
      yield json;
    }
  });
  return { json: `{"events":[${events.join()}]}`, headers };
}

/** What a row must match, and the index that has the matching rows, if there is one. */
type Filter = { match: SQL; stream?: Stream };

function customerFilter(storeId: string, customer: string): Filter {
  const present = presentIdSql(storeId, customer);
  return {
    match: sql`customer_id = ${present}`,
    stream: { parts: (range, count) => [eventsOfCustomer(storeId, present, range, count)] },
  };
}

/** The few events with a name that is too long for the index are found among all events. */
function nameFilter(storeId: string, eventName: string): Filter {
  const match = sql`event_name = ${eventName}`;
  if (isLongerThan(eventName, MAX_INDEXED_NAME)) return { match };
  const isIndexed = sql.raw(`length(event_name) <= ${MAX_INDEXED_NAME}`);
  return { match, stream: streamOf(sql`store_id = ${storeId} and ${match} and ${isIndexed}`) };
}

function streamOf(where: SQL): Stream {
  return {
    parts: (range) => [
      sql`select event_timestamp as at, id from events where ${where} ${range(sql`event_timestamp`, sql`id`)}`,
    ],
  };
}

function instant(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : parseDateTime(text);
}
