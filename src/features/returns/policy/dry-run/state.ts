import { and, eq } from "drizzle-orm";
import type { StoreJobData } from "../../../../core/jobs/fair.ts";
import { policyDryRuns } from "../../../../platform/db/tables/policy-dry-runs.ts";

export type DryRunKey = StoreJobData & { dryRunId: string };

export function ofDryRun({ storeId, dryRunId }: DryRunKey) {
  return and(eq(policyDryRuns.storeId, storeId), eq(policyDryRuns.id, dryRunId));
}
