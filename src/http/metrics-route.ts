import { Elysia } from "elysia";
import type { Ctx } from "../ctx.ts";

/** What the service counts of itself, for Prometheus, without a credential. */
export const metrics = (ctx: Ctx) =>
  new Elysia({ name: "metrics" }).get(
    "/metrics",
    async () =>
      new Response(await ctx.metrics.text(), { headers: { "Content-Type": ctx.metrics.contentType } }),
    { detail: { hide: true } },
  );
