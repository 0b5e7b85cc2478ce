import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { identifiersOf, mentionTerms, visitorIdentifier } from "../../core/persons/identifiers.ts";
import { parseDateTime } from "../../lib/date-time.ts";
import { storefrontEvents } from "../../platform/db/tables/storefront.ts";
import type { StorefrontEvent } from "./schema.ts";

/** Stores a storefront event unchanged. Ignores an `eventId` that the store already has. */
export async function recordStorefrontEvent(ctx: Ctx, storeId: string, body: StorefrontEvent): Promise<void> {
  const { eventId, eventName, timestamp, anonymousId } = body;
  const identifiers = identifiersOf(body);
  if (anonymousId) identifiers.add(visitorIdentifier(anonymousId));
  await ctx.db
    .insert(storefrontEvents)
    .values({
      storeId,
      eventId,
      eventName,
      timestamp: parseDateTime(timestamp) ?? sql`now()`,
      body,
      receivedAt: sql`now()`,
      searchTerms: mentionTerms(storeId, identifiers),
    })
    .onConflictDoNothing();
}
