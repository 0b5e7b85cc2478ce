import type { AcceptedEvent } from "./record.ts";
import { type EventRow, rowOf } from "./row.ts";
import type { CustomEvent } from "./schema.ts";

/** An accepted event as earlier versions kept it: as it came. */
type EarlierEvent = { id: string; stamp: number; receivedAt: string; event: CustomEvent };

/** The events of a kept batch, whichever version kept it. */
export function rowsKept(storeId: string, batch: string): EventRow[] {
  const kept = JSON.parse(batch) as (EventRow | EarlierEvent)[];
  return kept.map((one) => ("event" in one ? upToDate(storeId, one) : one));
}

/** The events that a job of an earlier version brings along. */
export function broughtAlong(storeId: string, batch: string): AcceptedEvent[] {
  const brought = JSON.parse(batch) as EarlierEvent[];
  return brought.map((one) => ({ stamp: one.stamp, row: upToDate(storeId, one) }));
}

function upToDate(storeId: string, { id, receivedAt, event }: EarlierEvent): EventRow {
  return { ...rowOf(storeId, receivedAt, event), id };
}
