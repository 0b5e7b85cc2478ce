import type { Delivery, Webhook } from "../../../features/webhooks/schema.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { badge, type Tone } from "../components/badge.ts";
import { emptyState } from "../components/empty-state.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import type { Visit } from "../page.ts";

export const STATES = [
  { value: "pending", title: "Waiting" },
  { value: "delivered", title: "Delivered" },
  { value: "discarded", title: "Given up" },
];
/** What the id of an event is of. */
const OBJECT_WORDS: Record<Webhook["topic"], string> = {
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
): Markup {
  const now = visit.ctx.now();
  const base = `${visit.base}/developer/webhooks${at`/${id}`}/deliveries`;
  return table({
    label: "Deliveries",
    isDense: true,
    rows: deliveries,
    empty: emptyState("No deliveries", "Each event stands here, with the receiver's answers."),
    columns: [
      {
        title: OBJECT_WORDS[topic],
        kind: "main",
        cell: ({ deliveryId, returnId, sequence }) =>
          html`<a href="${base + at`/${deliveryId}`}"><code>${returnId}</code></a><small>event ${sequence}</small>`,
      },
      { title: "Type", cell: ({ type }) => type },
      { title: "State", cell: deliveryBadge },
      { title: "Last answer", cell: ({ attempts }) => lastAnswer(attempts.at(-1)) },
      { title: "Attempts", kind: "number", cell: ({ attempts }) => attempts.length },
      { title: "Happened", cell: ({ at }) => ago(at, now) },
    ],
  });
}

function lastAnswer(attempt: Delivery["attempts"][number] | undefined): Markup | string {
  if (!attempt) return html`<span class="optional">none yet</span>`;
  if (attempt.status === null) return attempt.error ?? "no response";
  return html`${attempt.status}<small>${attempt.durationMs} ms</small>`;
}
