import type { Ctx } from "../ctx.ts";
import { storefrontEvents } from "../db/tables/storefront.ts";
import { parseDateTime } from "../lib/date-time.ts";
import type { StorefrontEvent } from "./schema.ts";

/** Keeps a storefront event whole; one whose `eventId` the store has already is there once. */
export async function recordStorefrontEvent(ctx: Ctx, storeId: string, body: StorefrontEvent): Promise<void> {
  const { eventId, eventName, timestamp } = body;
  const receivedAt = ctx.now();
  await ctx.db
    .insert(storefrontEvents)
    .values({
      storeId,
      eventId,
      eventName,
      timestamp: parseDateTime(timestamp) ?? receivedAt,
      body,
      receivedAt,
    })
    .onConflictDoNothing();
}
