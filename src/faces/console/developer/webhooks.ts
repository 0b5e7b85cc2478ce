import type { Webhook, WebhookHealth } from "../../../features/webhooks/schema.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { badge } from "../components/badge.ts";
import { linkButton } from "../components/button.ts";
import { countText } from "../components/count.ts";
import { emptyState } from "../components/empty-state.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { TOPIC_WORDS } from "./webhook-form.ts";

const PATH = "/developer/webhooks";
/** Of more webhooks the health is on their own pages. */
const MAX_WITH_HEALTH = 50;
/** Counts end there. */
const MAX_COUNTED = 10_000;

type Row = { webhook: Webhook; health: WebhookHealth | undefined };

/** Developer: the store's webhooks and how each of them does. */
export const webhooksPage: ConsolePage = {
  path: PATH,
  needs: "webhooks_read",
  show: async (visit) => {
    const { webhooks } = await visit.api.get<{ webhooks: Webhook[] }>(
      at`/stores/${visit.store.storeId}/webhooks`,
    );
    const rows = await Promise.all(
      webhooks.map(async (webhook, i) => {
        return { webhook, health: i < MAX_WITH_HEALTH ? await healthOf(visit, webhook.id) : undefined };
      }),
    );
    return webhooksView(visit, rows);
  },
};

/** Returns a webhook's health. */
export async function healthOf({ api }: Visit, webhookId: string): Promise<WebhookHealth> {
  return (await api.get<{ health: WebhookHealth }>(at`/webhooks/${webhookId}/health`)).health;
}

/** Returns what people need to see first of a webhook's health. */
export function healthBadge(
  { enabled, pending, oldestPendingAt, discarded, failingSince }: WebhookHealth,
  now: Date,
): Markup {
  if (!enabled) return badge("Disabled", "neutral");
  if (discarded > 0 || failingSince !== null) return badge("Failing", "bad");
  const waitsMs = oldestPendingAt === null ? 0 : now.getTime() - Date.parse(oldestPendingAt);
  if (pending > 0 && waitsMs > 60_000) return badge("Behind", "warn");
  return badge("Healthy", "good");
}

/** Returns a count that ends at 10,000. */
export function counted(count: number): string {
  return countText({ count, isAtLeast: count >= MAX_COUNTED });
}

function webhooksView(visit: Visit, rows: Row[]): View {
  const now = visit.ctx.now();
  const add = visit.can("webhooks_write")
    ? linkButton("Add webhook", `${visit.base}${PATH}/new`, "primary")
    : undefined;
  const body = table({
    label: "Webhooks",
    rows,
    empty: emptyState(
      "No webhooks yet",
      "A webhook posts each change of a return, each withdrawal or each mail to a program of yours, signed, in order, and again until it arrives.",
      add,
    ),
    columns: [
      {
        title: "URL",
        kind: "main",
        cell: ({ webhook }) =>
          html`<a href="${visit.base + PATH + at`/${webhook.id}`}"><bdi>${webhook.callback.url}</bdi></a><small><code>${
            webhook.externalId ?? webhook.id
          }</code></small>`,
      },
      { title: "Topic", cell: ({ webhook }) => TOPIC_WORDS[webhook.topic].title },
      { title: "State", cell: ({ health }) => health && healthBadge(health, now) },
      {
        title: "Waiting",
        kind: "number",
        cell: ({ health }) => health && counted(health.pending),
      },
      { title: "Delivered, 24 h", kind: "number", cell: ({ health }) => health && counted(health.delivered) },
      { title: "Given up, 24 h", kind: "number", cell: ({ health }) => health && counted(health.discarded) },
      { title: "Added", cell: ({ webhook }) => ago(webhook.createdAt, now) },
    ],
  });
  return {
    title: "Webhooks",
    lead: "Changes of returns, withdrawals and mails, posted to your programs as they happen.",
    actions: rows.length > 0 ? add : undefined,
    body,
  };
}
