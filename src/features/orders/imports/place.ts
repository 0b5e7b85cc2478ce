import { sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import type { Place } from "./csv/row-reader.ts";

/** Returns the currency of a store, and the time zone of its policy. */
export async function placeOf(ctx: Ctx, storeId: string): Promise<Place> {
  const { rows } = await ctx.db.execute<{ currency: string; timeZone: string | null }>(sql`
    select currency, (
      select document ->> 'timeZone' from policies where policies.store_id = ${storeId} order by version desc limit 1
    ) as "timeZone"
    from stores where store_id = ${storeId}`);
  return { currency: rows[0]?.currency ?? "USD", timeZone: rows[0]?.timeZone ?? "UTC" };
}
