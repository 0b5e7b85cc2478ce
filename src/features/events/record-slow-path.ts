import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { invalid } from "../../lib/problem.ts";
import { acceptEvents } from "./accept.ts";
import type { Failure } from "./failure.ts";
import { recordEvents } from "./record.ts";
import type { EventRow } from "./row.ts";

/** Records events of one store that change profiles; an event that is refused fails alone. */
export async function recordSlowPath(ctx: Ctx, storeId: string, rows: EventRow[]): Promise<Failure[]> {
  if (rows.length === 0) return [];
  const recorded = inTransaction(ctx, async (tx) => {
    const outcomes = await acceptEvents(tx, storeId, rows);
    const accepted = rows.flatMap((row, i) => {
      const customerId = outcomes[i]?.customerId;
      return customerId === undefined ? [] : [{ row, customerId }];
    });
    recordEvents(tx, storeId, accepted);
    return outcomes;
  });
  try {
    const outcomes = await recorded;
    ctx.metrics.eventsAccepted(outcomes.filter(({ customerId }) => customerId !== undefined).length);
    return outcomes.map(({ fault }) => fault && { error: invalid(fault) });
  } catch (error) {
    return rows.map(() => ({ error }));
  }
}
