import type { JobFailure, StoreQueue } from "../../../features/activity/jobs/schema.ts";
import { invalid } from "../../../lib/problem.ts";
import type { Form } from "../../pages/form.ts";
import { at, type Content, html, type Label, type Markup } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { badge } from "../components/badge.ts";
import { countText, hundredths } from "../components/count.ts";
import { emptyState } from "../components/empty-state.ts";
import { polledPart } from "../components/polled-part.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import type { ConsolePage, Redirect, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";

type Kind = StoreQueue["kind"];

const KINDS: Record<Kind, { title: Label; text: Label; path: string }> = {
  events: { title: say("Events"), text: say("Bulk requests to record"), path: "/events" },
  deliveries: { title: say("Webhook deliveries"), text: say("Changes to send"), path: "/developer/webhooks" },
  backfills: {
    title: say("Backfills"),
    text: say("Returns to send to a new webhook"),
    path: "/developer/webhooks",
  },
  replays: { title: say("Replays"), text: say("Changes to send again"), path: "/developer/webhooks" },
  exports: { title: say("Exports"), text: say("Files to write"), path: "/exports" },
  imports: { title: say("Imports"), text: say("Files of stock to read"), path: "/inventory/import" },
  orderImports: { title: say("Order imports"), text: say("Files of orders to read"), path: "/order-imports" },
  erasures: { title: say("Erasures"), text: say("Customers to erase"), path: "/customers" },
  merges: { title: say("Merges"), text: say("Merged customers to move"), path: "/customers" },
};

/** What is given up is retried by the operation of its kind. */
const RETRIES: Partial<Record<Kind, (visit: Visit, id: string) => string>> = {
  exports: ({ store }, id) => at`/stores/${store.storeId}/asn-exports/${id}/retry`,
  imports: ({ store }, id) => at`/stores/${store.storeId}/inventory-imports/${id}/resume`,
  orderImports: ({ store }, id) => at`/stores/${store.storeId}/order-imports/${id}/resume`,
};

/** What the service still has to do for the store, how fast it is done, and what has failed. */
export const jobsPage: ConsolePage = {
  path: "/jobs",
  needs: "store_read",
  menuNeeds: "store_write",
  show: async (visit) => {
    const path = at`/stores/${visit.store.storeId}/jobs`;
    const [{ queues }, { failures }] = await Promise.all([
      visit.api.get<{ queues: StoreQueue[] }>(path),
      visit.api.get<{ failures: JobFailure[] }>(`${path}/failures`),
    ]);
    const isBusy = queues.some(({ waiting, failing }) => waiting > failing) || failures.some(isRetried);
    return {
      title: say("Jobs"),
      isBusy,
      lead: say(
        "What the service still has to do for the store. What fails is tried again by itself, a few times or until it is done.",
      ),
      body: polledPart(
        visit,
        "jobs",
        html`${queuesTable(visit, queues)}${failuresPart(visit, failures)}`,
        isBusy,
      ),
    };
  },
  acts: { retry: { needs: "store_write", run: retry } },
};

async function retry(visit: Visit, input: Form): Promise<Redirect> {
  const kind = input.get("kind");
  const path = Object.hasOwn(RETRIES, kind) ? RETRIES[kind as Kind]?.(visit, input.get("id")) : undefined;
  if (path === undefined) throw invalid({ detail: "This is tried again by itself." });
  await visit.api.post(path);
  return { to: "/jobs", notice: say("It is tried again.") };
}

function isRetried({ isGivenUp }: JobFailure): boolean {
  return !isGivenUp;
}

function queuesTable(visit: Visit, queues: StoreQueue[]): Markup {
  const now = visit.ctx.now();
  return table({
    label: say("Background work"),
    rows: queues,
    empty: emptyState(say("Nothing to do"), say("Work in the background appears here.")),
    columns: [
      { title: say("Work"), kind: "main", cell: ({ kind }) => titleOf(visit, kind) },
      {
        title: say("Waiting"),
        kind: "number",
        cell: (queue) => countText({ ...queue, count: queue.waiting }),
      },
      { title: say("Oldest"), cell: ({ oldest }) => (oldest === null ? "" : ago(oldest, now)) },
      { title: say("Done per minute"), kind: "number", cell: ({ perMinute }) => rateText(perMinute) },
      { title: say("State"), cell: stateOfQueue },
    ],
  });
}

function rateText(perMinute: number): Content {
  return perMinute === 0 ? html`<span class="optional">0</span>` : hundredths(perMinute);
}

function titleOf(visit: Visit, kind: Kind): Content {
  const { title, text, path } = KINDS[kind];
  const name = visit.offers(path) ? html`<a href="${visit.base + path}">${title}</a>` : title;
  return html`${name}<small>${text}</small>`;
}

function stateOfQueue({ waiting, failing, kind }: StoreQueue): Content {
  if (failing > 0)
    return badge(say(RETRIES[kind] ? "{number} failed" : "{number} failing", { number: failing }), "bad");
  return waiting > 0 ? badge(say("At work"), "info") : badge(say("Done"), "good");
}

function failuresPart(visit: Visit, failures: JobFailure[]): Markup | undefined {
  if (failures.length === 0) return undefined;
  const now = visit.ctx.now();
  const listed = table({
    label: say("Failures"),
    rows: failures,
    empty: html``,
    columns: [
      {
        title: say("Work"),
        kind: "main",
        cell: ({ kind, id }) => html`${KINDS[kind].title}<small><code>${id}</code></small>`,
      },
      { title: say("Since"), cell: ({ since }) => ago(since, now) },
      { title: say("Reason"), cell: ({ reason }) => reason ?? say("Not known; the service's log has it.") },
      {
        title: say("Next"),
        cell: ({ isGivenUp }) =>
          isGivenUp ? badge(say("Given up"), "bad") : badge(say("Tried again by itself"), "warn"),
      },
      { title: say("Actions"), kind: "actions", cell: (failure) => retryButton(visit, failure) },
    ],
  });
  return html`<h2 class="section-title">${say("Failures")}</h2>${listed}`;
}

function retryButton(visit: Visit, { kind, id, isGivenUp }: JobFailure): Markup | undefined {
  if (!isGivenUp || !RETRIES[kind] || !visit.can("store_write")) return undefined;
  return actButton(visit, { act: "retry", text: say("Retry"), hidden: { kind, id } });
}
