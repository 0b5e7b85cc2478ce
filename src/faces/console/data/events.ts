import { at, attributes, html, type Markup } from "../../pages/html.ts";
import { linkButton } from "../components/button.ts";
import { emptyState } from "../components/empty-state.ts";
import { type Filter, filterOf, filters, queryOf, WITHIN } from "../components/filters.ts";
import { livePart } from "../components/live-part.ts";
import { byTime, type Counted, orderIn, totalOf } from "../components/order.ts";
import { pager } from "../components/pager.ts";
import { periodOf } from "../components/period.ts";
import { type Column, table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import { viewActs, viewTabs } from "../components/view-tabs.ts";
import { type People, peopleOf, personLink } from "../customers/people.ts";
import type { ConsolePage, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { dataOf, type Event, worthOf } from "./event-values.ts";
import { eventsChart } from "./events-chart.ts";

const FILTERS: readonly Filter[] = [
  { name: "eventName", label: say("Name"), type: "search" },
  { name: "customer", label: say("Customer id"), type: "text" },
  ...WITHIN,
];

const VIEWS = { path: "/events", needs: "orders_write" } as const;
const SORTS = byTime("event_timestamp");
const HAPPENED = {
  ...{ ascending: "event_timestamp", descending: "-event_timestamp" },
  first: "descending",
} as const;

/** What customers did, as the merchant's systems have reported it. */
export const eventsPage: ConsolePage = {
  path: "/events",
  needs: "customers_read",
  show: async (visit, state) => {
    const { url } = visit;
    const query = queryOf(
      visit,
      FILTERS.map(({ name }) => name),
    );
    // The chart is of all events.
    const isOfAll = !query.has("eventName") && !query.has("customer");
    const isFiltered = query.size > 0;
    const { value: sort = "", order } = orderIn(url, SORTS) ?? {};
    query.set("sort", sort);
    query.set("include", "count");
    const [{ body, next }, chart, tabs] = await Promise.all([
      visit.api.list<{ events: Event[] } & Counted>(`${at`/stores/${visit.store.storeId}/events`}?${query}`, {
        cursor: filterOf(url, "after"),
      }),
      isOfAll && eventsChart(visit, periodOf(filterOf(url, "last"), "24h")),
      viewTabs(visit, VIEWS, state),
    ]);
    const ids = body.events.map(({ customerId }) => customerId);
    const people = await peopleOf(visit, ids);
    const listed = eventsTable(visit, body.events, { people, isFiltered, sort });
    const isNewest = filterOf(url, "after") === undefined && sort === SORTS[0]?.value;
    const shown = { rows: body.events.length, of: totalOf(body), order };
    const isLive = isNewest && filterOf(url, "live") === "on";
    const rows = html`<div ${attributes({ "data-tail": isLive ? "true" : undefined })}>${chart}${listed}${pager(url, next, shown)}</div>`;
    return {
      title: say("Events"),
      lead: say("What customers did."),
      actions: isNewest ? liveSwitch(url, isLive) : undefined,
      body: html`${tabs}${filters(url, FILTERS, { keep: ["last", "live"], sorts: SORTS })}${isLive ? livePart(visit, "events", rows) : rows}`,
      isBusy: isLive,
    };
  },
  acts: viewActs(VIEWS),
};

/** New events are shown as they come only if that is asked for, and while the page is in sight. */
function liveSwitch(url: URL, isLive: boolean): Markup {
  const query = new URLSearchParams(url.searchParams);
  if (isLive) query.delete("live");
  else query.set("live", "on");
  const to = query.size > 0 ? `${url.pathname}?${query}` : url.pathname;
  const state = isLive && html`<span class="live-state">${say("Live, every 5 seconds")}</span>`;
  return html`${state}${linkButton(isLive ? say("Stop") : say("Go live"), to)}`;
}

function eventsTable(
  visit: Visit,
  events: Event[],
  { people, isFiltered, sort }: { people: People; isFiltered: boolean; sort: string },
): Markup {
  const now = visit.ctx.now();
  return table({
    label: say("Events"),
    isDense: true,
    rows: events,
    sorted: { url: visit.url, by: sort },
    empty: isFiltered
      ? emptyState(say("No such event"), say("No event matches these filters."))
      : emptyState(
          say("No events yet"),
          say("Events that are sent to {path} appear here.", {
            path: html`<code>${"POST …/events"}</code>`,
          }),
        ),
    columns: [
      { title: say("Event"), kind: "main", cell: ({ eventName }) => html`<bdi>${eventName}</bdi>` },
      { title: say("Customer"), cell: ({ customerId }) => personLink(visit, people, customerId) },
      ...(events.some(({ value }) => value !== undefined) ? [WORTH] : []),
      { title: say("Data"), cell: dataOf },
      { title: say("When"), sorts: HAPPENED, cell: ({ eventTimestamp }) => ago(eventTimestamp, now) },
    ],
  });
}

const WORTH: Column<Event> = { title: say("Value"), kind: "number", cell: worthOf };
