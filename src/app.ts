import { Elysia } from "elysia";
import type { Ctx } from "./core/ctx.ts";
import { ANY_HOST, BASE } from "./core/http/base.ts";
import { createHandler } from "./core/http/create-handler.ts";
import { registerFormats } from "./core/http/errors/formats.ts";
import { problems, type Routes } from "./core/http/errors/problems.ts";
import { metrics } from "./core/http/metrics-route.ts";
import { probes, type Readiness } from "./core/http/probes.ts";
import type { DescribedRoutes } from "./faces/console/operation-titles.ts";
import { root } from "./faces/console/root.ts";
import { consolePages } from "./faces/console/routes.ts";
import { docs } from "./faces/docs/routes.ts";
import { shopperPages } from "./faces/shopper/routes.ts";
import { customerFigures } from "./features/activity/figures/routes.ts";
import { storeJobs } from "./features/activity/jobs/routes.ts";
import { requestLog } from "./features/activity/requests/routes.ts";
import { retention } from "./features/activity/retention/routes.ts";
import { summary } from "./features/activity/summary/routes.ts";
import { timeline } from "./features/activity/timeline/routes.ts";
import { changeFeed } from "./features/change-feed/routes.ts";
import { connectorHooks } from "./features/connectors/hooks/routes.ts";
import { connectors } from "./features/connectors/routes.ts";
import { customers } from "./features/customers/routes.ts";
import { privacy } from "./features/erasure/routes.ts";
import { events } from "./features/events/routes.ts";
import { integrations } from "./features/integrations/routes.ts";
import { inventoryImports } from "./features/inventory/imports/routes.ts";
import { inventoryItems, inventoryLevels } from "./features/inventory/routes.ts";
import { storeMails } from "./features/mail/routes.ts";
import { orderImports } from "./features/orders/imports/routes.ts";
import { orders } from "./features/orders/routes.ts";
import { shopOrders } from "./features/orders/upsert/routes.ts";
import { returnRefunds, storePayouts } from "./features/payouts/routes.ts";
import { policy } from "./features/policy/routes.ts";
import { manyReturns } from "./features/returns/bulk/routes.ts";
import { unitImages } from "./features/returns/images/routes.ts";
import { policyDryRuns } from "./features/returns/policy/dry-run/routes.ts";
import { eligibility } from "./features/returns/policy/routes.ts";
import { returns, storeReturns } from "./features/returns/routes.ts";
import { shopperLinks } from "./features/returns/shopper/routes.ts";
import { TRANSITIONS } from "./features/returns/status.ts";
import { returnTimeline } from "./features/returns/timeline/routes.ts";
import { PARAMETERS, RESPONSES, WEBHOOKS } from "./features/returns/webhooks/webhook-docs.ts";
import { search } from "./features/search/routes.ts";
import { segments } from "./features/segments/routes.ts";
import { storefront } from "./features/storefront/routes.ts";
import { stores } from "./features/stores/routes.ts";
import { WAREHOUSE } from "./features/warehouse/api-style.ts";
import { storeExports } from "./features/warehouse/exports/routes.ts";
import { warehouse } from "./features/warehouse/routes.ts";
import { UNDESCRIBED } from "./features/warehouse/versions.ts";
import { webhookDeliveries } from "./features/webhooks/deliveries/routes.ts";
import { storeWebhooks, webhooks } from "./features/webhooks/routes.ts";
import { withdrawals } from "./features/withdrawals/routes.ts";
import { withdrawalWebhook } from "./features/withdrawals/webhook-docs.ts";

export type App = { fetch(request: Request): Promise<Response>; routes: Routes };

/** Returns the service as one web-standard handler, and its routes. */
export function createApp(ctx: Ctx, readiness: Readiness): App {
  registerFormats();
  const app = new Elysia(ANY_HOST)
    .use(problems(ctx, (): Routes => app.routes, [WAREHOUSE]))
    .use(
      docs(ctx, {
        webhooks: { ...WEBHOOKS, withdrawal: withdrawalWebhook(PARAMETERS, RESPONSES) },
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
        .use(connectors(ctx))
        .use(customers(ctx))
        .use(privacy(ctx))
        .use(timeline(ctx))
        .use(customerFigures(ctx))
        .use(events(ctx))
        .use(segments(ctx))
        .use(policy(ctx))
        .use(policyDryRuns(ctx))
        .use(search(ctx))
        .use(storefront(ctx))
        .use(orders(ctx))
        .use(shopOrders(ctx))
        .use(eligibility(ctx))
        .use(storeReturns(ctx))
        .use(manyReturns(ctx))
        .use(returns(ctx))
        .use(unitImages(ctx))
        .use(returnTimeline(ctx))
        .use(storeMails(ctx))
        .use(storePayouts(ctx))
        .use(returnRefunds(ctx))
        .use(shopperLinks(ctx))
        .use(withdrawals(ctx))
        .use(storeJobs(ctx))
        .use(retention(ctx))
        .use(summary(ctx))
        .use(requestLog(ctx))
        .use(inventoryLevels(ctx))
        .use(inventoryItems(ctx))
        .use(inventoryImports(ctx))
        .use(orderImports(ctx))
        .use(storeExports(ctx))
        .use(changeFeed(ctx))
        .use(storeWebhooks(ctx))
        .use(webhooks(ctx))
        .use(webhookDeliveries(ctx)),
    )
    .use(warehouse(ctx))
    .use(connectorHooks(ctx))
    .use(shopperPages(ctx, async (request): Promise<Response> => app.handle(request)))
    .use(root)
    .use(
      consolePages(
        ctx,
        async (request): Promise<Response> => app.handle(request),
        (): DescribedRoutes => app.routes,
      ),
    );

  // Otherwise the first request would wait for it.
  app.compile();
  return { fetch: createHandler(ctx, app), routes: app.routes };
}
