import type { LoggedRequest } from "../../../features/activity/requests/schema.ts";
import { PROBLEM_CODES } from "../../../lib/problem-codes.ts";
import { at, attributes, html, type Label, type Markup } from "../../pages/html.ts";
import { authorName } from "../components/api-words.ts";
import { badge } from "../components/badge.ts";
import { breakable } from "../components/breakable.ts";
import { choiceLinks } from "../components/choice-links.ts";
import { clipped } from "../components/clipped.ts";
import { emptyState } from "../components/empty-state.ts";
import { type Filter, filterOf, filters, queryOf, WITHIN } from "../components/filters.ts";
import { byTime, type Counted, CREATED, orderIn, totalOf } from "../components/order.ts";
import { pager } from "../components/pager.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import { viewActs, viewTabs } from "../components/view-tabs.ts";
import { sentenceText } from "../fault-words.ts";
import type { ConsolePage, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";

const FILTERS: readonly Filter[] = [
  { name: "requestId", label: say("Request id"), type: "search" },
  {
    name: "status",
    label: say("Status"),
    type: "select",
    options: [
      { value: "2xx", title: say("2xx, done") },
      { value: "4xx", title: say("4xx, refused") },
      { value: "5xx", title: say("5xx, failed") },
      ...["400", "401", "403", "404", "409", "429"].map((value) => ({ value, title: value })),
    ],
  },
  { name: "client", label: say("Sent by"), type: "text" },
  ...WITHIN,
];

/** Who has sent them. What programs send is apart from what people do in the pages. */
const SENDERS = [
  { value: "clients", title: say("API clients") },
  { value: "people", title: say("Console") },
  { value: "shoppers", title: say("Shopper page") },
  { value: "all", title: say("All") },
];

const VIEWS = { path: "/developer/requests", needs: "store_write", usual: say("API clients") } as const;
const SORTS = byTime("created_at");

/** What programs have sent with the store's secrets, and what people have changed, and how it ended. */
export const requestsPage: ConsolePage = {
  path: "/developer/requests",
  needs: "store_read",
  menuNeeds: "store_write",
  show: async (visit, state) => {
    const { url } = visit;
    const sender = SENDERS.find(({ value }) => value === filterOf(url, "sender"))?.value ?? senderOf(url);
    const query = queryOf(
      visit,
      FILTERS.map(({ name }) => name),
    );
    const isFiltered = query.size > 0;
    const requestId = query.get("requestId");
    if (requestId !== null) query.set("requestId", requestId.toLowerCase());
    if (sender !== "all") query.set("sender", sender);
    const { value: sort = "", order } = orderIn(url, SORTS) ?? {};
    query.set("sort", sort);
    query.set("include", "count");
    const path = `${at`/stores/${visit.store.storeId}/requests`}?${query}`;
    const [{ body, next }, tabs] = await Promise.all([
      visit.api.list<{ requests: LoggedRequest[] } & Counted>(path, { cursor: filterOf(url, "after") }),
      viewTabs(visit, VIEWS, state),
    ]);
    const empty = nothing(sender, isFiltered, next !== undefined);
    const rows = requestsTable(visit, body.requests, { empty, sort });
    const shown = { rows: body.requests.length, of: totalOf(body), order };
    return {
      title: say("Request log"),
      lead: say(
        "What the API was asked in the last days, without bodies and without ids: those may be a person's.",
      ),
      body: html`${tabs}<div class="choice-line">${choiceLinks(url, { label: say("Who has sent them"), name: "sender", options: SENDERS, chosen: sender })}</div>
        ${filters(url, FILTERS, { keep: ["sender"], sorts: SORTS })}${rows}${pager(url, next, shown)}`,
    };
  },
  acts: viewActs(VIEWS),
};

/** One request that is looked for by its id is found among those of all senders. */
function senderOf(url: URL): string {
  return filterOf(url, "requestId") === undefined ? "clients" : "all";
}

function requestsTable(
  visit: Visit,
  requests: LoggedRequest[],
  { empty, sort }: { empty: Markup; sort: string },
): Markup {
  const now = visit.ctx.now();
  return table({
    label: say("Requests"),
    isDense: true,
    rows: requests,
    empty,
    sorted: { url: visit.url, by: sort },
    columns: [
      { title: say("Request"), kind: "main", cell: (row) => requestCell(visit, row) },
      { title: say("Response"), cell: responseCell },
      {
        title: say("Sent by"),
        cell: ({ client }) =>
          html`<bdi class="one-line" title="${authorName(client)}">${authorName(client)}</bdi>`,
      },
      { title: say("Took"), kind: "number", cell: ({ durationMs }) => say("{ms} ms", { ms: durationMs }) },
      { title: say("When"), sorts: CREATED, cell: ({ at: moment }) => ago(moment, now) },
      {
        title: say("Request id"),
        cell: ({ requestId }) =>
          clipped("id", html`<bdi title="${requestId}"><code>${requestId}</code></bdi>`),
      },
    ],
  });
}

/** What was asked for: the name of the operation, and its path with the store's id, and with names for other ids. */
function requestCell(visit: Visit, { method, route, ignoredFields }: LoggedRequest): Markup {
  const title = visit.titleOf(method, route);
  const parts = route.replace(":storeId", visit.store.storeId).split("/");
  const whole = parts.map((part) => (part.startsWith(":") ? `{${part.slice(1)}}` : part)).join("/");
  const shown = parts.map(
    (part, i) =>
      html`${i > 0 && html`/<wbr>`}${part.startsWith(":") ? html`<var>{${part.slice(1)}}</var>` : part}`,
  );
  const path = html`<bdi class="route" title="${`${method} ${whole}`}"><span>${method}</span> <span class="path"><bdi>${shown}</bdi></span></bdi>`;
  const ignored =
    ignoredFields &&
    html`<small>${say("Ignored: {fields}", { fields: html`<code>${ignoredFields.join(", ")}</code>` })}</small>`;
  return html`<div class="one-line request">${title && html`<bdi class="request-title" lang="en" title="${title}">${title}</bdi> `}${path}${ignored}</div>`;
}

/** How it ended, and for an error its code and its cause. */
function responseCell({ status, code }: LoggedRequest): Markup {
  const { cause } = (code !== undefined && PROBLEM_CODES[code as keyof typeof PROBLEM_CODES]) || {};
  const words = cause === undefined ? undefined : sentenceText(cause);
  return html`<div class="one-line response" ${attributes({ title: words })}>${httpStatusBadge(status)}${code && html`<small><code>${breakable(code)}</code></small>`}${words && html`<small>${words}</small>`}</div>`;
}

const SENT_BY: Record<string, Label> = {
  clients: say("What programs send with the secret of an API client appears here."),
  people: say("What people change in the console appears here."),
  shoppers: say("What shoppers do on the store's shopper page appears here."),
  all: say("What programs send, and what people change, appears here."),
};

function nothing(sender: string, isFiltered: boolean, hasMore: boolean): Markup {
  if (hasMore)
    return emptyState(
      say("None here"),
      say("Older requests have not been compared yet: go to the next page."),
    );
  if (isFiltered)
    return emptyState(say("No such request"), say("Requests are listed a second after their response."));
  return emptyState(say("No requests yet"), SENT_BY[sender] ?? "");
}

/** Returns the status of a response with the colour of its class. */
function httpStatusBadge(status: number): Markup {
  if (status >= 500) return badge(String(status), "bad");
  if (status >= 400) return badge(String(status), "warn");
  return badge(String(status), status >= 200 && status < 300 ? "good" : "neutral");
}
