import type { Ctx } from "../../core/ctx.ts";
import { type WrittenPage, writePage } from "../../core/http/fill-page.ts";
import type { Page } from "../../core/http/paging.ts";
import { createList } from "../../core/lists/list.ts";
import { COUNT, STORE, timesBetween } from "../../core/lists/list-key.ts";
import { isLongerThan } from "../../lib/text-length.ts";
import { MAX_INDEXED_NAME } from "../../platform/db/tables/events.ts";
import { presentIdText } from "../customers/aliases.ts";
import { loadEvents } from "./load.ts";
import { eventsOfCustomer } from "./of-customer.ts";

export type EventFilter = { eventName?: string; customer?: string; since?: string; until?: string };

/** SQL that estimates the bytes of an event in a response. */
export const EVENT_BYTES = `(
  600 + 2 * octet_length(events.event_name) + coalesce(octet_length(events.data::text), 0)
)::float8`;

export const EVENT_LIST = createList({
  name: "events",
  table: "events",
  key: {
    columns: [
      ["event_timestamp", "instant"],
      ["id", "uuid"],
    ],
  },
  bytes: EVENT_BYTES,
  filters: {
    customer: {
      types: ["text"],
      match: (id) => `customer_id = ${presentIdText(STORE, id)}`,
      stream: ({ within }, id) =>
        eventsOfCustomer(presentIdText(STORE, id), { store: STORE, count: COUNT, within: within() }),
    },
    name: {
      types: ["text"],
      match: (name) => `event_name = ${name} and length(event_name) <= ${MAX_INDEXED_NAME}`,
      stream: "indexed",
    },
    // The few events with a name that is too long for the index are found among all events.
    longName: { types: ["text"], match: (name) => `event_name = ${name}` },
  },
});

/**
 * Returns the JSON of a page of the store's events that match every filter, newest `eventTimestamp` first, and
 * the headers of the page.
 */
export async function listEvents(
  ctx: Ctx,
  storeId: string,
  { eventName, customer, since, until }: EventFilter,
  page: Page,
): Promise<WrittenPage> {
  const isLong = eventName !== undefined && isLongerThan(eventName, MAX_INDEXED_NAME);
  const name = eventName === undefined ? undefined : [eventName];
  const values = {
    customer: customer === undefined ? undefined : [customer],
    ...(isLong ? { longName: name } : { name }),
  };
  const range = timesBetween(since, until);
  const found = await EVENT_LIST.find(ctx, storeId, { values, page, range });
  return writePage("events", page, found, async (slice) => {
    const ids = slice.map(({ id }) => id);
    const loaded = await loadEvents(ctx, storeId, ids);
    return ids.flatMap((id) => loaded.get(id) ?? []);
  });
}
