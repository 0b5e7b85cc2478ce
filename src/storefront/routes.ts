import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../ctx.ts";
import { unstripped } from "../http/body-schema.ts";
import { guard } from "../http/guard.ts";
import { DOCS } from "./docs.ts";
import { recordStorefrontEvent } from "./record.ts";
import { storefrontEvent } from "./schema.ts";

export const storefront = (ctx: Ctx) =>
  new Elysia({ name: "storefront", prefix: "/stores/:storeId/storefront/events", tags: ["Storefront"] })
    .use(guard(ctx))
    .post(
      "",
      async ({ caller, body }) => {
        await recordStorefrontEvent(ctx, caller.storeId, body);
        return new Response(null, { status: 204 });
      },
      {
        access: { scope: "storefront_events_write" },
        body: unstripped(storefrontEvent(ctx.config.storefrontEventSource)),
        response: { 204: Type.Void() },
        detail: DOCS.record,
      },
    );
