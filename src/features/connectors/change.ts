import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import type { Caller } from "../../core/http/request-context.ts";
import { NOW } from "../../platform/db/now.ts";
import { connectors } from "../../platform/db/tables/connectors.ts";
import { connectorNotFound, isOfKind, readConnector } from "./find.ts";
import { leaveShop } from "./leave-shop.ts";
import { wakePoll } from "./poll/queue.ts";
import type { ShownConnector } from "./schema.ts";

/** Deletes a connector with its credentials and rejected orders. Throws 404 where the store has none. */
export function deleteConnector(ctx: Ctx, storeId: string, kind: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const [deleted] = await tx.db
      .delete(connectors)
      .where(isOfKind(storeId, kind))
      .returning({ id: connectors.id });
    if (!deleted) throw connectorNotFound(storeId, kind);
    await leaveShop(tx, { storeId, id: deleted.id });
  });
}

/** Makes an enabled connector read its shop now, once more if it is reading it. Throws 404 where the store has none. */
export function pollNow(ctx: Ctx, caller: Caller, kind: string): Promise<ShownConnector> {
  const { storeId } = caller;
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`
      update connectors set due_at = ${sql.raw(NOW)}
      where store_id = ${storeId} and kind = ${kind} and due_at is not null`);
    await wakePoll(tx, storeId);
    return readConnector(tx, caller, kind);
  });
}
