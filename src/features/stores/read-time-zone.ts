import type { Ctx } from "../../core/ctx.ts";
import { preparedByKey } from "../../platform/db/prepared.ts";

/** Returns the time zone of a store's days. */
export async function readTimeZone(ctx: Ctx, storeId: string): Promise<string> {
  const [row] = await read(ctx.db, storeId);
  return row?.timeZone ?? "UTC";
}

const read = preparedByKey<{ timeZone: string }>(
  "store_time_zone",
  'select time_zone as "timeZone" from stores where store_id = $1',
);
