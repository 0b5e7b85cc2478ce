import type { Return, ReturnOrder } from "../../../features/returns/schema.ts";
import { parseDateTime } from "../../../lib/date-time.ts";
import { isDay } from "../../../lib/local-days.ts";
import { type Content, html, type Label, type Markup } from "../../pages/html.ts";
import { address, countryText } from "../components/address.ts";
import { breakable } from "../components/breakable.ts";
import { card, details } from "../components/card.ts";
import { money } from "../components/money.ts";
import { objectLink } from "../components/object-link.ts";
import { personName } from "../components/person-name.ts";
import { ago, calendarDay } from "../components/time.ts";
import type { Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { moneyCards } from "./money-cards.ts";

/** Returns what stands beside a return's items: who returns, the money, the label, addresses. */
export function besidePart(visit: Visit, shown: Return, order: ReturnOrder): Markup {
  return html`${customerCard(visit, shown)}${moneyCards(shown, order)}${labelCard(visit, shown)}`;
}

function customerCard(visit: Visit, { source, order, externalOrderIds }: Return): Markup {
  const { emailAddress, phoneNumber, mailingAddress } = source;
  const find = `${visit.base}/customers?q=${encodeURIComponent(emailAddress)}`;
  const name = personName(source);
  const rows: [Label, Content][] = [
    [say("Name"), visit.offers("/customers") && emailAddress ? html`<a href="${find}">${name}</a>` : name],
    [say("E-mail"), emailAddress && breakable(emailAddress)],
    [say("Phone"), phoneNumber && html`<bdi>${phoneNumber}</bdi>`],
    [say("Address"), address(linesOf(mailingAddress))],
    [say("Order"), objectLink(visit, "order", externalOrderIds[0] ?? order.id, order.name)],
  ];
  return card(details(rows.filter(([, value]) => value)), { title: say("Customer") });
}

/** Nothing more is sent of these. */
const ENDED: readonly Return["status"][] = ["complete", "rejected", "deleted"];

function labelCard(
  { ctx }: Visit,
  { shipments, destination, dropoffs, giftCards, tags, status }: Return,
): Markup {
  const now = ctx.now();
  const parcels = shipments.map(
    ({ carrier, tracker, trackingUrl, postageLabel, formLabel, deliveredAt, estimatedDeliveryDate }) => {
      const number = tracker || say("without number");
      const rows: [Label, Content][] = [
        [say("Tracking"), trackingUrl ? externalLink(trackingUrl, number) : html`<bdi>${number}</bdi>`],
        [say("Carrier"), carrier && html`<bdi>${carrier}</bdi>`],
        [say("Label"), postageLabel && externalLink(postageLabel, say("Open the label"))],
        [say("Form"), formLabel && externalLink(formLabel, say("Open the form"))],
        [say("Expected"), estimatedDeliveryDate && moment(estimatedDeliveryDate, now)],
        [say("Delivered#parcel"), deliveredAt && moment(deliveredAt, now)],
      ];
      return details(rows.filter(([, value]) => value));
    },
  );
  const more: [Label, Content][] = [
    [say("Goes to"), address(linesOf(destination.mailingAddress))],
    [
      say("Dropped off"),
      dropoffs.length > 0 && html`<bdi>${dropoffs.map(({ provider }) => provider ?? "").join(", ")}</bdi>`,
    ],
    [say("Gift cards"), giftCards.length > 0 && giftCards.map(({ amount }) => html`${money(amount)} `)],
    [
      say("Tags"),
      tags.length > 0 &&
        html`<span class="tags">${tags.map(({ name }) => html`<bdi class="tag">${name}</bdi>`)}</span>`,
    ],
  ];
  const label =
    parcels.length > 0
      ? parcels
      : html`<p class="help">${say(ENDED.includes(status) ? "There is no label." : "There is no label yet.")}</p>`;
  return card(html`<div class="stack">${label}${details(more.filter(([, value]) => value))}</div>`, {
    title: say("Label"),
  });
}

/** A carrier's day or time in the form of all others; what is neither stays as it came. */
function moment(text: string, now: Date): Content {
  if (isDay(text)) return calendarDay(text);
  const instant = parseDateTime(text);
  return instant ? ago(instant.toISOString(), now) : html`<bdi>${text}</bdi>`;
}

function linesOf({ line1, line2, city, state, postalCode, country }: Return["source"]["mailingAddress"]) {
  const place = [[city, state].filter(Boolean).join(", "), postalCode].filter(Boolean).join(" ");
  return [line1, line2, place, country && countryText(country)];
}

/** Returns a link to another host, in a tab of its own; a text that is no such address stays a text. */
function externalLink(url: string, text: Label = url): Markup {
  if (!/^https?:\/\//i.test(url)) return html`<bdi>${text}</bdi>`;
  return html`<a href="${url}" target="_blank" rel="noopener noreferrer"><bdi>${text}</bdi></a>`;
}
