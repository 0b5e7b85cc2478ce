import { sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import type { Place } from "./csv/row-reader.ts";

/** Returns the currency of a store, and the time zone of its policy, else its own. */
export async function placeOf(ctx: Ctx, storeId: string): Promise<Place> {
  const { rows } = await ctx.db.execute<Place>(sql`
    select currency, coalesce((
      select document ->> 'timeZone' from policies where policies.store_id = ${storeId} order by version desc limit 1
    ), time_zone) as "timeZone"
    from stores where store_id = ${storeId}`);
  return rows[0] ?? { currency: "USD", timeZone: "UTC" };
}
