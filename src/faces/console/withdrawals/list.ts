import type { Store } from "../../../features/stores/schema.ts";
import type { Withdrawal } from "../../../features/withdrawals/schema.ts";
import type { Listed } from "../../pages/api.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { badge } from "../components/badge.ts";
import { emptyState } from "../components/empty-state.ts";
import { type Filter, filtered, filterOf, filters, queryOf } from "../components/filters.ts";
import { BY_CREATION, type Counted, CREATED, orderIn, totalOf } from "../components/order.ts";
import { pager } from "../components/pager.ts";
import { table } from "../components/table.ts";
import { ago, waitingSince } from "../components/time.ts";
import { viewActs, viewTabs } from "../components/view-tabs.ts";
import type { ConsolePage } from "../page.ts";
import { say } from "../texts/texts.ts";

const YES_OR_NO = [
  { value: "true", title: say("Yes") },
  { value: "false", title: say("No") },
];
const FILTERS: readonly Filter[] = [
  { name: "late", label: say("Late"), type: "select", options: YES_OR_NO },
  { name: "unmatched", label: say("Not matched"), type: "select", options: YES_OR_NO },
  { name: "order", label: say("Order"), type: "search" },
  { name: "created_at_min", label: say("From"), type: "date" },
  { name: "created_at_max", label: say("Until"), type: "date" },
];

const VIEWS = { path: "/withdrawals", needs: "returns_write" } as const;

/** The queue of withdrawals: what has made no return needs a decision. */
export const withdrawalsPage: ConsolePage = {
  path: "/withdrawals",
  needs: "returns_read",
  show: async (visit, state) => {
    const { api, base, ctx, store, url } = visit;
    const query = queryOf(
      visit,
      FILTERS.map(({ name }) => name),
    );
    const isFiltered = query.size > 0;
    // What waits for a decision is done in the order in which it came.
    const isQueue = query.get("late") === "true" || query.get("unmatched") === "true";
    const { value: sort = "", order } =
      orderIn(url, BY_CREATION, isQueue ? "created_at" : "-created_at") ?? {};
    query.set("sort", sort);
    query.set("include", "count");
    const path = at`/stores/${store.storeId}`;
    const [{ found, faults }, { waiting: limits }, tabs] = await Promise.all([
      filtered<Listed<{ withdrawals: Withdrawal[] } & Counted>>(
        () => api.list(`${path}/withdrawals?${query}`, { cursor: filterOf(url, "after") }),
        { body: { withdrawals: [] }, next: undefined },
      ),
      api.get<Store>(path),
      viewTabs(visit, VIEWS, state),
    ]);
    const now = ctx.now();
    const rows = table({
      label: say("Withdrawals"),
      isDense: true,
      rows: found.body.withdrawals,
      sorted: { url, by: sort },
      empty: isFiltered
        ? emptyState(say("No withdrawals match"), say("Nothing has these properties at the moment."))
        : emptyState(
            say("No withdrawals"),
            say("Consumers withdraw at the store's page, or by an API client."),
          ),
      columns: [
        {
          title: say("Withdrawal"),
          kind: "main",
          cell: ({ id, number }) =>
            html`<a href="${base + at`/withdrawals/${id}`}">${say("No. {number}", { number })}</a>`,
        },
        { title: say("Order"), cell: ({ order }) => html`<bdi>${order}</bdi>` },
        { title: say("Name"), cell: ({ name }) => html`<bdi>${name === "" ? say("Erased") : name}</bdi>` },
        { title: say("State"), cell: stateOf },
        {
          ...{ title: say("Received#withdrawal"), sorts: CREATED },
          cell: (row) =>
            isWaiting(row) ? waitingSince(row.createdAt, now, limits) : ago(row.createdAt, now),
        },
      ],
    });
    return {
      title: say("Withdrawals"),
      lead: say(
        "Statements by which consumers withdraw from a contract. None is refused; what is late, or names no known order or item, is for you to decide.",
      ),
      body: html`${tabs}${filters(url, FILTERS, { faults, sorts: BY_CREATION })}${rows}${pager(
        url,
        found.next,
        {
          ...{ rows: found.body.withdrawals.length, of: totalOf(found.body), order },
        },
      )}`,
    };
  },
  acts: viewActs(VIEWS),
};

/** Whether a person has to decide. */
function isWaiting({ returnId, erasedAt }: Withdrawal): boolean {
  return erasedAt === null && returnId === null;
}

/** Returns what staff have to know first. */
export function stateOf(withdrawal: Withdrawal): Markup {
  const { late, identified, returnId, orderId } = withdrawal;
  if (orderId === null) return badge(say("Order not known"), "warn");
  if (!identified) return badge(say("Sender not known"), "warn");
  if (late) return badge(say("Late"), "bad");
  if (returnId === null) return badge(say("Nothing to return"), "warn");
  return restOf(withdrawal).length > 0 || (withdrawal.unitsInOtherReturns ?? 0) > 0
    ? badge(say("Partly matched"), "warn")
    : badge(say("Return created"), "good");
}

/** Returns the units that were stated and are not in the return. */
export function restOf({ items }: Withdrawal) {
  return (items ?? []).flatMap(({ lineItemId, quantity, inReturn = quantity }) =>
    inReturn < quantity ? { lineItemId, quantity: quantity - inReturn } : [],
  );
}
