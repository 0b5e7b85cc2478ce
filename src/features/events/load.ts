import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { omitNullish } from "../../lib/omit-nullish.ts";
import { instantText } from "../../platform/db/instant-text.ts";

type Row = {
  eventId: string;
  eventName: string;
  customerId: string;
  eventTimestamp: string;
  value: number | null;
  valueCurrency: string | null;
  uniqueId: string | null;
  data: string | null;
  receivedAt: string;
};

/** Returns the JSON of events by id, as lists show them. Skips unknown ids. */
export async function loadEvents(ctx: Ctx, storeId: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await ctx.db.execute<Row>(sql`
    select id as "eventId", event_name as "eventName", customer_id as "customerId",
      ${instantText(sql`event_timestamp`)} as "eventTimestamp", value, value_currency as "valueCurrency",
      unique_id as "uniqueId", data::text as data, ${instantText(sql`received_at`)} as "receivedAt"
    from unnest(${sql.param(ids)}::uuid[]) as wanted(event)
    cross join lateral (select * from events where store_id = ${storeId} and id = wanted.event limit 1) as events`);
  return new Map(rows.map((row) => [row.eventId, jsonOf(row)]));
}

/** `data` is stored as JSON, which needs no parsing. */
function jsonOf({ data, ...row }: Row): string {
  const json = JSON.stringify(omitNullish(row));
  return data === null ? json : `${json.slice(0, -1)},"data":${data}}`;
}
