import { Elysia } from "elysia";
import type { Ctx } from "../../../core/ctx.ts";
import { guard } from "../../../core/http/guard.ts";
import { DOCS } from "./docs.ts";
import { storeQueues } from "./list.ts";
import { listFailures } from "./list-failures.ts";
import { JobFailures, StoreQueues } from "./schema.ts";

/** The background work of a store. */
export const storeJobs = (ctx: Ctx) =>
  new Elysia({ name: "store-jobs", prefix: "/stores/:storeId/jobs", tags: ["Monitoring"] })
    .use(guard(ctx))
    .get("", async ({ caller }) => ({ queues: await storeQueues(ctx, caller.storeId) }), {
      access: { scope: "store_read" },
      response: { 200: StoreQueues },
      detail: DOCS.list,
    })
    .get("/failures", async ({ caller }) => ({ failures: await listFailures(ctx, caller.storeId) }), {
      access: { scope: "store_read" },
      response: { 200: JobFailures },
      detail: DOCS.failures,
    });
