import { and, desc, eq, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../../../core/ctx.ts";
import type { Caller } from "../../../../core/http/request-context.ts";
import { sendFairly } from "../../../../core/jobs/fair.ts";
import { type Capacity, lockCapacity } from "../../../../core/jobs/require-capacity.ts";
import { createStoreLimiter } from "../../../../core/turns/store-limiter.ts";
import { newId } from "../../../../lib/ids.ts";
import { memoizeByObject } from "../../../../lib/memoize-by-object.ts";
import { problem, requireNoFaults } from "../../../../lib/problem.ts";
import { policyDryRuns } from "../../../../platform/db/tables/policy-dry-runs.ts";
import { NO_POLICY } from "../../../policy/decide.ts";
import { faults } from "../../../policy/faults.ts";
import type { Policy } from "../../../policy/schema.ts";
import { currentPolicy } from "../policy-of-store.ts";
import { dryRunJob } from "./dry-run-job.ts";
import { countReturns } from "./read-batch.ts";
import { decideOn } from "./run.ts";
import { type DryRun, type DryRunOutcome, MAX_AT_ONCE, MAX_KEPT, MAX_RETURNS } from "./schema.ts";
import { type DryRunKey, ofDryRun } from "./state.ts";
import { emptyOutcome } from "./tally.ts";

const MAX_UNFINISHED = 2;
/** Of all stores, in the process, of those that are answered at once. */
const MAX_AT_A_TIME = 2;

const CAPACITY: Capacity = {
  table: "policy_dry_runs",
  max: MAX_UNFINISHED,
  detail: `${MAX_UNFINISHED} dry runs of the store are in progress; try again when one is done.`,
};

/** Not the limiter of large requests: a request with a large policy holds a slot of that already. */
const limiterOf = memoizeByObject((_: Ctx) => createStoreLimiter(MAX_AT_A_TIME));

type Asked = { policy: Policy; last: number };

/**
 * Decides a store's latest returns by a policy that isn't saved, and returns how many it would allow, refuse and decide
 * differently; of many, the id of the dry run that does it in the background. Throws 400 with each fault of the policy,
 * 429 when too many dry runs of the store are unfinished.
 */
export async function dryRun(
  ctx: Ctx,
  caller: Caller,
  body: unknown,
): Promise<DryRunOutcome | { id: string }> {
  const { policy, last } = parse(body);
  const { storeId } = caller;
  if (last > MAX_AT_ONCE) return { id: await start(ctx, caller, { policy, last }) };
  const inForce = (await currentPolicy(ctx, storeId)) ?? NO_POLICY;
  const policies = { inForce, draft: { version: null, policy } };
  const run = { outcome: emptyOutcome(), before: null, left: last };
  const decided = await limiterOf(ctx).within(storeId, () =>
    decideOn(ctx, storeId, { run, policies, until: Number.POSITIVE_INFINITY }),
  );
  return decided.outcome;
}

function parse(body: unknown): Asked {
  const { policy, last = MAX_AT_ONCE } = (body ?? {}) as { policy?: unknown; last?: unknown };
  const isCount = typeof last === "number" && Number.isInteger(last) && last >= 1 && last <= MAX_RETURNS;
  const outside = { detail: `last must be an integer from 1 to ${MAX_RETURNS}.`, pointer: "/last" };
  const ofPolicy = faults(policy, "/policy");
  requireNoFaults([...ofPolicy, ...(isCount ? [] : [outside])]);
  return { policy: policy as Policy, last: isCount ? last : MAX_AT_ONCE };
}

async function start(ctx: Ctx, { storeId, by, byId }: Caller, { policy, last }: Asked): Promise<string> {
  const id = newId("dry");
  const total = await countReturns(ctx, storeId, last);
  await inTransaction(ctx, async (tx) => {
    await tx.db.insert(policyDryRuns).values({
      ...{
        storeId,
        id,
        status: "queued",
        draft: policy,
        total,
        decided: 0,
        by,
        askedById: byId,
        createdAt: ctx.now(),
      },
      outcome: emptyOutcome(),
      against: (await currentPolicy(tx, storeId))?.version ?? null,
    });
    await lockCapacity(tx, storeId, CAPACITY);
    await removeOld(tx, storeId);
    await sendFairly(tx, dryRunJob, { storeId, dryRunId: id });
  });
  return id;
}

async function removeOld({ db }: Ctx, storeId: string): Promise<void> {
  const ofStore = eq(policyDryRuns.storeId, storeId);
  const kept = db
    .select({ id: policyDryRuns.id })
    .from(policyDryRuns)
    .where(ofStore)
    .orderBy(desc(policyDryRuns.createdAt), desc(policyDryRuns.id))
    .limit(MAX_KEPT);
  await db.delete(policyDryRuns).where(and(ofStore, sql`${policyDryRuns.id} not in (${kept})`));
}

/** Returns how far a dry run has come, and what it has found. Throws 404 for an unknown one. */
export async function readDryRun(ctx: Ctx, key: DryRunKey): Promise<DryRun> {
  const [row] = await ctx.db.select().from(policyDryRuns).where(ofDryRun(key));
  if (!row) throw problem("dry_run_not_found", `The store has no dry run ${key.dryRunId}.`);
  const { id, status, total, decided: done, outcome, createdAt, finishedAt } = row;
  return {
    ...{ id, status, total, done, ...(outcome as DryRunOutcome) },
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
