import { Elysia } from "elysia";
import type { Ctx } from "../../core/ctx.ts";
import { cachedFor } from "../../lib/cached-for.ts";
import type { Handle } from "../pages/api.ts";
import type { DescribedRoutes } from "./operation-titles.ts";

/** `parse: "none"`, because pages read forms themselves, with a limit. */
const hidden = { parse: "none", detail: { hide: true } } as const;

/**
 * Serves the console: the merchant's pages. Their code is loaded by the first request for one: many processes serve
 * programs alone.
 */
export const consolePages = (ctx: Ctx, handle: Handle, routes: () => DescribedRoutes) => {
  const load = cachedFor(Number.POSITIVE_INFINITY, async () => {
    const { consoleApp } = await import("./app.ts");
    return consoleApp(ctx, handle, routes);
  });
  const pass = async ({ request }: { request: Request }) => (await load())(request);
  return new Elysia({ name: "console", prefix: "/console" }).all("", pass, hidden).all("/*", pass, hidden);
};
