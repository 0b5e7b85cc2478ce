import { Elysia } from "elysia";
import { cachedFor } from "../../lib/cached-for.ts";
import { equalInConstantTime } from "../../lib/hash.ts";
import { problem } from "../../lib/problem.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Ctx } from "../ctx.ts";
import { bearerOf } from "./auth/credentials.ts";
import { problemResponse } from "./errors/problems.ts";
import { requestContextOf } from "./request-context.ts";

/** Rendering takes milliseconds of the event loop, and the path needs no credential. */
const MAX_AGE_MS = 1_000;

/** The metrics as text, and their media type. */
type Rendered = { text: string; contentType: string };

/**
 * Serves the metrics in Prometheus's text format, rendered at most once a second for all clients together. With
 * `METRICS_TOKEN` a client needs it: 401 without it.
 */
export const metrics = (ctx: Ctx) => {
  const { contentType } = ctx.metrics;
  const respond = createMetricsResponder(ctx.config, async () => ({
    text: await ctx.metrics.text(),
    contentType,
  }));
  return new Elysia({ name: "metrics" }).get("/metrics", ({ request }) => respond(request), {
    detail: { hide: true },
  });
};

/** Returns the handler of requests for the metrics that `render` returns. */
export function createMetricsResponder(
  { metricsToken }: Pick<Config, "metricsToken">,
  render: () => Promise<Rendered>,
): (request: Request) => Promise<Response> {
  const rendered = cachedFor(MAX_AGE_MS, render);
  return async (request) => {
    if (metricsToken !== undefined && !equalInConstantTime(bearerOf(request.headers) ?? "", metricsToken)) {
      const headers = { "WWW-Authenticate": "Bearer" };
      const { parts } = problem("unauthenticated", "The metrics need the token METRICS_TOKEN.", { headers });
      const context = requestContextOf(request);
      context.problemCode = parts.code;
      return problemResponse(parts, context.requestId);
    }
    const { text, contentType } = await rendered();
    return new Response(text, { headers: { "Content-Type": contentType, "Cache-Control": "no-store" } });
  };
}
