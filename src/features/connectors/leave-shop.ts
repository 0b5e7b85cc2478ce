import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { connectorDeletions, connectorRejections } from "../../platform/db/tables/connectors.ts";
import { wakePayouts } from "../returns/payouts/queue.ts";
import type { ConnectorRow } from "./find.ts";
import { endRestocks } from "./restock/end-restocks.ts";

/**
 * Ends what waits for a shop, in the transaction that deletes its connector or gives it another address: another shop can
 * have orders and products of the same ids. What the shop was not asked to pay is refused when its turn comes.
 */
export async function leaveShop(
  tx: Ctx,
  { storeId, id }: Pick<ConnectorRow, "storeId" | "id">,
): Promise<void> {
  for (const table of [connectorRejections, connectorDeletions]) {
    await tx.db.delete(table).where(and(eq(table.storeId, storeId), eq(table.connectorId, id)));
  }
  await endRestocks(tx, storeId, id);
  await wakePayouts(tx, storeId);
}
