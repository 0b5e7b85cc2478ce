import { Elysia } from "elysia";
import type { Ctx } from "../../../core/ctx.ts";
import { guard } from "../../../core/http/guard.ts";
import { textResponse } from "../../../core/http/streams.ts";
import { ReturnQuery } from "../read/list-schema.ts";
import { changeStatuses } from "./change-statuses.ts";
import { csvOfReturns } from "./csv.ts";
import { DOCS } from "./docs.ts";
import { returnQueues } from "./queues.ts";
import { QueuesQuery, ReturnQueues, StatusChanges, StatusResults } from "./schema.ts";

/** Operations on many returns of a store. */
export const manyReturns = (ctx: Ctx) =>
  new Elysia({ name: "many-returns", prefix: "/stores/:storeId", tags: ["Returns"] })
    .use(guard(ctx))
    .get("/returns/queues", ({ caller, query }) => returnQueues(ctx, caller.storeId, query.since), {
      access: { scope: "returns_read" },
      query: QueuesQuery,
      response: { 200: ReturnQueues },
      detail: DOCS.queues,
    })
    .post(
      "/returns/status",
      async ({ caller, body }) => ({ results: await changeStatuses(ctx, caller, body) }),
      {
        access: { scope: "returns_write" },
        body: StatusChanges,
        response: { 200: StatusResults },
        detail: DOCS.changeStatuses,
      },
    )
    .get(
      "/returns.csv",
      ({ request, caller, query }) => {
        const kind = {
          name: "a file of returns",
          type: "text/csv; charset=utf-8; header=present",
          headers: {
            "Content-Disposition": 'attachment; filename="returns.csv"',
            "X-Content-Type-Options": "nosniff",
          },
        };
        return textResponse(ctx, request, kind, csvOfReturns(ctx, caller, query));
      },
      {
        access: { scope: "returns_read", isLarge: () => true },
        query: ReturnQuery,
        detail: DOCS.csv,
      },
    );
