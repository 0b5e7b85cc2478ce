import type { Delivery, Webhook } from "../../../features/webhooks/schema.ts";
import { at, type Content, html, type Markup } from "../../pages/html.ts";
import { badge, type Tone } from "../components/badge.ts";
import { emptyState } from "../components/empty-state.ts";
import { type Filter, WITHIN } from "../components/filters.ts";
import { byTime, CREATED } from "../components/order.ts";
import { shownUrl, urlText } from "../components/shown-url.ts";
import { type Column, table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import { sentenceText } from "../fault-words.ts";
import type { Visit } from "../page.ts";
import { type Plain, say } from "../texts/texts.ts";

const STATES = [
  { value: "pending", title: say("Waiting") },
  { value: "delivered", title: say("Delivered#event") },
  { value: "discarded", title: say("Given up") },
];
export const FILTERS: readonly Filter[] = [
  { name: "status", label: say("State"), type: "select", options: STATES },
  ...WITHIN,
];
export const SORTS = byTime("created_at");
/** What the id of an event is of. */
const OBJECT_WORDS: Record<Webhook["topic"], Plain> = {
  return: "Return",
  withdrawal: "Withdrawal",
  mail: "Mail",
};
const TONES: Record<Delivery["status"], Tone> = { pending: "info", delivered: "good", discarded: "bad" };

/** Returns the state of a delivery as people read it. */
export function deliveryBadge({ status }: Delivery): Markup {
  return badge(STATES.find(({ value }) => value === status)?.title ?? status, TONES[status]);
}

/** A delivery, and the webhook whose it is. */
export type ListedDelivery = { delivery: Delivery; webhook: Webhook };

/** The webhook whose deliveries are listed, and their order. */
type OfOne = { webhook: Webhook; sort: string };

/** Returns a page of deliveries: of one webhook, whose topic says what they are of, or of all. */
export function deliveriesTable(visit: Visit, rows: ListedDelivery[], of?: OfOne): Markup {
  const now = visit.ctx.now();
  const addressOf = ({ id }: Webhook) => `${visit.base}/developer/webhooks${at`/${id}`}`;
  const ofWebhook: Column<ListedDelivery> = {
    title: say("URL"),
    cell: ({ webhook }) =>
      html`<a class="one-line address" title="${shownUrl(webhook.callback.url)}" href="${addressOf(webhook)}">${urlText(webhook.callback.url)}</a>`,
  };
  return table({
    label: say("Deliveries"),
    isDense: true,
    rows,
    ...(of && { sorted: { url: visit.url, by: of.sort } }),
    empty: emptyState(say("No deliveries"), say("Each event stands here, with the receiver's answers.")),
    columns: [
      {
        title: say(of ? OBJECT_WORDS[of.webhook.topic] : "Event"),
        kind: "main",
        cell: ({ webhook, delivery: { deliveryId, returnId, sequence } }) =>
          html`<a href="${addressOf(webhook) + at`/deliveries/${deliveryId}`}"><code>${returnId}</code></a><small>${say("event {number}", { number: sequence })}</small>`,
      },
      ...(of ? [] : [ofWebhook]),
      { title: say("Type"), cell: ({ delivery }) => html`<code>${delivery.type}</code>` },
      { title: say("State"), cell: ({ delivery }) => deliveryBadge(delivery) },
      { title: say("Last answer"), cell: ({ delivery }) => lastAnswer(delivery.attempts.at(-1)) },
      { title: say("Attempts"), kind: "number", cell: ({ delivery }) => delivery.attempts.length },
      { title: say("Happened"), sorts: CREATED, cell: ({ delivery }) => ago(delivery.at, now) },
    ],
  });
}

function lastAnswer(attempt: Delivery["attempts"][number] | undefined): Content {
  if (!attempt) return html`<span class="optional">${say("none yet")}</span>`;
  if (attempt.status === null)
    return attempt.error ? html`<bdi>${sentenceText(attempt.error)}</bdi>` : say("no response");
  return html`${attempt.status}<small>${say("{ms} ms", { ms: attempt.durationMs })}</small>`;
}
