import type { Order } from "../../../features/orders/schema.ts";
import type { Return } from "../../../features/returns/schema.ts";
import { at, html } from "../../pages/html.ts";
import { reasonText } from "../components/api-words.ts";
import { objectLink } from "../components/object-link.ts";
import { type Product, productCell } from "../components/thumb.ts";
import type { Entry } from "../components/timeline.ts";
import { dataOf, type Event, worthOf } from "../data/event-values.ts";
import type { Visit } from "../page.ts";
import { compensationText } from "../returns/compensation.ts";
import { statusBadge } from "../returns/statuses.ts";
import { say } from "../texts/texts.ts";

/** An entry of a customer's timeline, as the API returns it. */
export type TimelineEntry = { id: string; at: string } & (
  | { type: "event"; data: Event }
  | { type: "order"; data: Order | null }
  | { type: "return"; data: Return | null }
);

/** Returns an entry of a customer's timeline; `products` are those of returns, by the id of the return. */
export function entryOf(visit: Visit, entry: TimelineEntry, products: Map<string, Product>): Entry {
  if (entry.type === "event") return eventEntry(entry.at, entry.data);
  if (entry.type === "order") return orderEntry(visit, entry.at, entry.data);
  return returnEntry(visit, entry, products);
}

function eventEntry(moment: string, event: Event): Entry {
  const { eventName, value } = event;
  const worth = value !== undefined && html` · ${worthOf(event)}`;
  return {
    at: moment,
    title: html`<bdi>${eventName}</bdi>${worth}`,
    ...(event.data && { body: dataOf(event) }),
  };
}

function orderEntry(visit: Visit, moment: string, order: Order | null): Entry {
  if (!order) return { at: moment, tone: "good", title: say("Order") };
  const [first, ...rest] = order.lineItems;
  const words = html`<bdi>${first?.title ?? ""}</bdi>${rest.length > 0 && html` ${say("and {count} more", { count: rest.length })}`}`;
  return {
    ...{ at: moment, tone: "good" },
    title: html`<strong>${say("Order {order}", { order: objectLink(visit, "order", order.orderId, order.orderName ?? order.orderId) })}</strong>`,
    body: productCell(visit, first && { name: first.title, imageUrl: first.imageUrl }, words),
  };
}

function returnEntry(
  visit: Visit,
  { at: moment, data: shown }: Extract<TimelineEntry, { type: "return" }>,
  products: Map<string, Product>,
): Entry {
  if (!shown) return { at: moment, tone: "warn", title: say("Return") };
  const link = html`<a href="${visit.base + at`/returns/${shown.id}`}">${say("Return of {order}", { order: html`<bdi>${shown.order.name}</bdi>` })}</a>`;
  const words = html`<bdi>${reasonText(shown.items[0]?.reason ?? "")}</bdi> · ${compensationText(shown)}`;
  return {
    at: moment,
    tone: "warn",
    title: html`<strong>${link}</strong> ${statusBadge(shown.status)}`,
    body: productCell(visit, products.get(shown.id), words, { isNamed: false }),
  };
}
