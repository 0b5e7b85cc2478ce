import { Elysia } from "elysia";
import type { Ctx } from "../../../core/ctx.ts";
import { guard } from "../../../core/http/guard.ts";
import { DOCS } from "./docs.ts";
import { PARTS, SummaryAnswer, SummaryQuery } from "./schema.ts";
import { summarize } from "./summarize.ts";

/** The numbers of a store. */
export const summary = (ctx: Ctx) =>
  new Elysia({ name: "summary", prefix: "/stores/:storeId/summary", tags: ["Monitoring"] })
    .use(guard(ctx))
    .get("", async ({ caller, query }) => ({ summary: await summarize(ctx, caller, query) }), {
      access: {
        scope: [...new Set(Object.values(PARTS).map(({ scope }) => scope))],
        takesAnyScope: true,
        takesNoConnection: true,
      },
      query: SummaryQuery,
      response: { 200: SummaryAnswer },
      detail: DOCS.summarize,
    });
