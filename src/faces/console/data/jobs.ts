import type { JobFailure, StoreQueue } from "../../../features/activity/jobs/schema.ts";
import { invalid } from "../../../lib/problem.ts";
import type { Form } from "../../pages/form.ts";
import { at, type Content, html, type Markup } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { badge } from "../components/badge.ts";
import { countText, numberText } from "../components/count.ts";
import { emptyState } from "../components/empty-state.ts";
import { polledPart } from "../components/polled-part.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import type { ConsolePage, Redirect, Visit } from "../page.ts";

type Kind = StoreQueue["kind"];

const KINDS: Record<Kind, { title: string; text: string; path: string }> = {
  events: { title: "Events", text: "Bulk requests to record", path: "/events" },
  deliveries: { title: "Webhook deliveries", text: "Changes to send", path: "/developer/webhooks" },
  backfills: { title: "Backfills", text: "Returns to send to a new webhook", path: "/developer/webhooks" },
  replays: { title: "Replays", text: "Changes to send again", path: "/developer/webhooks" },
  exports: { title: "Exports", text: "Files to write", path: "/exports" },
  imports: { title: "Imports", text: "Files of stock to read", path: "/inventory/import" },
  orderImports: { title: "Order imports", text: "Files of orders to read", path: "/order-imports" },
  erasures: { title: "Erasures", text: "Customers to erase", path: "/customers" },
  merges: { title: "Merges", text: "Merged customers to move", path: "/customers" },
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
      title: "Jobs",
      isBusy,
      lead: "What the service still has to do for the store. What fails is tried again by itself, a few times or until it is done.",
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
  return { to: "/jobs", notice: "It is tried again." };
}

function isRetried({ isGivenUp }: JobFailure): boolean {
  return !isGivenUp;
}

function queuesTable(visit: Visit, queues: StoreQueue[]): Markup {
  const now = visit.ctx.now();
  return table({
    label: "Background work",
    rows: queues,
    empty: emptyState("Nothing to do", "Work in the background appears here."),
    columns: [
      { title: "Work", kind: "main", cell: ({ kind }) => titleOf(visit, kind) },
      { title: "Waiting", kind: "number", cell: (queue) => countText({ ...queue, count: queue.waiting }) },
      { title: "Oldest", cell: ({ oldest }) => (oldest === null ? "" : ago(oldest, now)) },
      { title: "Done per minute", kind: "number", cell: ({ perMinute }) => rateText(perMinute) },
      { title: "State", cell: stateOfQueue },
    ],
  });
}

const RATE = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

function rateText(perMinute: number): Content {
  return perMinute === 0 ? html`<span class="optional">0</span>` : RATE.format(perMinute);
}

function titleOf(visit: Visit, kind: Kind): Content {
  const { title, text, path } = KINDS[kind];
  const name = visit.offers(path) ? html`<a href="${visit.base + path}">${title}</a>` : title;
  return html`${name}<small>${text}</small>`;
}

function stateOfQueue({ waiting, failing, kind }: StoreQueue): Content {
  if (failing > 0) return badge(`${numberText(failing)} ${RETRIES[kind] ? "failed" : "failing"}`, "bad");
  return waiting > 0 ? badge("At work", "info") : badge("Done", "good");
}

function failuresPart(visit: Visit, failures: JobFailure[]): Markup | undefined {
  if (failures.length === 0) return undefined;
  const now = visit.ctx.now();
  const listed = table({
    label: "Failures",
    rows: failures,
    empty: html``,
    columns: [
      {
        title: "Work",
        kind: "main",
        cell: ({ kind, id }) => html`${KINDS[kind].title}<small><code>${id}</code></small>`,
      },
      { title: "Since", cell: ({ since }) => ago(since, now) },
      { title: "Reason", cell: ({ reason }) => reason ?? "Not known; the service's log has it." },
      {
        title: "Next",
        cell: ({ isGivenUp }) =>
          isGivenUp ? badge("Given up", "bad") : badge("Tried again by itself", "warn"),
      },
      { title: "Actions", kind: "actions", cell: (failure) => retryButton(visit, failure) },
    ],
  });
  return html`<h2 class="section-title">Failures</h2>${listed}`;
}

function retryButton(visit: Visit, { kind, id, isGivenUp }: JobFailure): Markup | undefined {
  if (!isGivenUp || !RETRIES[kind] || !visit.can("store_write")) return undefined;
  return actButton(visit, { act: "retry", text: "Retry", hidden: { kind, id } });
}
