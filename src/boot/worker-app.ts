import { Elysia } from "elysia";
import type { App } from "../app.ts";
import type { Ctx } from "../core/ctx.ts";
import { ANY_HOST } from "../core/http/base.ts";
import { createHandler } from "../core/http/create-handler.ts";
import { problems, type Routes } from "../core/http/errors/problems.ts";
import { metrics } from "../core/http/metrics-route.ts";
import { probes, type Readiness } from "../core/http/probes.ts";
import { cachedFor } from "../lib/cached-for.ts";

/**
 * Returns the handler of a process that only works, which few requests but probes reach: it loads the app of all
 * operations with the first other one. Loading it takes longer than the rest of a worker's start.
 */
export function createWorkerFetch(ctx: Ctx, readiness: Readiness): App["fetch"] {
  const own = new Elysia(ANY_HOST)
    .use(problems(ctx, (): Routes => own.routes))
    .use(probes(ctx, readiness))
    .use(metrics(ctx));
  const handleOwn = createHandler(ctx, own);
  const paths = new Set(own.routes.map(({ path }) => path));
  const loadApp = cachedFor(Number.POSITIVE_INFINITY, async () =>
    (await import("../app.ts")).createApp(ctx, readiness),
  );

  return async (request) => {
    const { method } = request;
    const { pathname } = new URL(request.url);
    if (method === "GET" && paths.has(pathname)) return handleOwn(request);
    return (await loadApp()).fetch(request);
  };
}
