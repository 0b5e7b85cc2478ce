import type { Fulfillment } from "../../../features/orders/fulfillment-schema.ts";
import type { Order } from "../../../features/orders/schema.ts";
import { type Content, html, type Markup } from "../../pages/html.ts";
import type { Tone } from "../components/badge.ts";
import { badge } from "../components/badge.ts";
import { card, details } from "../components/card.ts";
import { emptyState } from "../components/empty-state.ts";
import { ago } from "../components/time.ts";

/** Of the tracking events of a fulfillment that a page shows, the latest. */
const MAX_EVENTS = 20;

type Status = Fulfillment["trackingHistory"][number]["status"];
const TONES: Partial<Record<Status, Tone>> = {
  delivered: "good",
  error: "bad",
  failure: "bad",
  return_to_sender: "bad",
  expired: "bad",
  cancelled: "warn",
};

/** Returns an order's fulfillments, each with where its parcel was. */
export function fulfillmentsPart({ fulfillments }: Order, now: Date): Markup {
  if (fulfillments.length === 0)
    return emptyState("Not fulfilled yet", "Parcels appear here once they are sent.");
  return html`<div class="stack">${fulfillments.map((each) => fulfillmentCard(each, now))}</div>`;
}

function fulfillmentCard(given: Fulfillment, now: Date): Markup {
  const { lineItems, trackingCompany, trackingNumber, trackingHistory, deliveredAt, createdAt } = given;
  const rows: [string, Content][] = [
    ["Sent", ago(createdAt, now)],
    ["Delivered", deliveredAt && ago(deliveredAt, now)],
    ["Carrier", trackingCompany && html`<bdi>${trackingCompany}</bdi>`],
    ["Tracking", trackingNumber && html`<bdi>${trackingNumber}</bdi>`],
    [
      "Contents",
      lineItems.map(
        ({ quantity, title }) => html`<span class="line">${quantity} × <bdi>${title}</bdi></span>`,
      ),
    ],
  ];
  const events = trackingHistory.slice(-MAX_EVENTS).toReversed();
  const history = events.map(
    ({ status, message, datetime, location }) => html`<li class="${TONES[status] ?? "info"}">
      <p class="timeline-head"><span><bdi>${message}</bdi></span>${badge(statusText(status), TONES[status] ?? "info")}
      ${ago(datetime, now)}<bdi>${[location?.city, location?.country].filter(Boolean).join(", ")}</bdi></p></li>`,
  );
  return card(
    html`<div class="stack">${details(rows.filter(([, value]) => value))}${
      history.length > 0 && html`<ol class="timeline">${history}</ol>`
    }</div>`,
  );
}

/** Carriers' words as the console's: "out_for_delivery" is "Out for delivery". */
function statusText(status: Status): string {
  return status.charAt(0).toUpperCase() + status.slice(1).replaceAll("_", " ");
}
