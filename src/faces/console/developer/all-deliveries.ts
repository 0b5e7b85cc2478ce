import type { Delivery, Webhook } from "../../../features/webhooks/schema.ts";
import { at, html } from "../../pages/html.ts";
import { filterOf, filters, queryOf } from "../components/filters.ts";
import { livePart } from "../components/live-part.ts";
import { pager } from "../components/pager.ts";
import type { ConsolePage, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { deliveriesTable, FILTERS, type ListedDelivery } from "./deliveries.ts";

const WEBHOOKS = "/developer/webhooks";
const PAGE_ROWS = 50;
/** A webhook without such deliveries costs a request too. */
const MAX_READ = 20;

/** Developer: the deliveries of all webhooks, of one after the other. */
export const deliveriesPage: ConsolePage = {
  path: "/developer/deliveries",
  section: WEBHOOKS,
  needs: "webhooks_read",
  show: async (visit) => {
    const { url } = visit;
    const { rows, next } = await pageOfAll(visit);
    const list = html`${deliveriesTable(visit, rows)}${pager(url, next, { rows: rows.length })}`;
    return {
      title: say("Deliveries"),
      parents: [{ title: say("Webhooks"), path: WEBHOOKS }],
      lead: say("Of one webhook after the other, the newest first."),
      body: html`${filters(url, FILTERS)}${livePart(visit, "deliveries", list)}`,
    };
  },
};

/**
 * Returns a page of the list. Where it goes on is a webhook, known by its place among all, which are in the order of their times
 * and ids, and where in its list.
 */
async function pageOfAll(visit: Visit): Promise<{ rows: ListedDelivery[]; next: string | undefined }> {
  const { api, url, store } = visit;
  const { webhooks } = await api.get<{ webhooks: Webhook[] }>(at`/stores/${store.storeId}/webhooks`);
  const query = queryOf(
    visit,
    FILTERS.map(({ name }) => name),
  );
  const [time = "", id = "", place] = (filterOf(url, "after") ?? "").split(" ");
  const left = webhooks.filter(({ createdAt, ...each }) =>
    createdAt === time ? each.id >= id : createdAt > time,
  );
  let cursor = left[0]?.id === id ? place : undefined;
  const rows: ListedDelivery[] = [];
  for (const [read, webhook] of left.entries()) {
    const here = `${webhook.createdAt} ${webhook.id}`;
    if (rows.length === PAGE_ROWS || read === MAX_READ) return { rows, next: here };
    const path = `${at`/webhooks/${webhook.id}/deliveries`}?${query}`;
    const size = PAGE_ROWS - rows.length;
    const { body, next } = await api.list<{ deliveries: Delivery[] }>(path, { size, cursor });
    rows.push(...body.deliveries.map((delivery) => ({ delivery, webhook })));
    if (next !== undefined) return { rows, next: `${here} ${next}` };
    cursor = undefined;
  }
  return { rows, next: undefined };
}
