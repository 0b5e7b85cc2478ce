import type { LoggedRequest } from "../../../features/activity/requests/schema.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { badge } from "../components/badge.ts";
import { emptyState } from "../components/empty-state.ts";
import { type Filter, filterOf, filters } from "../components/filters.ts";
import { pager } from "../components/pager.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import type { ConsolePage } from "../page.ts";

const FILTERS: readonly Filter[] = [
  { name: "requestId", label: "Request id", type: "search" },
  {
    name: "status",
    label: "Status",
    type: "select",
    options: [
      { value: "2xx", title: "2xx, done" },
      { value: "4xx", title: "4xx, refused" },
      { value: "5xx", title: "5xx, failed" },
      ...["400", "401", "403", "404", "409", "429"].map((value) => ({ value, title: value })),
    ],
  },
  { name: "client", label: "API client", type: "search" },
];

/** What programs have sent with the store's secrets, and how it ended. */
export const requestsPage: ConsolePage = {
  path: "/developer/requests",
  needs: "store_read",
  show: async (visit) => {
    const { url } = visit;
    const query = new URLSearchParams();
    for (const { name } of FILTERS) {
      const value = filterOf(url, name);
      if (value !== undefined) query.set(name, name === "requestId" ? value.toLowerCase() : value);
    }
    const { body, next } = await visit.api.list<{ requests: LoggedRequest[] }>(
      `${at`/stores/${visit.store.storeId}/requests`}?${query}`,
      { cursor: filterOf(url, "after") },
    );
    const now = visit.ctx.now();
    return {
      title: "Request log",
      lead: "What programs have sent with the store's secrets in the last days, without bodies.",
      body: html`${filters(url, FILTERS)}${table({
        label: "Requests",
        rows: body.requests,
        empty: nothing(query.size > 0, next !== undefined),
        columns: [
          {
            title: "Request",
            kind: "main",
            cell: ({ method, route, requestId, ignoredFields }) =>
              html`<span class="route">${method} ${route}</span><small><code>${requestId}</code></small>${
                ignoredFields && html`<small>Ignored: <code>${ignoredFields.join(", ")}</code></small>`
              }`,
          },
          { title: "Status", cell: (row) => statusCell(row) },
          { title: "API client", cell: ({ client }) => html`<bdi>${client}</bdi>` },
          { title: "Took", kind: "number", cell: ({ durationMs }) => `${durationMs} ms` },
          { title: "When", cell: ({ at: moment }) => ago(moment, now) },
        ],
      })}${pager(url, next)}`,
    };
  },
};

function statusCell({ status, code }: LoggedRequest): Markup {
  return html`${httpStatusBadge(status)}${code && html`<small><code>${code}</code></small>`}`;
}

function nothing(isFiltered: boolean, hasMore: boolean): Markup {
  if (hasMore)
    return emptyState("None here", "Older requests have not been compared yet: go to the next page.");
  if (isFiltered) return emptyState("No such request", "Requests are listed a second after their response.");
  return emptyState("No requests yet", "What programs send with the secret of an API client appears here.");
}

/** Returns the status of a response with the colour of its class. */
function httpStatusBadge(status: number): Markup {
  if (status >= 500) return badge(String(status), "bad");
  if (status >= 400) return badge(String(status), "warn");
  return badge(String(status), status >= 200 && status < 300 ? "good" : "neutral");
}
