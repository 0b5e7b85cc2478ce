import type { Ctx } from "../../core/ctx.ts";
import { type WrittenPage, writePage } from "../../core/http/fill-page.ts";
import type { Page } from "../../core/http/paging.ts";
import { type CreationSort, listByCreation } from "../../core/lists/by-creation.ts";
import { columnFilter } from "../../core/lists/list-filter.ts";
import { parseDateTime } from "../../lib/date-time.ts";
import { firstIdAt } from "../../lib/ids.ts";
import { rowJson } from "../../platform/db/row-json.ts";
import { type DeliveryState, webhookEvents } from "../../platform/db/tables/webhooks.ts";
import { findWebhook } from "./find.ts";
import { eventKey, loadAttempts } from "./find-delivery.ts";
import type { Delivery } from "./schema.ts";
import { deliveryView } from "./view.ts";

type Filter = {
  webhookId: string;
  status?: DeliveryState | undefined;
  since?: string | undefined;
  until?: string | undefined;
  sort?: CreationSort;
  include?: "count";
};

/** The bytes of a delivery, and of an attempt without the receiver's answer, in a response. */
const DELIVERY_BYTES = 256;
const ATTEMPT_BYTES = 128;

/** The deliveries of one webhook; a cursor is valid for one. */
export const DELIVERY_LISTS = listByCreation({
  name: "deliveries",
  table: "webhook_events",
  // All ids begin with whe_.
  key: { columns: [["id", "text"]], end: "whf" },
  row: rowJson(webhookEvents, "webhook_events"),
  bytes: `(select ${DELIVERY_BYTES} + coalesce(sum(${ATTEMPT_BYTES} + 2 * coalesce(octet_length(answer), 0)), 0)
    from webhook_attempts as attempt
    where attempt.store_id = webhook_events.store_id and attempt.webhook_id = webhook_events.webhook_id
      and attempt.return_id = webhook_events.return_id and attempt.seq = webhook_events.seq)::float8`,
  filters: {
    webhook: columnFilter("text", (id) => `webhook_id = ${id}`),
    webhookStatus: {
      types: ["text", "text"],
      match: (id, status) => `webhook_id = ${id} and state = ${status}`,
      stream: "indexed",
    },
  },
});

/**
 * Returns the JSON of a page of a webhook's deliveries, each with all its attempts, and, if it is asked for, the number of
 * all. Throws 404 for an unknown webhook.
 */
export async function listDeliveries(
  ctx: Ctx,
  storeId: string,
  { webhookId, status, since, until, sort = "-created_at", include }: Filter,
  page: Page,
): Promise<WrittenPage> {
  await findWebhook(ctx, storeId, webhookId);
  const values = status ? { webhookStatus: [webhookId, status] } : { webhook: [webhookId] };
  const [from, to] = [since, until].map((text) => (text === undefined ? undefined : parseDateTime(text)));
  const range = { from: from && firstIdAt("whe", from), until: to && firstIdAt("whe", to) };
  const list = DELIVERY_LISTS[sort];
  const found = await list.find(ctx, storeId, { values, page, range });
  const total = include && (await list.count(ctx, storeId, { values, range }));
  const load = async (slice: typeof found.rows) => {
    const events = slice.map(({ record }) => record);
    const attempts = await loadAttempts(ctx, storeId, webhookId, events);
    return events.values().map((event) => {
      const delivery: Delivery = deliveryView(event, attempts.get(eventKey(event)) ?? []);
      return JSON.stringify(delivery);
    });
  };
  return writePage("deliveries", page, found, load, total);
}
