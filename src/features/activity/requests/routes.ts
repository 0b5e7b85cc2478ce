import { Elysia } from "elysia";
import type { Ctx } from "../../../core/ctx.ts";
import { jsonResponse } from "../../../core/http/fill-page.ts";
import { guard } from "../../../core/http/guard.ts";
import { PageHeaders, pageOf } from "../../../core/http/paging.ts";
import { DOCS } from "./docs.ts";
import { listRequests, REQUEST_LISTS } from "./list.ts";
import { LoggedRequests, RequestQuery } from "./schema.ts";

/** The log of a store's requests. */
export const requestLog = (ctx: Ctx) =>
  new Elysia({ name: "request-log", prefix: "/stores/:storeId/requests", tags: ["Monitoring"] })
    .use(guard(ctx))
    .get(
      "",
      async ({ caller, query, headers }) => {
        const page = pageOf({ headers, query }, REQUEST_LISTS[query.sort ?? "-created_at"], caller.storeId);
        const { found, headers: pageHeaders } = await listRequests(ctx, caller.storeId, query, page);
        return jsonResponse(JSON.stringify(found), pageHeaders);
      },
      {
        access: { scope: "store_read" },
        headers: PageHeaders,
        query: RequestQuery,
        response: { 200: LoggedRequests },
        detail: DOCS.list,
      },
    );
