import type { Ctx } from "../ctx.ts";
import { lockCustomers } from "../customers/lock-customers.ts";
import { createResolver } from "../customers/resolver.ts";
import { writeChanges } from "../customers/write-changes.ts";
import type { Fault } from "../lib/problem.ts";
import { claim } from "./claim.ts";
import type { EventRow } from "./row.ts";

/** What became of an event: accepted for a customer, or refused; neither when its `uniqueId` was seen before. */
export type Outcome = { customerId?: string; fault?: Fault };

/**
 * Accepts events of one store in the order given: of several with one `uniqueId` the first that isn't refused, and each
 * patches its customer, resolved as those before it left them. Runs in the caller's transaction, which holds the locks of
 * their customers until its end; `written` are statements that were sent and not waited for.
 */
export async function acceptEvents(
  ctx: Ctx,
  storeId: string,
  rows: EventRow[],
): Promise<{ outcomes: Outcome[]; written: Promise<unknown> }> {
  const [claims, held] = await Promise.all([claim(ctx, storeId, rows), lockCustomers(ctx, storeId, rows)]);
  const resolver = createResolver(held);
  const outcomes = rows.map((row): Outcome => {
    if (!claims.isFree(row)) return {};
    const resolved = resolver.resolve(row) ?? unidentified();
    if (typeof resolved === "object") return { fault: resolved };
    claims.use(row);
    return { customerId: resolved };
  });
  return {
    outcomes,
    written: Promise.all([writeChanges(ctx, storeId, resolver.changes()), claims.release()]),
  };
}

function unidentified(): never {
  throw new Error("an event without a customer passed its check");
}
