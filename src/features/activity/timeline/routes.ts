import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../../../core/ctx.ts";
import { jsonResponse } from "../../../core/http/fill-page.ts";
import { guard } from "../../../core/http/guard.ts";
import { PageHeaders, PageQuery, pageOf } from "../../../core/http/paging.ts";
import { DOCS } from "./docs.ts";
import { TIMELINE_PAGES } from "./find-entries.ts";
import { readTimeline } from "./read-timeline.ts";
import { Timeline } from "./schema.ts";

export const timeline = (ctx: Ctx) =>
  new Elysia({
    name: "timeline",
    prefix: "/stores/:storeId/customers/:customerId/timeline",
    tags: ["Customers"],
  })
    .use(guard(ctx))
    .get(
      "",
      async ({ caller, params: { customerId }, query, headers }) => {
        const page = pageOf({ headers, query }, TIMELINE_PAGES, `${caller.storeId} ${customerId}`);
        const { json, headers: pageHeaders } = await readTimeline(ctx, caller, customerId, page);
        return jsonResponse(json, pageHeaders);
      },
      {
        access: { scope: "customers_read" },
        params: Type.Object({ storeId: Type.String(), customerId: Type.String() }),
        headers: PageHeaders,
        query: PageQuery,
        response: { 200: Timeline },
        detail: DOCS.read,
      },
    );
