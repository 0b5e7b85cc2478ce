import type { StoreRetention } from "../../../features/activity/retention/schema.ts";
import { DAY_MS } from "../../../lib/duration.ts";
import { at, type Content, html } from "../../pages/html.ts";
import { card, details } from "../components/card.ts";
import { number } from "../components/count.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import type { ConsolePage } from "../page.ts";
import { type Plain, say } from "../texts/texts.ts";

const KINDS: Record<StoreRetention["kind"], { title: Plain; text: Plain }> = {
  idempotencyKeys: { title: "Idempotency keys", text: "The first response to each request with a key" },
  events: {
    title: "Custom events",
    text: "What customers did; an event that is sent again still counts once",
  },
  eventRejections: { title: "Rejected events", text: "Elements of bulk requests that were not valid" },
  storefrontEvents: { title: "Storefront events", text: "What visitors did; ids and times stay" },
  webhookDeliveries: { title: "Webhook deliveries", text: "Made or given up, with each attempt" },
  changes: { title: "Change feed", text: "Numbers, types and ids of changes" },
  requests: { title: "Request log", text: "Method, route, status and client" },
  levelHistory: { title: "Changes of stock", text: "The counts before and after, and who changed them" },
  inventoryImports: {
    title: "Imports of stock",
    text: "Files imported in the background, with errors of lines",
  },
  orderImports: {
    title: "Imports of orders",
    text: "Files imported in the background, with errors of lines",
  },
  asnExports: { title: "Exports", text: "Files of the ASN report" },
  mails: { title: "Mails", text: "Sent or failed, with the answer of the mail server" },
};

/** Settings: for how long rows are kept, and which were removed last. */
export const retentionPage: ConsolePage = {
  path: "/settings/retention",
  needs: "store_read",
  menuNeeds: "store_write",
  show: async (visit) => {
    const path = at`/stores/${visit.store.storeId}/retention`;
    const { retention } = await visit.api.get<{ retention: StoreRetention[] }>(path);
    const now = visit.ctx.now();
    const listed = table({
      label: say("Retention"),
      rows: retention,
      empty: html``,
      columns: [
        {
          title: say("What"),
          kind: "main",
          cell: ({ kind }) => html`${say(KINDS[kind].title)}<small>${say(KINDS[kind].text)}</small>`,
        },
        { title: say("Kept for"), cell: ({ keptForSeconds }) => durationText(keptForSeconds) },
        { title: say("Removed last"), cell: (row) => lastRun(row, now) },
        { title: say("Setting"), cell: ({ setting }) => html`<code class="setting">${setting}</code>` },
      ],
    });
    const kept = details([
      [say("Orders and returns"), say("as long as the store")],
      [say("Customers"), say("as long as the store, or until they are erased")],
      [say("Stock"), say("as long as the store")],
      [say("Sessions of people"), say("12 hours without a request, 7 days at most")],
    ]);
    return {
      title: say("Retention"),
      lead: say(
        "What is older is removed once a day. The times are settings of the service, read at its start, and hold for all of its stores.",
      ),
      body: html`<div class="sections">${listed}${card(kept, { title: say("Not removed by age") })}</div>`,
    };
  },
};

function durationText(seconds: number | null): Content {
  if (seconds === null) return say("Forever");
  const days = (seconds * 1_000) / DAY_MS;
  return Number.isInteger(days)
    ? say("{count} day | {count} days", { count: days })
    : say("{count} hour | {count} hours", { count: Math.round(seconds / 3_600) });
}

function lastRun({ keptForSeconds, lastRun: run }: StoreRetention, now: Date): Content {
  if (!run) return html`<span class="optional">${keptForSeconds === null ? "–" : say("Not yet")}</span>`;
  return html`${number(run.removed)}<small>${ago(run.endedAt, now)}</small>`;
}
