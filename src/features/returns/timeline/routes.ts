import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../../../core/ctx.ts";
import { jsonResponse } from "../../../core/http/fill-page.ts";
import { guard } from "../../../core/http/guard.ts";
import { PageHeaders, PageQuery, pageOf } from "../../../core/http/paging.ts";
import { DOCS } from "./docs.ts";
import { RETURN_TIMELINE_PAGES } from "./find.ts";
import { readReturnTimeline } from "./read.ts";
import { ReturnTimeline } from "./schema.ts";

/** What happened to one return; the credential identifies its store. */
export const returnTimeline = (ctx: Ctx) =>
  new Elysia({ name: "return-timeline", prefix: "/returns/:returnId/timeline", tags: ["Returns"] })
    .use(guard(ctx))
    .get(
      "",
      async ({ caller, params: { returnId }, query, headers }) => {
        const page = pageOf({ headers, query }, RETURN_TIMELINE_PAGES, `${caller.storeId} ${returnId}`);
        const { json, headers: pageHeaders } = await readReturnTimeline(ctx, caller, returnId, page);
        return jsonResponse(json, pageHeaders);
      },
      {
        access: { scope: "returns_read" },
        params: Type.Object({ returnId: Type.String() }),
        headers: PageHeaders,
        query: PageQuery,
        response: { 200: ReturnTimeline },
        detail: DOCS.read,
      },
    );
