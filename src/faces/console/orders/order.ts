import type { Order } from "../../../features/orders/schema.ts";
import type { ReturnPreview } from "../../../features/returns/create/preview-schema.ts";
import type { Return, ReturnOrder } from "../../../features/returns/schema.ts";
import type { Store } from "../../../features/stores/schema.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { linkButton } from "../components/button.ts";
import { emptyState } from "../components/empty-state.ts";
import { filterOf } from "../components/filters.ts";
import { livePart } from "../components/live-part.ts";
import { amount } from "../components/money.ts";
import { pager } from "../components/pager.ts";
import { table } from "../components/table.ts";
import { productCell } from "../components/thumb.ts";
import { ago } from "../components/time.ts";
import type { ConsolePage, Visit } from "../page.ts";
import { returnsTable } from "../returns/returns-table.ts";
import { say } from "../texts/texts.ts";
import { orderBeside } from "./beside.ts";
import { fulfillmentsPart } from "./fulfillments.ts";

/** Of an order's lines that a page shows. */
const MAX_SHOWN = 100;

/** One order: lines, fulfillments, returns. */
export const orderPage: ConsolePage = {
  path: "/orders/:orderId",
  section: "/orders",
  needs: "orders_read",
  show: async (visit) => {
    const { api, base, url, store } = visit;
    const { orderId = "" } = visit.params;
    const path = at`/stores/${store.storeId}`;
    const query = new URLSearchParams({ order: orderId });
    const [order, settings, { body, next }, { lines }] = await Promise.all([
      api.get<Order>(path + at`/orders/${orderId}`),
      api.get<Store>(path),
      api.list<{ orders: ReturnOrder[]; returns: Return[] }>(`${path}/returns?${query}`, {
        cursor: filterOf(url, "after"),
      }),
      api.post<ReturnPreview>(`${path}/returns/preview`, { data: { externalOrderId: orderId } }),
    ]);
    const currency = order.currencyCode ?? settings.currency;
    const isReturnable = lines.some(({ returnable }) => returnable > 0);
    const create =
      visit.offers("/returns/new") && isReturnable
        ? linkButton(say("Create return"), `${base}/returns/new${at`?order=${order.orderId}`}`, "primary")
        : undefined;
    const returns =
      body.returns.length > 0
        ? returnsTable(visit, body.returns, { isFiltered: true, isOfOne: true, orders: body.orders })
        : noReturns();
    const live = html`<section>${linesTable(visit, order, lines, currency)}</section>
      <section><h2 class="section-title">${say("Returns")}</h2>${returns}${pager(url, next)}</section>
      <section><h2 class="section-title">${say("Fulfillments")}</h2>${fulfillmentsPart(order, visit.ctx.now())}</section>`;
    return {
      title: order.orderName ?? order.orderId,
      lead: html`${say("Ordered {moment}", { moment: ago(order.createdAt, visit.ctx.now()) })}`,
      parents: [{ title: say("Orders"), path: "/orders" }],
      actions: create,
      body: html`<div class="main-and-side">${livePart(visit, "order", html`<div class="stack">${live}</div>`)}
        <div class="stack">${orderBeside(visit, order, currency)}</div></div>`,
    };
  },
};

function noReturns(): Markup {
  return emptyState(say("No returns"), say("Nothing of this order was sent back."));
}

function linesTable(
  visit: Visit,
  { lineItems }: Order,
  lines: ReturnPreview["lines"],
  currency: string,
): Markup {
  const returnable = new Map(lines.map((line) => [line.lineItemId, line.returnable]));
  const rows = lineItems.slice(0, MAX_SHOWN);
  const more = lineItems.length - rows.length;
  const list = table({
    label: say("Lines"),
    rows,
    empty: emptyState(say("No lines"), say("This order has no lines.")),
    columns: [
      {
        title: say("Item"),
        kind: "main",
        cell: ({ title, sku, imageUrl }) =>
          productCell(
            visit,
            { name: title, imageUrl },
            html`<bdi>${title}</bdi>${sku && html`<small><bdi>${sku}</bdi></small>`}`,
          ),
      },
      { title: say("Units"), kind: "number", cell: ({ quantity }) => quantity },
      { title: say("Returnable"), kind: "number", cell: ({ id }) => returnable.get(id) ?? 0 },
      { title: say("Price"), kind: "number", cell: ({ price }) => amount(price, currency) },
      { title: say("Discount"), kind: "number", cell: ({ discount }) => amount(discount, currency) },
    ],
  });
  return html`${list}${more > 0 && html`<p class="help">${say("and {count} more line | and {count} more lines", { count: more })}</p>`}`;
}
