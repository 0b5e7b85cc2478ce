import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { DAY_MS } from "../../lib/duration.ts";
import { DEMO_STORE_ID } from "./id.ts";
import { SALE } from "./policy.ts";

/** The demo store's policy counts its days from the delivery, which is later. */
const RETURNABLE_MS = 30 * DAY_MS;

/** What a shopper types to find an order by the page. */
export type ShopperOrder = { number: string; email: string };

/**
 * The demo store's last order that was delivered, is in no return, was not on sale, and whose customer isn't erased.
 * Undefined when none can be returned any more, or the store's page is off.
 */
export async function demoShopperOrder(ctx: Ctx): Promise<ShopperOrder | undefined> {
  const since = new Date(ctx.now().getTime() - RETURNABLE_MS).toISOString();
  const { rows } = await ctx.db.execute<ShopperOrder>(sql`
    select placed.external_id as number, placed.body #>> '{customer,email}' as email
    from orders as placed join stores on stores.store_id = placed.store_id
    where placed.store_id = ${DEMO_STORE_ID} and removed_at is null and placed.created_at > ${since}
      and (store_settings #>> '{shopperPage,enabled}')::boolean and not is_blanked
      and placed.body #>> '{customer,email}' <> ''
      and not coalesce((placed.body::jsonb -> 'tags') ? ${SALE}, false)
      and not exists (select from returns
        where returns.store_id = placed.store_id and returns.order_id = placed.id)
      and exists (select from fulfillments as parcel
        where parcel.store_id = placed.store_id and parcel.order_id = placed.id
          and parcel.tracking_history::jsonb @> '[{"status": "delivered"}]')
    order by placed.created_at desc, placed.id desc limit 1`);
  return rows[0];
}
