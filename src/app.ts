import { Elysia } from "elysia";
import { WAREHOUSE } from "./compat/dialect.ts";
import { compat } from "./compat/routes.ts";
import type { Ctx } from "./ctx.ts";
import { customers } from "./customers/routes.ts";
import { events } from "./events/routes.ts";
import { BASE } from "./http/base.ts";
import { docs } from "./http/docs.ts";
import { registerFormats } from "./http/formats.ts";
import { withHead } from "./http/head.ts";
import { health, type Readiness } from "./http/health.ts";
import { logged } from "./http/logged.ts";
import { metrics } from "./http/metrics.ts";
import { problems, type Routes } from "./http/problems.ts";
import { withReadableUrl } from "./http/readable-url.ts";
import { inventoryItems, inventoryLevels } from "./inventory/routes.ts";
import { orders } from "./orders/routes.ts";
import { returns, storeReturns } from "./returns/routes.ts";
import { WEBHOOKS } from "./returns/webhook-docs.ts";
import { storefront } from "./storefront/routes.ts";
import { storeWebhooks, webhooks } from "./subscriptions/routes.ts";

export type App = { fetch(request: Request): Promise<Response>; routes: Routes };

/** The whole service as one web-standard handler. */
export function createApp(ctx: Ctx, readiness: Readiness): App {
  registerFormats();
  // Unless told otherwise the framework looks for the path behind a host of four characters at least.
  const app = new Elysia({ handler: { standardHostname: false } })
    .use(problems(ctx, (): Routes => app.routes, [WAREHOUSE]))
    .use(docs(WEBHOOKS))
    .use(health(ctx, readiness))
    .use(metrics(ctx))
    .use(
      new Elysia({ prefix: BASE })
        .use(customers(ctx))
        .use(events(ctx))
        .use(storefront(ctx))
        .use(orders(ctx))
        .use(storeReturns(ctx))
        .use(returns(ctx))
        .use(inventoryLevels(ctx))
        .use(inventoryItems(ctx))
        .use(storeWebhooks(ctx))
        .use(webhooks(ctx)),
    )
    .use(compat(ctx));

  const answer = logged(
    ctx,
    app.routes,
    withHead((request) => app.handle(request)),
  );
  return { fetch: (request) => answer(withReadableUrl(request)), routes: app.routes };
}
