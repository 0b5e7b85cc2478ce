import type { Static } from "@sinclair/typebox";
import type { StoredEvent } from "../../../features/events/schema.ts";
import { parseDateTime } from "../../../lib/date-time.ts";
import { jsonExcerpt } from "../../../lib/json-excerpt.ts";
import { at, attributes, type Content, html, type Markup } from "../../pages/html.ts";
import { emptyState } from "../components/empty-state.ts";
import { type Filter, filterOf, filters } from "../components/filters.ts";
import { livePart } from "../components/live-part.ts";
import { objectLink } from "../components/object-link.ts";
import { pager } from "../components/pager.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import type { ConsolePage } from "../page.ts";

type Event = Static<typeof StoredEvent>;

const FILTERS: readonly Filter[] = [
  { name: "eventName", label: "Name", type: "search" },
  { name: "customer", label: "Customer id", type: "search" },
  { name: "since", label: "From", type: "date" },
  { name: "until", label: "Until, exclusive", type: "date" },
];

/** What customers did, as the merchant's systems have reported it. */
export const eventsPage: ConsolePage = {
  path: "/events",
  needs: "customers_read",
  show: async (visit) => {
    const { url } = visit;
    const query = new URLSearchParams();
    for (const { name, type } of FILTERS) {
      const value = filterOf(url, name);
      if (value !== undefined) query.set(name, type === "date" ? momentOf(value) : value);
    }
    const { body, next } = await visit.api.list<{ events: Event[] }>(
      `${at`/stores/${visit.store.storeId}/events`}?${query}`,
      { cursor: filterOf(url, "after") },
    );
    const now = visit.ctx.now();
    const listed = table({
      label: "Events",
      rows: body.events,
      empty:
        query.size > 0
          ? emptyState("No such event", "No event matches these filters.")
          : emptyState(
              "No events yet",
              html`Events that are sent to <code>POST …/events</code> appear here.`,
            ),
      columns: [
        { title: "Event", kind: "main", cell: ({ eventName }) => html`<bdi>${eventName}</bdi>` },
        {
          title: "Customer",
          cell: ({ customerId }) => objectLink(visit, "customer", customerId, customerId),
        },
        { title: "Value", kind: "number", cell: valueText },
        { title: "Data", cell: dataOf },
        { title: "When", cell: ({ eventTimestamp }) => ago(eventTimestamp, now) },
      ],
    });
    const isTail = filterOf(url, "after") === undefined;
    const rows = html`<div ${attributes({ "data-tail": isTail ? "true" : undefined })}>${listed}${pager(url, next)}</div>`;
    return {
      title: "Events",
      lead: "What customers did, the latest first.",
      body: html`${filters(url, FILTERS)}${livePart(visit, "events", rows)}`,
    };
  },
};

/** A day begins in UTC, as all times of the console. */
function momentOf(value: string): string {
  return parseDateTime(value) ? value : `${value}T00:00:00Z`;
}

function valueText({ value, valueCurrency }: Event): Content {
  if (value === undefined) return "";
  return valueCurrency === undefined ? String(value) : `${value} ${valueCurrency}`;
}

const MAX_SHOWN_CHARACTERS = 20_000;

function dataOf({ data, uniqueId, eventId, receivedAt }: Event): Markup {
  const shown = { ...(data && { data }), ...(uniqueId !== undefined && { uniqueId }), eventId, receivedAt };
  const text = jsonExcerpt(shown, MAX_SHOWN_CHARACTERS + 1);
  const cut =
    text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS).toWellFormed()}…` : text;
  const keys = Object.keys(data ?? {});
  const title = keys.length === 0 ? "Details" : keys.slice(0, 3).join(", ") + (keys.length > 3 ? " …" : "");
  return html`<details class="disclosure"><summary><bdi>${title}</bdi></summary><pre class="body">${cut}</pre></details>`;
}
