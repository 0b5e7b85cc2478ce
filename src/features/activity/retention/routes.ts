import { Elysia } from "elysia";
import type { Ctx } from "../../../core/ctx.ts";
import { guard } from "../../../core/http/guard.ts";
import { DOCS } from "./docs.ts";
import { storeRetention } from "./list.ts";
import { StoreRetentions } from "./schema.ts";

/** For how long a store's rows are kept. */
export const retention = (ctx: Ctx) =>
  new Elysia({ name: "retention", prefix: "/stores/:storeId/retention", tags: ["Monitoring"] })
    .use(guard(ctx))
    .get("", async ({ caller }) => ({ retention: await storeRetention(ctx, caller.storeId) }), {
      access: { scope: "store_read" },
      response: { 200: StoreRetentions },
      detail: DOCS.list,
    });
