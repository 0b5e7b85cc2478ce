import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { fillPage } from "../../core/http/fill-page.ts";
import type { Page, PagedList } from "../../core/http/paging.ts";
import { filteredKeys, type Stream } from "../../core/lists/filtered-keys.ts";
import { parseDateTime } from "../../lib/date-time.ts";
import { EVENT_NAMES } from "./schema.ts";

export type StorefrontFilter = { eventName?: (typeof EVENT_NAMES)[number]; since?: string; until?: string };

export const STOREFRONT_PAGES: PagedList = { name: "storefront-events", key: ["instant", "text"] };

/** Returns the JSON of a page of the storefront events that are kept and match every filter, newest first. */
export async function listStorefrontEvents(
  ctx: Ctx,
  storeId: string,
  { eventName, since, until }: StorefrontFilter,
  page: Page,
): Promise<{ json: string; headers: Record<string, string> }> {
  const names = eventName ? [eventName] : EVENT_NAMES;
  const stream: Stream = {
    parts: (range) =>
      names.map(
        (name) => sql`select timestamp as at, event_id as id from storefront_events
          where store_id = ${storeId} and event_name = ${name} and body is not null
            ${range(sql`timestamp`, sql`event_id`)}`,
      ),
  };
  const source = {
    table: sql`storefront_events`,
    id: sql`event_id`,
    bytes: sql`coalesce(octet_length(storefront_events.body::text), 0)::float8`,
    matches: [],
    streams: [stream],
  };
  const range = { from: instant(since), until: instant(until) };
  const found = await filteredKeys(ctx, storeId, source, { page, range });
  const events: string[] = [];
  const headers = await fillPage(page, found, async function* (slice) {
    for (const json of await loadEvents(
      ctx,
      storeId,
      slice.map(({ id }) => id),
    )) {
      events.push(json);
      yield json;
    }
  });
  return { json: `{"events":[${events.join()}]}`, headers };
}

function instant(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : parseDateTime(text);
}

type StoredEvent = { id: string; body: Record<string, unknown>; receivedAt: string };

/** Returns the JSON of events, in the order of `ids`. */
async function loadEvents(ctx: Ctx, storeId: string, ids: string[]): Promise<string[]> {
  const { rows } = await ctx.db.execute<StoredEvent>(sql`
    select event_id as id, body, to_char(received_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "receivedAt"
    from storefront_events
    where store_id = ${storeId} and event_id = any(${sql.param(ids)}::text[]) and body is not null`);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rowOf.get(id);
    return row ? JSON.stringify({ ...row.body, receivedAt: row.receivedAt }) : [];
  });
}
