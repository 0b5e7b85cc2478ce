import { eq } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { RETAINED, settingOf } from "../../../platform/config/retention-settings.ts";
import { retentionRuns } from "../../../platform/db/tables/retention.ts";
import type { StoreRetention } from "./schema.ts";

/** Returns for how long each kind of rows of a store is kept, and which were removed last. */
export async function storeRetention(ctx: Ctx, storeId: string): Promise<StoreRetention[]> {
  const runs = await ctx.db.select().from(retentionRuns).where(eq(retentionRuns.storeId, storeId));
  return RETAINED.map((kind) => {
    const run = runs.find((each) => each.kind === kind);
    return {
      ...{ kind, setting: settingOf(kind), keptForSeconds: ctx.config.retention[kind] ?? null },
      lastRun: run ? { endedAt: run.endedAt.toISOString(), removed: run.removed } : null,
    };
  });
}
