import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../ctx.ts";
import { keptWhole } from "../http/kept-whole.ts";
import { scope } from "../http/scope.ts";
import { DOCS } from "./docs.ts";
import { recordStorefrontEvent } from "./record.ts";
import { storefrontEvent } from "./schema.ts";

export const storefront = (ctx: Ctx) =>
  new Elysia({ name: "storefront", prefix: "/stores/:storeId/storefront/events", tags: ["Storefront"] })
    .use(scope(ctx))
    .post(
      "",
      async ({ caller, body, status }) => {
        await recordStorefrontEvent(ctx, caller.storeId, body);
        return status(204, undefined);
      },
      {
        access: { scope: "storefront_events_write" },
        body: keptWhole(storefrontEvent(ctx.config.storefrontEventSource)),
        response: { 204: Type.Void() },
        detail: DOCS.record,
      },
    );
