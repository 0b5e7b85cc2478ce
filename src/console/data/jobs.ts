import type { StoreQueue } from "../../monitor/jobs/schema.ts";
import { badge } from "../components/badge.ts";
import { countText, numberText } from "../components/count.ts";
import { emptyState } from "../components/empty-state.ts";
import { polledPart } from "../components/polled-part.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import { at, type Content, html } from "../html.ts";
import type { Page, Visit } from "../page.ts";

const KINDS: Record<StoreQueue["kind"], { title: string; text: string; path: string }> = {
  events: { title: "Events", text: "Bulk requests to record", path: "/events" },
  deliveries: { title: "Webhook deliveries", text: "Changes to send", path: "/developer/webhooks" },
  backfills: { title: "Backfills", text: "Returns to send to a new webhook", path: "/developer/webhooks" },
  replays: { title: "Replays", text: "Changes to send again", path: "/developer/webhooks" },
  exports: { title: "Exports", text: "Files to write", path: "/exports" },
  erasures: { title: "Erasures", text: "Customers to erase", path: "/customers" },
};

/** What the service still has to do for the store. */
export const jobsPage: Page = {
  path: "/jobs",
  needs: "store_read",
  show: async (visit) => {
    const { queues } = await visit.api.get<{ queues: StoreQueue[] }>(at`/stores/${visit.store.storeId}/jobs`);
    const now = visit.ctx.now();
    const isBusy = queues.some(({ waiting }) => waiting > 0);
    const listed = table({
      label: "Background work",
      rows: queues,
      empty: emptyState("Nothing to do", "Work in the background appears here."),
      columns: [
        { title: "Work", kind: "main", cell: (queue) => titleOf(visit, queue) },
        { title: "Waiting", kind: "number", cell: (queue) => countText({ ...queue, count: queue.waiting }) },
        { title: "Oldest", cell: ({ oldest }) => (oldest === null ? "" : ago(oldest, now)) },
        { title: "State", cell: stateOfQueue },
      ],
    });
    return {
      title: "Jobs",
      lead: "What the service still has to do for the store. What fails is tried again by itself.",
      body: polledPart(visit, "jobs", listed, isBusy),
    };
  },
};

function titleOf(visit: Visit, { kind }: StoreQueue): Content {
  const { title, text, path } = KINDS[kind];
  const name = visit.offers(path) ? html`<a href="${visit.base + path}">${title}</a>` : title;
  return html`${name}<small>${text}</small>`;
}

function stateOfQueue({ waiting, failing, kind }: StoreQueue): Content {
  if (failing > 0) {
    return badge(`${numberText(failing)} ${kind === "exports" ? "failed" : "failing"}`, "bad");
  }
  return waiting > 0 ? badge("At work", "info") : badge("Done", "good");
}
