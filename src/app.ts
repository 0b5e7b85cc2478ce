import { Elysia } from "elysia";
import { changeFeed } from "./change-feed/routes.ts";
import { consolePages } from "./console/routes.ts";
import type { Ctx } from "./ctx.ts";
import { customers } from "./customers/routes.ts";
import { events } from "./events/routes.ts";
import { BASE } from "./http/base.ts";
import { createHandler } from "./http/create-handler.ts";
import { registerFormats } from "./http/formats.ts";
import { metrics } from "./http/metrics-route.ts";
import { probes, type Readiness } from "./http/probes.ts";
import { problems, type Routes } from "./http/problems.ts";
import { integrations } from "./integrations/routes.ts";
import { inventoryImports } from "./inventory/imports/routes.ts";
import { inventoryItems, inventoryLevels } from "./inventory/routes.ts";
import { storeJobs } from "./monitor/jobs/routes.ts";
import { requestLog } from "./monitor/requests/routes.ts";
import { retention } from "./monitor/retention/routes.ts";
import { summary } from "./monitor/summary/routes.ts";
import { docs } from "./openapi/routes.ts";
import { orders } from "./orders/routes.ts";
import { privacy } from "./privacy/routes.ts";
import { manyReturns } from "./returns/bulk/routes.ts";
import { unitImages } from "./returns/images/routes.ts";
import { returns, storeReturns } from "./returns/routes.ts";
import { TRANSITIONS } from "./returns/status.ts";
import { WEBHOOKS } from "./returns/webhook-docs.ts";
import { search } from "./search/routes.ts";
import { segments } from "./segments/routes.ts";
import { storefront } from "./storefront/routes.ts";
import { stores } from "./stores/routes.ts";
import { returnTimeline } from "./timeline/of-return/routes.ts";
import { timeline } from "./timeline/routes.ts";
import { WAREHOUSE } from "./warehouse/api-style.ts";
import { storeExports } from "./warehouse/exports/routes.ts";
import { warehouse } from "./warehouse/routes.ts";
import { UNDESCRIBED } from "./warehouse/versions.ts";
import { webhookDeliveries } from "./webhooks/deliveries/routes.ts";
import { storeWebhooks, webhooks } from "./webhooks/routes.ts";

export type App = { fetch(request: Request): Promise<Response>; routes: Routes };

/** Returns the service as one web-standard handler, and its routes. */
export function createApp(ctx: Ctx, readiness: Readiness): App {
  registerFormats();
  // By default the framework assumes a host of at least four characters.
  const app = new Elysia({ handler: { standardHostname: false } })
    .use(problems(ctx, (): Routes => app.routes, [WAREHOUSE]))
    .use(
      docs({
        webhooks: WEBHOOKS,
        transitions: TRANSITIONS,
        undescribed: UNDESCRIBED,
        handle: (request): Promise<Response> => app.handle(request),
      }),
    )
    .use(probes(ctx, readiness))
    .use(metrics(ctx))
    .use(
      new Elysia({ prefix: BASE })
        .use(stores(ctx))
        .use(integrations(ctx))
        .use(customers(ctx))
        .use(privacy(ctx))
        .use(timeline(ctx))
        .use(events(ctx))
        .use(segments(ctx))
        .use(search(ctx))
        .use(storefront(ctx))
        .use(orders(ctx))
        .use(storeReturns(ctx))
        .use(manyReturns(ctx))
        .use(returns(ctx))
        .use(unitImages(ctx))
        .use(returnTimeline(ctx))
        .use(storeJobs(ctx))
        .use(retention(ctx))
        .use(summary(ctx))
        .use(requestLog(ctx))
        .use(inventoryLevels(ctx))
        .use(inventoryItems(ctx))
        .use(inventoryImports(ctx))
        .use(storeExports(ctx))
        .use(changeFeed(ctx))
        .use(storeWebhooks(ctx))
        .use(webhooks(ctx))
        .use(webhookDeliveries(ctx)),
    )
    .use(warehouse(ctx))
    .use(consolePages(ctx, async (request): Promise<Response> => app.handle(request)));

  // Otherwise the first request would wait for it.
  app.compile();
  return { fetch: createHandler(ctx, app), routes: app.routes };
}
