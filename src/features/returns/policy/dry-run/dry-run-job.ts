import { and, inArray, sql } from "drizzle-orm";
import type { Ctx } from "../../../../core/ctx.ts";
import { defineFileJob } from "../../../../core/jobs/file-job.ts";
import { policyDryRuns } from "../../../../platform/db/tables/policy-dry-runs.ts";
import { NO_POLICY } from "../../../policy/decide.ts";
import type { Policy } from "../../../policy/schema.ts";
import { policyOfVersion } from "../policy-of-store.ts";
import type { Position } from "./read-batch.ts";
import { decideOn } from "./run.ts";
import type { DryRunOutcome } from "./schema.ts";
import { type DryRunKey, ofDryRun } from "./state.ts";

/** How long it decides before it writes how far it has come. */
const PART_MS = 500;

const jobs = defineFileJob<DryRunKey>({
  name: "policy.dry-run",
  work: async (ctx, key, until) => {
    while (performance.now() < until) if (!(await decidePart(ctx, key))) return false;
    return true;
  },
  explain: (ctx, key, reason) => ctx.db.update(policyDryRuns).set({ dryRunError: reason }).where(isOpen(key)),
  giveUp: (ctx, key) =>
    ctx.db.update(policyDryRuns).set({ status: "failed", finishedAt: sql`now()` }).where(isOpen(key)),
});

/** Decides a store's latest returns by a policy that isn't saved. */
export const dryRunJob = jobs.job;
/** Its dead letter queue. */
export const failDryRunJob = jobs.failJob;

/**
 * Decides the next returns, then writes how far the dry run has come, unless another worker was quicker. Returns whether
 * returns are left.
 */
async function decidePart(ctx: Ctx, key: DryRunKey): Promise<boolean> {
  const [row] = await ctx.db.select().from(policyDryRuns).where(ofDryRun(key));
  if (!row || row.status === "done" || row.status === "failed") return false;
  const { storeId } = key;
  const inForce = row.against === null ? NO_POLICY : await policyOfVersion(ctx, storeId, row.against);
  const policies = { inForce, draft: { version: null, policy: row.draft as Policy } };
  const run = {
    outcome: row.outcome as DryRunOutcome,
    before: row.reached as Position | null,
    left: row.total - row.decided,
  };
  const { outcome, before, left } = await decideOn(ctx, storeId, {
    ...{ run, policies },
    until: performance.now() + PART_MS,
  });
  const written = await ctx.db
    .update(policyDryRuns)
    .set({
      ...{ outcome, reached: before, decided: outcome.counts.returns, dryRunError: null },
      status: left > 0 ? "running" : "done",
      ...(left <= 0 && { finishedAt: sql`now()` }),
    })
    .where(and(isOpen(key), sql`decided = ${row.decided}`));
  return left > 0 && written.rowCount === 1;
}

/** One that has ended needs no reason: the answer to the commit that has ended it may have been lost. */
function isOpen(key: DryRunKey) {
  return and(ofDryRun(key), inArray(policyDryRuns.status, ["queued", "running"]));
}
