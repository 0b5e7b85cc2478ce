import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { type WrittenPage, writePage } from "../../core/http/fill-page.ts";
import type { Page } from "../../core/http/paging.ts";
import { createList } from "../../core/lists/list.ts";
import { timesBetween } from "../../core/lists/list-key.ts";
import { instantText } from "../../platform/db/instant-text.ts";
import { EVENT_NAMES } from "./schema.ts";

export type StorefrontFilter = { eventName?: (typeof EVENT_NAMES)[number]; since?: string; until?: string };

export const STOREFRONT_LIST = createList({
  name: "storefront-events",
  table: "storefront_events",
  where: "body is not null",
  key: {
    columns: [
      ["timestamp", "instant"],
      ["event_id", "text"],
    ],
  },
  bytes: "coalesce(octet_length(storefront_events.body::text), 0)::float8",
  filters: {
    // Each name has its part of an index in order.
    names: {
      types: ["text[]"],
      match: (names) => `event_name = any(${names})`,
      stream: ({ newest }, names) =>
        EVENT_NAMES.map((name) => `(${newest(`event_name = '${name}' and '${name}' = any(${names})`)})`).join(
          " union all ",
        ),
    },
  },
});

/** Returns the JSON of a page of the storefront events that are kept and match every filter, newest first. */
export async function listStorefrontEvents(
  ctx: Ctx,
  storeId: string,
  { eventName, since, until }: StorefrontFilter,
  page: Page,
): Promise<WrittenPage> {
  const values = { names: [eventName ? [eventName] : EVENT_NAMES] };
  const range = timesBetween(since, until);
  const found = await STOREFRONT_LIST.find(ctx, storeId, { values, page, range });
  return writePage("events", page, found, (slice) =>
    loadEvents(
      ctx,
      storeId,
      slice.map(({ id }) => id),
    ),
  );
}

type StoredEvent = { id: string; body: Record<string, unknown>; receivedAt: string };

/** Returns the JSON of events, in the order of `ids`. */
async function loadEvents(ctx: Ctx, storeId: string, ids: string[]): Promise<string[]> {
  const { rows } = await ctx.db.execute<StoredEvent>(sql`
    select event_id as id, body, ${instantText(sql`received_at`)} as "receivedAt"
    from storefront_events
    where store_id = ${storeId} and event_id = any(${sql.param(ids)}::text[]) and body is not null`);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rowOf.get(id);
    return row ? JSON.stringify({ ...row.body, receivedAt: row.receivedAt }) : [];
  });
}
