import type { Order } from "../../../features/orders/schema.ts";
import type { Store } from "../../../features/stores/schema.ts";
import type { Listed } from "../../pages/api.ts";
import { at, html, type Markup, type PerReader } from "../../pages/html.ts";
import { emptyState } from "../components/empty-state.ts";
import { type Filter, filtered, filterOf, filters, queryOf } from "../components/filters.ts";
import { livePart } from "../components/live-part.ts";
import { amount } from "../components/money.ts";
import { BY_CREATION, type Counted, CREATED, orderIn, totalOf } from "../components/order.ts";
import { pager } from "../components/pager.ts";
import { table } from "../components/table.ts";
import { productCell } from "../components/thumb.ts";
import { ago } from "../components/time.ts";
import { viewActs, viewTabs } from "../components/view-tabs.ts";
import type { ConsolePage, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";

const FILTERS: Filter[] = [
  { name: "order", label: say("Order"), type: "text" },
  { name: "email", label: say("E-mail"), type: "text" },
  { name: "customer_id", label: say("Customer id"), type: "text" },
  { name: "sku", label: say("SKU"), type: "text" },
  { name: "created_at_min", label: say("Created from"), type: "date" },
  { name: "created_at_max", label: say("Created until"), type: "date" },
];

const VIEWS = { path: "/orders", needs: "orders_write" } as const;

type Page = { orders: Order[] } & Counted;

/** The store's orders. */
export const ordersPage: ConsolePage = {
  path: "/orders",
  needs: "orders_read",
  show: async (visit, state) => {
    const { url, store, api } = visit;
    const path = at`/stores/${store.storeId}`;
    const query = queryOf(
      visit,
      FILTERS.map(({ name }) => name),
    );
    const { value: sort = "", order } = orderIn(url, BY_CREATION) ?? {};
    query.set("sort", sort);
    query.set("include", "count");
    const cursor = filterOf(url, "after");
    const empty: Listed<Page> = { body: { orders: [] }, next: undefined };
    const [{ found, faults }, { currency }, tabs] = await Promise.all([
      filtered(() => api.list<Page>(`${path}/orders?${query}`, { cursor }), empty),
      api.get<Store>(path),
      viewTabs(visit, VIEWS, state),
    ]);
    const { orders } = found.body;
    const rows = ordersTable(visit, orders, { storeCurrency: currency, sort });
    const shown = { rows: orders.length, of: totalOf(found.body), order };
    const start = html`<a class="button" href="${visit.base}/order-imports">${say("Import a file")}</a>`;
    return {
      title: say("Orders"),
      actions: visit.offers("/order-imports") ? start : undefined,
      body: html`${tabs}${filters(url, FILTERS, { faults, sorts: BY_CREATION })}
        ${livePart(visit, "rows", html`${rows}${pager(url, found.next, shown)}`)}`,
    };
  },
  acts: viewActs(VIEWS),
};

function ordersTable(
  visit: Visit,
  orders: Order[],
  { storeCurrency, sort }: { storeCurrency: string; sort: string },
): Markup {
  const { base, ctx, url } = visit;
  const isFiltered = url.searchParams.size > 0;
  return table({
    sorted: { url, by: sort },
    ...{ label: say("Orders"), isDense: true },
    rows: orders,
    empty: isFiltered
      ? emptyState(say("No orders match"), say("Nothing has these properties at the moment."))
      : emptyState(
          say("No orders yet"),
          say("The shop sends them by an API client, or they are imported from a file."),
        ),
    columns: [
      {
        title: say("Order"),
        kind: "main",
        cell: ({ orderId, orderName }) =>
          html`<a href="${base + at`/orders/${orderId}`}"><bdi>${orderName ?? orderId}</bdi></a>`,
      },
      { title: say("Customer"), cell: customerCell },
      {
        title: say("Items"),
        cell: ({ lineItems }) => {
          const [first] = lineItems;
          const more = lineItems.length > 1 && ` +${lineItems.length - 1}`;
          const words = html`${units(lineItems)}<small class="clip"><bdi>${first?.title ?? ""}</bdi>${more}</small>`;
          return productCell(visit, first && { name: first.title, imageUrl: first.imageUrl }, words);
        },
      },
      { title: say("Fulfilled"), cell: fulfilledCell },
      {
        title: say("Total"),
        kind: "number",
        cell: ({ totalPrice, currencyCode }) => amount(totalPrice, currencyCode ?? storeCurrency),
      },
      { title: say("Created"), sorts: CREATED, cell: ({ createdAt }) => ago(createdAt, ctx.now()) },
    ],
  });
}

function customerCell({ customer }: Order): Markup {
  const name = nameOf(customer);
  if (name) return html`<bdi>${name}</bdi>`;
  return html`<span class="optional">${say("no name")}</span>`;
}

/** Returns what an order calls its customer; empty if it says nothing. */
export function nameOf(customer: Order["customer"]): string {
  const { name, firstName, lastName, email } = customer ?? {};
  return name || [firstName, lastName].filter(Boolean).join(" ") || email || "";
}

function units(lines: Order["lineItems"]): PerReader {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return say("{count} unit | {count} units", { count });
}

function fulfilledCell({ lineItems, fulfillments }: Order): Markup {
  const ordered = lineItems.reduce((sum, { quantity }) => sum + quantity, 0);
  const sent = fulfillments
    .flatMap(({ lineItems }) => lineItems)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  return sent === 0
    ? html`<span class="optional">${say("not yet")}</span>`
    : html`${say("{sent} of {ordered}", { sent, ordered })}`;
}
