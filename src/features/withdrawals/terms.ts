import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { problem } from "../../lib/problem.ts";
import { stores } from "../../platform/db/tables/stores.ts";
import type { MailingStore } from "../mail/queue-mail.ts";
import { partsOf } from "../stores/settings.ts";
import type { StoreParts } from "../stores/settings-schema.ts";

/** What a store has set of withdrawals. `status` is that of the returns that they make. */
export type Terms = StoreParts["withdrawal"] & { store: MailingStore; timeZone: string };

/**
 * Returns a store's settings of withdrawals. They, and those of its mails, stay as they are until the caller's transaction
 * ends. Throws 404 for an unknown store.
 */
export async function termsOf(ctx: Ctx, storeId: string): Promise<Terms> {
  const [row] = await ctx.db
    .select({ name: stores.name, storeSettings: stores.storeSettings, timeZone: stores.timeZone })
    .from(stores)
    .where(and(eq(stores.storeId, storeId), isNull(stores.removedAt)))
    .for("share");
  if (!row) throw problem("store_not_found", `There is no store ${storeId}.`);
  const { timeZone, ...store } = row;
  return { ...partsOf(row.storeSettings).withdrawal, store, timeZone };
}
