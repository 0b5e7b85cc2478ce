import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";

/**
 * Removes the payloads that no event refers to; runs in a transaction. They are locked and checked once more:
 * a concurrent replay has either locked a payload before, or finds it gone.
 */
export async function removeUnusedPayloads(tx: Ctx, storeId: string, ids: string[]): Promise<void> {
  const unused = (among: string[]) => sql`
    payload.store_id = ${storeId} and payload.id = any(${sql.param(among)}::text[]) and not exists (
      select from webhooks as hook join webhook_events as event
        on event.store_id = hook.store_id and event.webhook_id = hook.id
      where hook.store_id = payload.store_id and hook.deleted_at is null
        and event.return_id = payload.return_id and event.payload_id = payload.id
    )`;
  if (ids.length === 0) return;
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    select id from webhook_payloads as payload where ${unused(ids)} order by id for update of payload`);
  if (rows.length === 0) return;
  const locked = rows.map(({ id }) => id);
  await tx.db.execute(sql`delete from webhook_payloads as payload where ${unused(locked)}`);
}
