import { Elysia } from "elysia";
import { createOutage } from "../../lib/outage.ts";
import { VERSION } from "../../lib/version.ts";
import { createKeyWatch } from "../../platform/db/key-check.ts";
import type { Ctx } from "../ctx.ts";

/** `ready` once migrations have run and workers have started; `stopping` from the stop signal on. */
export type Readiness = { ready: boolean; stopping: boolean };

/** Serves liveness and readiness, without authentication. A probe gets its response within two seconds. */
export const probes = (ctx: Ctx, readiness: Readiness) => {
  const hasKey = createKeyWatch(ctx.db, ctx.encryption);
  const outage = createOutage({
    onFailure: (health) => ctx.log.warn(health as object, "the database is not healthy"),
    onEnd: () => ctx.log.info("the database is healthy again"),
  });
  return new Elysia({ name: "health" })
    .get("/healthz", () => ({ status: "alive" }), { detail: { hide: true } })
    .get(
      "/readyz",
      async ({ status }) => {
        const { responsive: database, writable } = await ctx.databaseHealth.check();
        if (writable) outage.succeeded();
        else outage.failed({ database, writable });
        const encryptionKey = hasKey();
        const ready = database && writable && encryptionKey && readiness.ready && !readiness.stopping;
        return status(ready ? 200 : 503, {
          status: ready ? "ready" : "not ready",
          database,
          writable,
          encryptionKey,
          ...readiness,
          version: VERSION,
        });
      },
      { detail: { hide: true } },
    );
};
