import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../ctx.ts";
import { unstripped } from "../http/body-schema.ts";
import { preflightResponse } from "../http/cors.ts";
import { guard } from "../http/guard.ts";
import { allowedOrigin } from "../stores/allowed-origin.ts";
import { DOCS } from "./docs.ts";
import { recordStorefrontEvent } from "./record.ts";
import { storefrontEvent } from "./schema.ts";

export const storefront = (ctx: Ctx) =>
  new Elysia({ name: "storefront", prefix: "/stores/:storeId/storefront/events", tags: ["Storefront"] })
    .use(guard(ctx))
    .options(
      "",
      async ({ request, params }) =>
        preflightResponse("POST", await allowedOrigin(ctx, params.storeId, request.headers.get("origin"))),
      { detail: { hide: true } },
    )
    .post(
      "",
      async ({ caller, body }) => {
        await recordStorefrontEvent(ctx, caller.storeId, body);
        return new Response(null, { status: 204 });
      },
      {
        access: { scope: "storefront_events_write", inPages: true },
        body: unstripped(storefrontEvent(ctx.config.storefrontEventSource)),
        response: { 204: Type.Void() },
        detail: DOCS.record,
      },
    );
