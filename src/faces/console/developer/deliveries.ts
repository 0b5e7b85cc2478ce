import type { Delivery, Webhook } from "../../../features/webhooks/schema.ts";
import { at, type Content, html, type Markup } from "../../pages/html.ts";
import { badge, type Tone } from "../components/badge.ts";
import { emptyState } from "../components/empty-state.ts";
import { byTime, CREATED } from "../components/order.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import type { Visit } from "../page.ts";
import { type Plain, say } from "../texts/texts.ts";

export const STATES = [
  { value: "pending", title: say("Waiting") },
  { value: "delivered", title: say("Delivered#event") },
  { value: "discarded", title: say("Given up") },
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

/** Returns a page of a webhook's deliveries. */
export function deliveriesTable(
  visit: Visit,
  { id, topic }: Pick<Webhook, "id" | "topic">,
  deliveries: Delivery[],
  sort: string,
): Markup {
  const now = visit.ctx.now();
  const base = `${visit.base}/developer/webhooks${at`/${id}`}/deliveries`;
  return table({
    label: say("Deliveries"),
    isDense: true,
    rows: deliveries,
    sorted: { url: visit.url, by: sort },
    empty: emptyState(say("No deliveries"), say("Each event stands here, with the receiver's answers.")),
    columns: [
      {
        title: say(OBJECT_WORDS[topic]),
        kind: "main",
        cell: ({ deliveryId, returnId, sequence }) =>
          html`<a href="${base + at`/${deliveryId}`}"><code>${returnId}</code></a><small>${say("event {number}", { number: sequence })}</small>`,
      },
      { title: say("Type"), cell: ({ type }) => html`<code>${type}</code>` },
      { title: say("State"), cell: deliveryBadge },
      { title: say("Last answer"), cell: ({ attempts }) => lastAnswer(attempts.at(-1)) },
      { title: say("Attempts"), kind: "number", cell: ({ attempts }) => attempts.length },
      { title: say("Happened"), sorts: CREATED, cell: ({ at }) => ago(at, now) },
    ],
  });
}

function lastAnswer(attempt: Delivery["attempts"][number] | undefined): Content {
  if (!attempt) return html`<span class="optional">${say("none yet")}</span>`;
  if (attempt.status === null) return attempt.error ? html`<bdi>${attempt.error}</bdi>` : say("no response");
  return html`${attempt.status}<small>${say("{ms} ms", { ms: attempt.durationMs })}</small>`;
}
