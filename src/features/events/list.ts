import type { Ctx } from "../../core/ctx.ts";
import { type WrittenPage, writePage } from "../../core/http/fill-page.ts";
import type { Page, PagedList } from "../../core/http/paging.ts";
import { inBothOrders } from "../../core/lists/by-creation.ts";
import { COUNT, STORE, timesBetween } from "../../core/lists/list-key.ts";
import { isLongerThan } from "../../lib/text.ts";
import { MAX_INDEXED_NAME } from "../../platform/db/tables/events.ts";
import { presentIdText } from "../customers/aliases.ts";
import { loadEvents } from "./load.ts";
import { eventsOfCustomer } from "./of-customer.ts";

/** The orders of the list: by the time of the event. */
export type EventSort = "-event_timestamp" | "event_timestamp";
export type EventFilter = {
  eventName?: string;
  customer?: string;
  since?: string;
  until?: string;
  sort?: EventSort;
  include?: "count";
};

/** SQL that estimates the bytes of an event in a response. */
export const EVENT_BYTES = `(
  600 + 2 * octet_length(events.event_name) + coalesce(octet_length(events.data::text), 0)
)::float8`;

const { latest, oldest } = inBothOrders({
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
      stream: ({ within, isAscending }, id) =>
        eventsOfCustomer(presentIdText(STORE, id), {
          ...{ store: STORE, count: COUNT, within: within(), isAscending },
        }),
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

export const EVENT_LISTS = { "-event_timestamp": latest, event_timestamp: oldest } satisfies Record<
  EventSort,
  PagedList
>;

/**
 * Returns the JSON of a page of the store's events that match every filter and, if it is asked for, the number of all, and
 * the headers of the page.
 */
export async function listEvents(
  ctx: Ctx,
  storeId: string,
  { eventName, customer, since, until, sort = "-event_timestamp", include }: EventFilter,
  page: Page,
): Promise<WrittenPage> {
  const isLong = eventName !== undefined && isLongerThan(eventName, MAX_INDEXED_NAME);
  const name = eventName === undefined ? undefined : [eventName];
  const values = {
    customer: customer === undefined ? undefined : [customer],
    ...(isLong ? { longName: name } : { name }),
  };
  const range = timesBetween(since, until);
  const list = EVENT_LISTS[sort];
  const found = await list.find(ctx, storeId, { values, page, range });
  const total = include && (await list.count(ctx, storeId, { values, range }));
  const load = async (slice: typeof found.rows) => {
    const ids = slice.map(({ id }) => id);
    const loaded = await loadEvents(ctx, storeId, ids);
    return ids.flatMap((id) => loaded.get(id) ?? []);
  };
  return writePage("events", page, found, load, total);
}
