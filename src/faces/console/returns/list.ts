import type { ReturnQueue } from "../../../features/returns/bulk/schema.ts";
import type { Return } from "../../../features/returns/schema.ts";
import { STATUSES } from "../../../features/returns/status.ts";
import { UNSENT } from "../../pages/form.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { linkButton } from "../components/button.ts";
import { type Filter, filtered, filterOf, filters, queryOf } from "../components/filters.ts";
import { livePart } from "../components/live-part.ts";
import { pager } from "../components/pager.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { bulkActs, changeSelected, questionOf, selectionIn } from "./bulk.ts";
import { queueCards, queueTitle } from "./queues.ts";
import { returnsTable } from "./returns-table.ts";
import { STATUS_WORDS } from "./statuses.ts";

const FILTERS: Filter[] = [
  {
    ...{ name: "status", label: "Status", type: "select" },
    options: STATUSES.map((value) => ({ value, title: STATUS_WORDS[value].title })),
  },
  { name: "order", label: "Order", type: "text" },
  { name: "email", label: "E-mail", type: "text" },
  { name: "tracking_number", label: "Tracking number", type: "text" },
  { name: "sku", label: "SKU", type: "text" },
  { name: "reason", label: "Reason", type: "text" },
  {
    ...{ name: "without_reason", label: "Without a reason", type: "select" },
    options: [{ value: "true", title: "Only these" }],
  },
  { name: "created_at_min", label: "Created from", type: "date" },
  { name: "created_at_max", label: "Created until", type: "date" },
];

/** The store's returns: queues, and a list with filters. */
export const returnsPage: ConsolePage = {
  path: "/returns",
  needs: "returns_read",
  show: async (visit, state) => {
    if (!state.faults.some(({ pointer }) => pointer === "/reason")) return listView(visit);
    const selection = selectionIn({ get: (name) => state.value(name) ?? "", all: state.all });
    return listView(visit, { question: await questionOf(visit, selection, state) });
  },
  acts: {
    change: {
      needs: "returns_write",
      run: async (visit, form) => {
        const question =
          form.get("confirmed") === "yes" ? undefined : await questionOf(visit, selectionIn(form), UNSENT);
        if (question) return listView(visit, { question });
        const { notice, alert } = await changeSelected(visit, form);
        if (alert !== undefined) return listView(visit, { alert });
        const { pathname, search } = visit.url;
        return { to: pathname.slice(visit.base.length) + search, notice };
      },
    },
  },
};

/** The returns that a list shows, as a file. */
export const returnsFilePage: ConsolePage = {
  path: "/returns.csv",
  section: "/returns",
  needs: "returns_read",
  show: async (visit) => {
    const query = queryFor(visit.url, queueOf(visit.url, await queuesOf(visit)));
    return visit.api.fetch(`${at`/stores/${visit.store.storeId}/returns.csv`}?${query}`);
  },
};

/** What an act says above the list, or asks. */
type After = { alert?: string; question?: Markup | undefined };

async function listView(visit: Visit, { alert, question }: After = {}): Promise<View> {
  const { url, base, store, api } = visit;
  const queues = await queuesOf(visit);
  const queue = queueOf(url, queues);
  const query = queryFor(url, queue);
  const { found, faults } = await filtered(
    () =>
      api.list<{ returns: Return[] }>(`${at`/stores/${store.storeId}/returns`}?${query}`, {
        cursor: filterOf(url, "after"),
      }),
    { body: { returns: [] }, next: undefined },
  );
  const { body, next } = found;
  const shown = queue ? FILTERS.filter(({ name }) => name !== "status") : FILTERS;
  const isFiltered = url.searchParams.size > 0;
  const csv = new URLSearchParams(url.searchParams);
  csv.delete("after");
  const rows = returnsTable(visit, body.returns, {
    isFiltered,
    canSelect: visit.can("returns_write"),
    hasNext: next !== undefined,
  });
  return {
    title: queueTitle(queue) ?? "Returns",
    ...(queue && { parents: [{ title: "Returns", path: "/returns" }] }),
    alert,
    actions: html`<a class="button plain" href="${`${base}/returns.csv?${csv}`}" hx-boost="false" download>Download CSV</a>${
      visit.offers("/returns/new") && linkButton("Create return", `${base}/returns/new`, "primary")
    }`,
    body: html`${question}${livePart(visit, "queues", queueCards(visit, queues, queue?.name))}
      ${filters(url, shown, { faults, keep: ["queue"] })}
      ${livePart(visit, "rows", html`${bulkActs(visit, body.returns, rows)}${pager(url, next)}`)}`,
  };
}

async function queuesOf({ api, store }: Visit): Promise<ReturnQueue[]> {
  return (await api.get<{ queues: ReturnQueue[] }>(at`/stores/${store.storeId}/returns/queues`)).queues;
}

function queueOf(url: URL, queues: ReturnQueue[]): ReturnQueue | undefined {
  const name = filterOf(url, "queue");
  return queues.find((queue) => queue.name === name);
}

function queryFor(url: URL, queue: ReturnQueue | undefined): URLSearchParams {
  const query = queryOf(
    url,
    FILTERS.map(({ name }) => name),
  );
  // A reason is compared as it was given, with the spaces around it.
  const reason = url.searchParams.get("reason");
  if (reason) query.set("reason", reason);
  for (const [name, value] of new URLSearchParams(queue?.query)) query.set(name, value);
  return query;
}
