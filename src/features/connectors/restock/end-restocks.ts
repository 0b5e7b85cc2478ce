import { sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";

/** The reason of changes that the shop was not asked for, or has not answered. */
const GONE = "The connector was deleted, or leads to another address.";

/** Ends the changes of stock that wait for a connector, in the transaction that deletes it or gives it another address. */
export async function endRestocks(tx: Ctx, storeId: string, connectorId: string): Promise<void> {
  await tx.db.execute(sql`
    update return_stock_changes set shop_status = 'refused', shop_reason = ${GONE}
    where store_id = ${storeId} and shop_status in ('waiting', 'unknown')
      and shop_unit ->> 'connectorId' = ${connectorId}`);
}
