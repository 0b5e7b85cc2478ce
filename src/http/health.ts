import { sql } from "drizzle-orm";
import { Elysia } from "elysia";
import type { Ctx } from "../ctx.ts";

/** Whether everything that must be there before a request is taken is there: migrations, workers. */
export type Readiness = { ready: boolean; stopping: boolean };

/** Liveness and readiness, without a credential. */
export const health = (ctx: Ctx, readiness: Readiness) =>
  new Elysia({ name: "health" })
    .get("/healthz", () => ({ status: "alive" }), { detail: { hide: true } })
    .get(
      "/readyz",
      async ({ status }) => {
        const database = await answers(ctx);
        const ready = database && readiness.ready && !readiness.stopping;
        return status(ready ? 200 : 503, { status: ready ? "ready" : "not ready", database, ...readiness });
      },
      { detail: { hide: true } },
    );

async function answers(ctx: Ctx): Promise<boolean> {
  try {
    await ctx.db.execute(sql`select 1`);
    return true;
  } catch (error) {
    ctx.log.warn({ err: error }, "the database does not answer");
    return false;
  }
}
