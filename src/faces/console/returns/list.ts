import type { ReturnQueue } from "../../../features/returns/bulk/schema.ts";
import type { Return, ReturnOrder } from "../../../features/returns/schema.ts";
import { STATUSES, type Status } from "../../../features/returns/status.ts";
import type { Store } from "../../../features/stores/schema.ts";
import { type Form, type FormState, UNSENT } from "../../pages/form.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { linkButton } from "../components/button.ts";
import { type Filter, filtered, filterOf, filters, queryOf } from "../components/filters.ts";
import { livePart } from "../components/live-part.ts";
import { BY_CREATION, type Counted, orderIn, totalOf } from "../components/order.ts";
import { pager } from "../components/pager.ts";
import { viewActs, viewTabs } from "../components/view-tabs.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { bulkActs, changeSelected, choiceIn, questionOf, selectionIn } from "./bulk.ts";
import { changeAll, MAX_MATCHING, questionOfAll } from "./bulk-all.ts";
import { queueCards, queueTitle } from "./queues.ts";
import { returnsTable } from "./returns-table.ts";
import { ACCEPTED, STATUS_WORDS } from "./statuses.ts";
import { undoChange } from "./undo-form.ts";

const FILTERS: Filter[] = [
  {
    ...{ name: "status", label: say("Status"), type: "select" },
    options: [
      ...STATUSES.map((value) => ({ value, title: say(STATUS_WORDS[value].title) })),
      { value: ACCEPTED, title: say("All but rejected and deleted") },
    ],
  },
  { name: "order", label: say("Order"), type: "text" },
  { name: "email", label: say("E-mail"), type: "text" },
  { name: "customer_id", label: say("Customer id"), type: "text" },
  { name: "tracking_number", label: say("Tracking number"), type: "text" },
  { name: "sku", label: say("SKU"), type: "text" },
  { name: "reason", label: say("Reason"), type: "text" },
  {
    ...{ name: "without_reason", label: say("Without a reason"), type: "select" },
    options: [{ value: "true", title: say("Only these") }],
  },
  { name: "created_at_min", label: say("Created from"), type: "date" },
  { name: "created_at_max", label: say("Created until"), type: "date" },
];

const VIEWS = { path: "/returns", needs: "returns_write" } as const;

/** The store's returns: queues, saved views, and a list with filters. */
export const returnsPage: ConsolePage = {
  path: "/returns",
  needs: "returns_read",
  show: async (visit, state) => {
    if (!state.faults.some(({ pointer }) => pointer === "/reason")) return listView(visit, { state });
    const given = { get: (name: string) => state.value(name) ?? "", all: state.all };
    return listView(visit, { question: await questionFor(visit, given, state) });
  },
  acts: {
    change: {
      needs: "returns_write",
      run: async (visit, form) => {
        const isAsked = form.get("confirmed") !== "yes";
        const question = isAsked ? await questionFor(visit, form, UNSENT) : undefined;
        if (question) return listView(visit, { question });
        if (form.get("all") === "yes") {
          return changeAll(visit, choiceIn(form), await queryOfList(visit), form);
        }
        const { notice, ...done } = await changeSelected(visit, form);
        if (done.alert === undefined) return { to: `/returns${visit.url.search}`, notice, undo: done.undo };
        // The message says it all already, but for what can be undone.
        return listView(visit, done.undo ? { ...done, notice } : done);
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
    ...viewActs(VIEWS),
  },
};

/** One that was undone on its own page, or in warehouse mode, is shown there again. */
function pathAfterUndo({ url }: Visit, form: Form): string {
  if (form.get("back") === "return") return at`/returns/${form.get("id")}`;
  if (form.get("back") === "warehouse") return at`/warehouse/${form.get("id")}`;
  return `/returns${url.search}`;
}

type Given = Pick<Form, "get" | "all">;

/** Returns what is asked before the selected returns, or all that match, are changed; nothing where it needn't be. */
async function questionFor(visit: Visit, given: Given, state: FormState): Promise<Markup | undefined> {
  if (given.get("all") !== "yes") return questionOf(visit, selectionIn(given), state);
  return questionOfAll(visit, choiceIn(given), await queryOfList(visit), state);
}

async function queryOfList(visit: Visit): Promise<URLSearchParams> {
  return queryFor(visit, queueOf(visit.url, await queuesOf(visit)));
}

/** The returns that a list shows, as a file. */
export const returnsFilePage: ConsolePage = {
  path: "/returns.csv",
  section: "/returns",
  needs: "returns_read",
  show: async (visit) => {
    const query = await queryOfList(visit);
    return visit.api.fetch(`${at`/stores/${visit.store.storeId}/returns.csv`}?${query}`);
  },
};

/** What an act says above the list, or asks, and the form that failed. */
type After = Pick<View, "alert" | "notice" | "undo"> & { question?: Markup | undefined; state?: FormState };

/** The orders that an index has; the first one is the usual one. Work is done in the order in which it came. */
const SORTS = [
  ...BY_CREATION,
  { value: "-updated_at", title: say("Changed last"), order: say("the latest change first") },
  { value: "updated_at", title: say("Waiting longest"), order: say("the one that waits longest first") },
];

type Page = { orders: ReturnOrder[]; returns: Return[] } & Counted;

async function listView(visit: Visit, { question, state = UNSENT, ...after }: After = {}): Promise<View> {
  const { url, base, store, api } = visit;
  const queues = await queuesOf(visit);
  const queue = queueOf(url, queues);
  const usual = queue ? "updated_at" : "-created_at";
  const { value: sort = "", order } = orderIn(url, SORTS, usual) ?? {};
  const query = queryFor(visit, queue);
  query.set("sort", sort);
  query.set("include", "count");
  const [{ found, faults }, { waiting: limits }, tabs] = await Promise.all([
    filtered(
      () =>
        api.list<Page>(`${at`/stores/${store.storeId}/returns`}?${query}`, {
          cursor: filterOf(url, "after"),
        }),
      { body: { orders: [], returns: [] }, next: undefined },
    ),
    api.get<Store>(at`/stores/${store.storeId}`),
    viewTabs(visit, VIEWS, state),
  ]);
  const { body, next } = found;
  const { returns, orders } = body;
  const shown = queue ? FILTERS.filter(({ name }) => name !== "status") : FILTERS;
  const csv = new URLSearchParams(url.searchParams);
  csv.delete("after");
  const total = totalOf(body);
  const rows = returnsTable(visit, returns, {
    ...{ orders, isFiltered: url.searchParams.size > 0, canSelect: visit.can("returns_write") },
    ...{ hasNext: next !== undefined, isDense: true, sorted: { url, by: sort }, limits },
  });
  const isMore = next !== undefined || url.searchParams.has("after");
  const canAll = isMore && total && !total.isAtLeast && total.count <= MAX_MATCHING;
  return {
    title: queueTitle(queue) ?? say("Returns"),
    ...(queue && { parents: [{ title: say("Returns"), path: "/returns" }] }),
    ...after,
    actions: html`<a class="button plain" href="${`${base}/returns.csv?${csv}`}" hx-boost="false" download>${say("Download CSV")}</a>${
      visit.offers("/returns/new") && linkButton(say("Create return"), `${base}/returns/new`, "primary")
    }`,
    body: html`${question}${livePart(visit, "queues", queueCards(visit, queues, { chosen: queue?.name, limits }))}${tabs}
      ${filters(url, shown, { faults, keep: ["queue"], sorts: SORTS })}
      ${livePart(
        visit,
        "rows",
        html`${bulkActs(visit, returns, rows, canAll ? total.count : undefined)}${pager(url, next, {
          rows: returns.length,
          of: total,
          order,
        })}`,
      )}`,
  };
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
