import type { Ctx } from "../../../../core/ctx.ts";
import { createYielder } from "../../../../lib/yielder.ts";
import { membershipsOf } from "../../../segments/memberships.ts";
import { segmentsNamedBy } from "../decide-lines.ts";
import { type PastReturn, type Position, readBatch } from "./read-batch.ts";
import type { DryRunOutcome } from "./schema.ts";
import { type Policies, tally } from "./tally.ts";

/** How far a dry run has come, and what it has found. */
export type Run = { outcome: DryRunOutcome; before: Position | null; left: number };

/**
 * Decides the next returns of a dry run until `until`, at least one batch, and returns how far it has come; `left` is 0
 * when it is done. The next batch is read while one is decided.
 */
export async function decideOn(
  ctx: Ctx,
  storeId: string,
  { run, policies, until }: { run: Run; policies: Policies; until: number },
): Promise<Run> {
  const outcome = structuredClone(run.outcome);
  let { before, left } = run;
  const yieldNow = createYielder();
  let next = readBatch(ctx, storeId, { before, left });
  do {
    const batch = await next;
    const last = batch[batch.length - 1];
    if (!last) return { outcome, before, left: 0 };
    left -= batch.length;
    before = { createdAt: last.createdAt, id: last.id };
    const goesOn = left > 0 && performance.now() < until;
    next = goesOn ? readBatch(ctx, storeId, { before, left }) : Promise.resolve([]);
    // A batch that can't be read is noticed when it is its turn.
    next.catch(() => undefined);
    const segmentsOf = await memberships(ctx, storeId, { policies, batch });
    for (const past of batch) {
      await tally(outcome, policies, { ...past, segments: segmentsOf.get(past.customerId ?? "") ?? [] });
      await yieldNow();
    }
    if (!goesOn) break;
  } while (left > 0);
  return { outcome, before, left };
}

type Batch = { policies: Policies; batch: PastReturn[] };

/** Returns the segments that the customers of a batch are in now, of those that the policies name. */
function memberships(ctx: Ctx, storeId: string, { policies: { inForce, draft }, batch }: Batch) {
  const keys = [...new Set([...segmentsNamedBy(inForce.policy), ...segmentsNamedBy(draft.policy)])];
  const customerIds = [...new Set(batch.flatMap(({ customerId }) => customerId ?? []))];
  return membershipsOf(ctx, storeId, { customerIds, keys, at: ctx.now() });
}
