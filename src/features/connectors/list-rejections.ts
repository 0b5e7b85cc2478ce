import { and, desc, eq } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { connectorRejections, connectors } from "../../platform/db/tables/connectors.ts";
import { connectorNotFound, isOfKind } from "./find.ts";
import type { RejectedOrder } from "./schema.ts";

const MAX_LISTED = 100;

/** Returns the orders that a connector could not store, those rejected last first. Throws 404 where the store has none. */
export async function listRejections(ctx: Ctx, storeId: string, kind: string): Promise<RejectedOrder[]> {
  const [connector] = await ctx.db
    .select({ id: connectors.id })
    .from(connectors)
    .where(isOfKind(storeId, kind));
  if (!connector) throw connectorNotFound(storeId, kind);
  const rows = await ctx.db
    .select()
    .from(connectorRejections)
    .where(and(eq(connectorRejections.storeId, storeId), eq(connectorRejections.connectorId, connector.id)))
    .orderBy(desc(connectorRejections.rejectedAt), desc(connectorRejections.orderId))
    .limit(MAX_LISTED);
  return rows.map(({ orderId, reason, rejectedAt, retryAt }) => ({
    ...{ orderId, reason },
    ...{ rejectedAt: rejectedAt.toISOString(), retryAt: retryAt.toISOString() },
  }));
}
