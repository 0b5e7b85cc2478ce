import type { Ctx } from "../../core/ctx.ts";
import type { Fault } from "../../lib/problem.ts";
import { lockCustomers } from "../customers/lock-customers.ts";
import { createResolver } from "../customers/resolver.ts";
import { writeChanges } from "../customers/write-changes.ts";
import { claim } from "./claim.ts";
import type { EventRow } from "./row.ts";

/**
 * The result for an event: the customer it was accepted for, or a fault; neither for a duplicate `uniqueId`.
 */
export type Outcome = { customerId?: string; fault?: Fault };

/**
 * Accepts events of one store in the order given. Of several events with one `uniqueId` the first valid one
 * is accepted. Each event patches its customer, resolved with the patches of the events before it. Runs in
 * the caller's transaction, which holds the customers' locks until it ends.
 */
export async function acceptEvents(ctx: Ctx, storeId: string, rows: EventRow[]): Promise<Outcome[]> {
  const [claims, locked] = await Promise.all([claim(ctx, storeId, rows), lockCustomers(ctx, storeId, rows)]);
  const resolver = createResolver(locked);
  const outcomes = rows.map((row): Outcome => {
    if (!claims.isFree(row)) return {};
    const resolved = resolver.resolve(row) ?? unidentified();
    if (typeof resolved === "object") return { fault: resolved };
    claims.use(row);
    return { customerId: resolved };
  });
  writeChanges(ctx, storeId, resolver.changes());
  claims.release();
  return outcomes;
}

function unidentified(): never {
  throw new Error("a validated event has no customer");
}
