import { sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";

/** Rewrites the reasons in a return's history, in the transaction of a change of the return. */
export async function eraseReasons(
  tx: Ctx,
  { storeId, id }: { storeId: string; id: string },
  redact: (text: string) => string,
): Promise<void> {
  const { rows } = await tx.db.execute<{ number: string; reason: string }>(sql`
    select number, status_reason as reason from return_history
    where store_id = ${storeId} and return_id = ${id} and status_reason is not null`);
  const changed = rows
    .map(({ number, reason }) => ({ number, reason, text: redact(reason) }))
    .filter(({ reason, text }) => text !== reason);
  if (changed.length === 0) return;
  await tx.db.execute(sql`
    update return_history as entry set status_reason = given.text
    from json_to_recordset(${JSON.stringify(changed)}::json) as given(number bigint, text text)
    where entry.store_id = ${storeId} and entry.return_id = ${id} and entry.number = given.number`);
}
