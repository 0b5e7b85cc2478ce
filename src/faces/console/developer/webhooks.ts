import type { Webhook, WebhookHealth } from "../../../features/webhooks/schema.ts";
import { DAY_MS } from "../../../lib/duration.ts";
import { at, type Content, html, type Markup, type PerReader } from "../../pages/html.ts";
import { badge } from "../components/badge.ts";
import { linkButton } from "../components/button.ts";
import { countLink, countText } from "../components/count.ts";
import { emptyState } from "../components/empty-state.ts";
import { shownUrl, urlText } from "../components/shown-url.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { TOPIC_WORDS } from "./webhook-form.ts";

const PATH = "/developer/webhooks";
/** Of more webhooks the health is on their own pages. */
const MAX_WITH_HEALTH = 50;
const MINUTE_MS = 60_000;
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

/** Returns a webhook's health; `?per=hour` adds its hours. */
export async function healthOf({ api }: Visit, webhookId: string, query = ""): Promise<WebhookHealth> {
  return (await api.get<{ health: WebhookHealth }>(at`/webhooks/${webhookId}/health` + query)).health;
}

/** Returns what people need to see first of a webhook's health. */
export function healthBadge(
  { enabled, pending, oldestPendingAt, discarded, failingSince }: WebhookHealth,
  now: Date,
): Markup {
  if (!enabled) return badge(say("Disabled"), "neutral");
  if (discarded > 0 || failingSince !== null) return badge(say("Failing"), "bad");
  const waitsMs = oldestPendingAt === null ? 0 : now.getTime() - Date.parse(oldestPendingAt);
  if (pending > 0 && waitsMs > 60_000) return badge(say("Behind"), "warn");
  return badge(say("Healthy"), "good");
}

function stateCell(health: WebhookHealth, now: Date): Markup {
  const words = healthSentence(health, now);
  return html`<div class="one-line health">${healthBadge(health, now)}${words && html` <small>${words}</small>`}</div>`;
}

/** Returns the same in words: since when, and what comes next; nothing of a webhook for which nothing waits. */
function healthSentence(health: WebhookHealth, now: Date): Content {
  const { enabled, disabledAt, failingSince, nextAttemptAt, oldestPendingAt, pending } = health;
  if (!enabled)
    return disabledAt !== null && say("since {when}; events wait", { when: ago(disabledAt, now) });
  const next = nextAttemptAt !== null && say("next attempt {when}", { when: soon(nextAttemptAt, now) });
  if (failingSince !== null)
    return html`${say("since {when}", { when: ago(failingSince, now) })}${next && html`; ${next}`}`;
  if (pending === 0) return undefined;
  const oldest =
    oldestPendingAt &&
    say("oldest of {number}: {when}", { number: counted(pending), when: ago(oldestPendingAt, now) });
  return html`${oldest && html`${oldest}; `}${next}`;
}

/** Returns when something is done that has a time, which may have come. */
export function soon(moment: string, now: Date): Content {
  const waitMs = Date.parse(moment) - now.getTime();
  if (waitMs <= 0) return say("due now");
  return waitMs < MINUTE_MS ? say("in less than a minute") : ago(moment, now);
}

/** Returns a count that ends at 10,000. */
function counted(count: number): PerReader {
  return countText({ count, isAtLeast: count >= MAX_COUNTED });
}

/** The numbers of a webhook's health, and what each counts. */
const NUMBERS = [
  {
    name: "pending",
    title: say("Waiting"),
    counts: say("Events that are not delivered yet and will be tried again, of any age"),
  },
  {
    name: "delivered",
    title: say("Delivered, 24 h"),
    counts: say("Events of the last 24 hours that were received"),
  },
  {
    name: "discarded",
    title: say("Given up, 24 h"),
    counts: say("Events of the last 24 hours that were given up"),
  },
] as const;

/** Returns one of them as a link to the deliveries that it counts. */
export function deliveriesLink(
  { base, ctx }: Visit,
  name: (typeof NUMBERS)[number]["name"],
  { id, health }: { id: string; health: WebhookHealth },
): Content {
  const since = new Date(ctx.now().getTime() - DAY_MS).toISOString();
  const query = new URLSearchParams({ status: name, ...(name !== "pending" && { since }) });
  const count = health[name];
  const { counts } = NUMBERS.find((each) => each.name === name) ?? {};
  return countLink(
    { count, isAtLeast: count >= MAX_COUNTED },
    `${base + PATH + at`/${id}`}?${query}`,
    counts,
  );
}

function webhooksView(visit: Visit, rows: Row[]): View {
  const now = visit.ctx.now();
  const add = visit.can("webhooks_write")
    ? linkButton(say("Add webhook"), `${visit.base}${PATH}/new`, "primary")
    : undefined;
  const body = table({
    label: say("Webhooks"),
    isDense: true,
    rows,
    empty: emptyState(
      say("No webhooks yet"),
      say(
        "A webhook posts each change of a return, each withdrawal or each mail to a program of yours, signed, in order, and again until it arrives.",
      ),
      add,
    ),
    columns: [
      {
        title: say("URL"),
        kind: "main",
        cell: ({ webhook }) =>
          html`<a class="one-line address" title="${shownUrl(webhook.callback.url)}" href="${visit.base + PATH + at`/${webhook.id}`}">${urlText(webhook.callback.url)}</a>`,
      },
      { title: say("Topic"), cell: ({ webhook }) => say(TOPIC_WORDS[webhook.topic].title) },
      {
        title: say("State"),
        cell: ({ health }) => health && stateCell(health, now),
      },
      ...NUMBERS.map(({ name, title, counts }) => ({
        ...{ title, counts, kind: "number" as const },
        cell: ({ webhook: { id }, health }: Row) => health && deliveriesLink(visit, name, { id, health }),
      })),
      { title: say("Added"), cell: ({ webhook }) => ago(webhook.createdAt, now) },
    ],
  });
  return {
    title: say("Webhooks"),
    lead: say("Changes of returns, withdrawals and mails, posted to your programs as they happen."),
    actions: rows.length > 0 ? add : undefined,
    body,
  };
}
