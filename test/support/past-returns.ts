import { sql } from "drizzle-orm";
import { newOrder, postReturn, returnIn } from "./returns.ts";
import type { TestStore } from "./service.ts";

/** Opens a return and copies it in the database, each copy a second older; every tenth is of another line. */
export async function fillPastReturns(store: TestStore, count: number): Promise<void> {
  const { id } = await returnIn(postReturn(store, await newOrder(store)));
  await store.ctx.db.execute(sql`
    insert into returns (store_id, id, order_id, customer_id, status, provider, shipping_address, additions, created_at, updated_at)
    select store_id, 'ret_copy' || lpad(n::text, 6, '0'), order_id, customer_id, status, provider, shipping_address,
      additions, created_at - make_interval(secs => n), updated_at
    from returns, generate_series(1, ${count - 1}) as n where store_id = ${store.id} and id = ${id}`);
  await store.ctx.db.execute(sql`
    insert into return_items (store_id, return_id, order_id, id, line_item_id, position, quantity, units, status, reason,
      compensation, value, tax, additions)
    select item.store_id, returns.id, item.order_id, item.id, case when right(returns.id, 1) = '7' then 'line-2' else
      item.line_item_id end, 0, 1, units, 'open', '', compensation, value, tax, item.additions
    from return_items as item join returns using (store_id)
    where item.store_id = ${store.id} and item.return_id = ${id} and returns.id <> ${id}`);
}
