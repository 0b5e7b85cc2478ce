import { Elysia } from "elysia";
import type { Ctx } from "../ctx.ts";
import { createKeyWatch } from "../db/key-check.ts";

/** Whether everything that must be there before a request is taken is there: migrations, workers. */
export type Readiness = { ready: boolean; stopping: boolean };

/** Liveness and readiness, without a credential. Whoever asks is answered within two seconds. */
export const probes = (ctx: Ctx, readiness: Readiness) => {
  const hasKey = createKeyWatch(ctx.db, ctx.encryption);
  return new Elysia({ name: "health" })
    .get("/healthz", () => ({ status: "alive" }), { detail: { hide: true } })
    .get(
      "/readyz",
      async ({ status }) => {
        const { answers: database, writable } = await ctx.pulse.take();
        if (!writable) ctx.log.warn({ database, writable }, "the database is not well");
        const encryptionKey = hasKey();
        const ready = database && writable && encryptionKey && readiness.ready && !readiness.stopping;
        return status(ready ? 200 : 503, {
          status: ready ? "ready" : "not ready",
          database,
          writable,
          encryptionKey,
          ...readiness,
        });
      },
      { detail: { hide: true } },
    );
};
