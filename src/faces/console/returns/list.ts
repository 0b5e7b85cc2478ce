import type { ReturnQueue } from "../../../features/returns/bulk/schema.ts";
import type { Return } from "../../../features/returns/schema.ts";
import { STATUSES, type Status } from "../../../features/returns/status.ts";
import { type Form, UNSENT } from "../../pages/form.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { linkButton } from "../components/button.ts";
import { countText } from "../components/count.ts";
import { type Filter, filtered, filterOf, filters, queryOf } from "../components/filters.ts";
import { livePart } from "../components/live-part.ts";
import { pager } from "../components/pager.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { bulkActs, changeSelected, questionOf, selectionIn } from "./bulk.ts";
import { queueCards, queueTitle } from "./queues.ts";
import { returnsTable } from "./returns-table.ts";
import { ACCEPTED, STATUS_WORDS } from "./statuses.ts";
import { undoChange } from "./undo-form.ts";

const FILTERS: Filter[] = [
  {
    ...{ name: "status", label: "Status", type: "select" },
    options: [
      ...STATUSES.map((value) => ({ value, title: STATUS_WORDS[value].title })),
      { value: ACCEPTED, title: "All but rejected and deleted" },
    ],
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
        const done = await changeSelected(visit, form);
        return done.alert === undefined
          ? { to: `/returns${visit.url.search}`, ...done }
          : listView(visit, done);
      },
    },
    undo: {
      needs: "returns_write",
      run: async (visit, form) => {
        const { notice, alert } = await undoChange(visit, form);
        if (alert !== undefined) return listView(visit, { alert });
        return { to: pathAfterUndo(visit, form), notice };
      },
    },
  },
};

/** One that was undone on its own page, or in warehouse mode, is shown there again. */
function pathAfterUndo({ url }: Visit, form: Form): string {
  if (form.get("back") === "return") return at`/returns/${form.get("id")}`;
  if (form.get("back") === "warehouse") return at`/warehouse/${form.get("id")}`;
  return `/returns${url.search}`;
}

/** The returns that a list shows, as a file. */
export const returnsFilePage: ConsolePage = {
  path: "/returns.csv",
  section: "/returns",
  needs: "returns_read",
  show: async (visit) => {
    const query = queryFor(visit, queueOf(visit.url, await queuesOf(visit)));
    return visit.api.fetch(`${at`/stores/${visit.store.storeId}/returns.csv`}?${query}`);
  },
};

/** What an act says above the list, or asks. */
type After = Pick<View, "alert" | "notice" | "undo"> & { question?: Markup | undefined };

async function listView(visit: Visit, { question, ...after }: After = {}): Promise<View> {
  const { url, base, store, api } = visit;
  const queues = await queuesOf(visit);
  const queue = queueOf(url, queues);
  const query = queryFor(visit, queue);
  // Work is done in the order in which it came; the API lists the newest first.
  const isWhole = queue !== undefined && queue.count <= MAX_ORDERED;
  const { found, faults } = await filtered(
    () =>
      api.list<{ returns: Return[] }>(`${at`/stores/${store.storeId}/returns`}?${query}`, {
        cursor: filterOf(url, "after"),
        ...(isWhole && { size: MAX_ORDERED }),
      }),
    { body: { returns: [] }, next: undefined },
  );
  const { next } = found;
  const returns = isWhole ? found.body.returns.toSorted(byChange) : found.body.returns;
  const shown = queue ? FILTERS.filter(({ name }) => name !== "status") : FILTERS;
  const isFiltered = url.searchParams.size > 0;
  const csv = new URLSearchParams(url.searchParams);
  csv.delete("after");
  const shownNow = shownText(returns.length, { queue, isWhole, next });
  const count = returns.length > 0 && html`<p class="help list-count">${shownNow}</p>`;
  const rows = returnsTable(visit, returns, {
    isFiltered,
    canSelect: visit.can("returns_write"),
    hasNext: next !== undefined,
    isDense: true,
  });
  return {
    title: queueTitle(queue) ?? "Returns",
    ...(queue && { parents: [{ title: "Returns", path: "/returns" }] }),
    ...after,
    actions: html`<a class="button plain" href="${`${base}/returns.csv?${csv}`}" hx-boost="false" download>Download CSV</a>${
      visit.offers("/returns/new") && linkButton("Create return", `${base}/returns/new`, "primary")
    }`,
    body: html`${question}${livePart(visit, "queues", queueCards(visit, queues, queue?.name))}
      ${filters(url, shown, { faults, keep: ["queue"] })}
      ${livePart(visit, "rows", html`${count}${bulkActs(visit, returns, rows)}${pager(url, next)}`)}`,
  };
}

/** A queue of so many is shown whole, the one that waits longest first. */
const MAX_ORDERED = 100;

function byChange(a: Return, b: Return): number {
  return Date.parse(a.updatedAt) - Date.parse(b.updatedAt);
}

type Shown = { queue: ReturnQueue | undefined; isWhole: boolean; next: string | undefined };

/** How many rows are shown, of how many, in which order. */
function shownText(count: number, { queue, isWhole, next }: Shown): string {
  const order = isWhole ? "the one that waits longest first" : "the newest first";
  const returns = `${count} ${count === 1 ? "return" : "returns"}`;
  if (next === undefined) return `${returns}, ${order}.`;
  return queue
    ? `${returns} of ${countText(queue)}, ${order}.`
    : `${returns} shown, ${order}; there are more.`;
}

async function queuesOf({ api, store }: Visit): Promise<ReturnQueue[]> {
  return (await api.get<{ queues: ReturnQueue[] }>(at`/stores/${store.storeId}/returns/queues`)).queues;
}

function queueOf(url: URL, queues: ReturnQueue[]): ReturnQueue | undefined {
  const name = filterOf(url, "queue");
  return queues.find((queue) => queue.name === name);
}

/** Nothing is given for them. */
const REFUSED: readonly Status[] = ["rejected", "deleted"];

function queryFor(visit: Visit, queue: ReturnQueue | undefined): URLSearchParams {
  const { url } = visit;
  const query = queryOf(
    visit,
    FILTERS.map(({ name }) => name),
  );
  // A reason is compared as it was given, with the spaces around it.
  const reason = url.searchParams.get("reason");
  if (reason) query.set("reason", reason);
  if (query.get("status") === ACCEPTED) {
    query.delete("status");
    for (const status of STATUSES) if (!REFUSED.includes(status)) query.append("status", status);
  }
  for (const [name, value] of new URLSearchParams(queue?.query)) query.set(name, value);
  return query;
}
