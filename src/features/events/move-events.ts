import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { idsOfCustomers } from "./of-customer.ts";

/**
 * Gives up to `limit` events of the customers `from` to the customers at the same places of `to`, in the caller's
 * transaction. Returns whether none is left.
 */
export async function moveEvents(
  tx: Ctx,
  storeId: string,
  { from, to }: { from: string[]; to: string[] },
  limit: number,
): Promise<boolean> {
  const customers = sql`${sql.param(from)}::text[]`;
  const { rowCount } = await tx.db.execute(sql`
    update events set customer_id = moved.target
    from unnest(${customers}, ${sql.param(to)}::text[]) as moved(customer, target)
    where store_id = ${storeId} and customer_id = moved.customer
      and id = any(array(${idsOfCustomers(storeId, customers, limit)}))`);
  return (rowCount ?? 0) < limit;
}
