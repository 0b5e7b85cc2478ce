import type { Order } from "../../../features/orders/schema.ts";
import type { Store } from "../../../features/stores/schema.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { emptyState } from "../components/empty-state.ts";
import { type Filter, filtered, filterOf, filters, queryOf } from "../components/filters.ts";
import { livePart } from "../components/live-part.ts";
import { amount } from "../components/money.ts";
import { pager } from "../components/pager.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import type { ConsolePage, Visit } from "../page.ts";

const FILTERS: Filter[] = [
  { name: "order", label: "Order", type: "text" },
  { name: "email", label: "E-mail", type: "text" },
  { name: "sku", label: "SKU", type: "text" },
  { name: "created_at_min", label: "Created from", type: "date" },
  { name: "created_at_max", label: "Created until", type: "date" },
];

/** The store's orders. */
export const ordersPage: ConsolePage = {
  path: "/orders",
  needs: "orders_read",
  show: async (visit) => {
    const { url, store, api } = visit;
    const path = at`/stores/${store.storeId}`;
    const query = queryOf(
      visit,
      FILTERS.map(({ name }) => name),
    );
    const cursor = filterOf(url, "after");
    const [{ found, faults }, { currency }] = await Promise.all([
      filtered(() => api.list<{ orders: Order[] }>(`${path}/orders?${query}`, { cursor }), {
        body: { orders: [] },
        next: undefined,
      }),
      api.get<Store>(path),
    ]);
    const rows = ordersTable(visit, found.body.orders, currency, url.searchParams.size > 0);
    const start = html`<a class="button" href="${visit.base}/order-imports">Import a file</a>`;
    return {
      title: "Orders",
      actions: visit.offers("/order-imports") ? start : undefined,
      body: html`${filters(url, FILTERS, { faults })}
        ${livePart(visit, "rows", html`${rows}${pager(url, found.next)}`)}`,
    };
  },
};

function ordersTable(
  { base, ctx }: Visit,
  orders: Order[],
  storeCurrency: string,
  isFiltered: boolean,
): Markup {
  return table({
    ...{ label: "Orders", isDense: true },
    rows: orders,
    empty: isFiltered
      ? emptyState("No orders match", "Nothing has these properties at the moment.")
      : emptyState(
          "No orders yet",
          "The shop sends them by an API client, or they are imported from a file.",
        ),
    columns: [
      {
        title: "Order",
        kind: "main",
        cell: ({ orderId }) => html`<a href="${base + at`/orders/${orderId}`}"><bdi>${orderId}</bdi></a>`,
      },
      { title: "Customer", cell: customerCell },
      {
        title: "Items",
        cell: ({ lineItems }) =>
          html`${units(lineItems)}<small class="clip"><bdi>${lineItems[0]?.title ?? ""}</bdi>${
            lineItems.length > 1 && ` +${lineItems.length - 1}`
          }</small>`,
      },
      { title: "Fulfilled", cell: fulfilledCell },
      {
        title: "Total",
        kind: "number",
        cell: ({ totalPrice, currencyCode }) => amount(totalPrice, currencyCode ?? storeCurrency),
      },
      { title: "Created", cell: ({ createdAt }) => ago(createdAt, ctx.now()) },
    ],
  });
}

function customerCell({ customer }: Order): Markup {
  const name = nameOf(customer);
  if (name) return html`<bdi>${name}</bdi>`;
  return html`<span class="optional">no name</span>`;
}

/** Returns what an order calls its customer; empty if it says nothing. */
export function nameOf(customer: Order["customer"]): string {
  const { name, firstName, lastName, email } = customer ?? {};
  return name || [firstName, lastName].filter(Boolean).join(" ") || email || "";
}

function units(lines: Order["lineItems"]): string {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return `${count} ${count === 1 ? "unit" : "units"}`;
}

function fulfilledCell({ lineItems, fulfillments }: Order): Markup {
  const ordered = lineItems.reduce((sum, { quantity }) => sum + quantity, 0);
  const sent = fulfillments
    .flatMap(({ lineItems }) => lineItems)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  return sent === 0 ? html`<span class="optional">not yet</span>` : html`${sent} of ${ordered}`;
}
