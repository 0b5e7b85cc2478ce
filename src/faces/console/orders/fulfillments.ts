import type { Fulfillment } from "../../../features/orders/fulfillment-schema.ts";
import type { Order } from "../../../features/orders/schema.ts";
import { type Content, html, type Label, type Markup } from "../../pages/html.ts";
import type { Tone } from "../components/badge.ts";
import { badge } from "../components/badge.ts";
import { card, details } from "../components/card.ts";
import { emptyState } from "../components/empty-state.ts";
import { ago } from "../components/time.ts";
import { type Plain, say } from "../texts/texts.ts";

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

const TITLES: Record<Status, Plain> = {
  pre_transit: "before transit",
  in_transit: "in transit",
  out_for_delivery: "out for delivery",
  delivered: "delivered",
  return_to_sender: "return to sender",
  failure: "failure",
  unknown: "unknown",
  available_for_pickup: "available for pickup",
  cancelled: "cancelled",
  error: "error",
  expired: "expired",
};

/** Returns an order's fulfillments, each with where its parcel was. */
export function fulfillmentsPart({ fulfillments }: Order, now: Date): Markup {
  if (fulfillments.length === 0)
    return emptyState(say("Not fulfilled yet"), say("Parcels appear here once they are sent."));
  return html`<div class="stack">${fulfillments.map((each) => fulfillmentCard(each, now))}</div>`;
}

function fulfillmentCard(given: Fulfillment, now: Date): Markup {
  const { lineItems, trackingCompany, trackingNumber, trackingHistory, deliveredAt, createdAt } = given;
  const rows: [Label, Content][] = [
    [say("Sent"), ago(createdAt, now)],
    [say("Delivered#parcel"), deliveredAt && ago(deliveredAt, now)],
    [say("Carrier"), trackingCompany && html`<bdi>${trackingCompany}</bdi>`],
    [say("Tracking"), trackingNumber && html`<bdi>${trackingNumber}</bdi>`],
    [
      say("Contents"),
      lineItems.map(
        ({ quantity, title }) => html`<span class="line">${quantity} × <bdi>${title}</bdi></span>`,
      ),
    ],
  ];
  const events = trackingHistory.slice(-MAX_EVENTS).toReversed();
  const history = events.map(
    ({ status, message, datetime, location }) => html`<li class="${TONES[status] ?? "info"}">
      <p class="timeline-head"><span><bdi>${message}</bdi></span>${badge(say(TITLES[status]), TONES[status] ?? "info")}
      ${ago(datetime, now)}<bdi>${[location?.city, location?.country].filter(Boolean).join(", ")}</bdi></p></li>`,
  );
  return card(
    html`<div class="stack">${details(rows.filter(([, value]) => value))}${
      history.length > 0 && html`<ol class="timeline">${history}</ol>`
    }</div>`,
  );
}
