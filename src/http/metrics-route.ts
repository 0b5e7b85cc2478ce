import { Elysia } from "elysia";
import type { Ctx } from "../ctx.ts";

/** Serves the metrics in Prometheus's text format, without authentication. */
export const metrics = (ctx: Ctx) =>
  new Elysia({ name: "metrics" }).get(
    "/metrics",
    async () =>
      new Response(await ctx.metrics.text(), { headers: { "Content-Type": ctx.metrics.contentType } }),
    { detail: { hide: true } },
  );
