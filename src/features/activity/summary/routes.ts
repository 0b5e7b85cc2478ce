import { Elysia } from "elysia";
import type { Ctx } from "../../../core/ctx.ts";
import { guard } from "../../../core/http/guard.ts";
import { DOCS } from "./docs.ts";
import { SummaryAnswer, SummaryQuery } from "./schema.ts";
import { summarize } from "./summarize.ts";

/** The numbers of a store. */
export const summary = (ctx: Ctx) =>
  new Elysia({ name: "summary", prefix: "/stores/:storeId/summary", tags: ["Monitoring"] })
    .use(guard(ctx))
    .get("", async ({ caller, query }) => ({ summary: await summarize(ctx, caller, query.last ?? "24h") }), {
      access: {
        scope: ["returns_read", "customers_read", "customer_events_write", "webhooks_read"],
        takesAnyScope: true,
        takesNoConnection: true,
      },
      query: SummaryQuery,
      response: { 200: SummaryAnswer },
      detail: DOCS.summarize,
    });
