import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { storefrontEvents } from "../db/tables/storefront.ts";
import { parseDateTime } from "../lib/date-time.ts";
import type { StorefrontEvent } from "./schema.ts";

/** Keeps a storefront event whole; one whose `eventId` the store has already is there once. */
export async function recordStorefrontEvent(ctx: Ctx, storeId: string, body: StorefrontEvent): Promise<void> {
  const { eventId, eventName, timestamp } = body;
  await ctx.db
    .insert(storefrontEvents)
    .values({
      storeId,
      eventId,
      eventName,
      timestamp: parseDateTime(timestamp) ?? sql`now()`,
      body,
      receivedAt: sql`now()`,
    })
    .onConflictDoNothing();
}
