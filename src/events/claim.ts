import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import type { CustomEvent } from "./schema.ts";

/**
 * Of events that came together those that are accepted: without a `uniqueId`, or with one that the store has never seen;
 * of several with the same one the first. Claimed when they come in, so the first that came stays, whatever is worked on first.
 */
export async function claim<Event extends { event: CustomEvent }>(
  ctx: Ctx,
  storeId: string,
  events: Event[],
): Promise<Event[]> {
  // Sorted, so that two batches with the same ids never wait for each other.
  const wanted = [...new Set(events.flatMap(({ event }) => event.uniqueId ?? []))].sort();
  if (wanted.length === 0) return events;
  const { rows } = await ctx.db.execute<{ unique_id: string }>(sql`
    insert into event_unique_ids (store_id, unique_id)
    select ${storeId}, unnest(${sql.param(wanted)}::text[])
    on conflict do nothing returning unique_id`);
  const free = new Set(rows.map((row) => row.unique_id));
  // Each claim is used up by the first event that has it.
  return events.filter(({ event }) => typeof event.uniqueId !== "string" || free.delete(event.uniqueId));
}
