import type { Ctx } from "../ctx.ts";
import { withAccessLog } from "./access-log.ts";
import { withHead } from "./head.ts";
import { withNormalizedUrl } from "./normalize-url.ts";
import { peerOf, setPeer } from "./peer.ts";
import type { Routes } from "./problems.ts";

type FrameworkApp = { fetch(request: Request): Response | Promise<Response>; routes: Routes };

/** Returns an app of the framework as one web-standard handler, which also logs requests and answers HEAD. */
export function createHandler(ctx: Ctx, app: FrameworkApp): (request: Request) => Promise<Response> {
  const handle = withAccessLog(
    ctx,
    app.routes,
    withHead((request) => app.fetch(request)),
  );
  return (request) => {
    const normal = withNormalizedUrl(request);
    if (normal !== request) setPeer(normal, peerOf(request));
    return handle(normal);
  };
}
