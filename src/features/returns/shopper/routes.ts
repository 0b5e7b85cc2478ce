import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../../../core/ctx.ts";
import { guard } from "../../../core/http/guard.ts";
import { linkAt } from "../../../core/http/response-origin.ts";
import { field } from "../../../lib/schema-types.ts";
import { DOCS } from "./docs.ts";
import { renewShopperLink, revokeShopperLink } from "./link.ts";

const ReturnId = Type.Object({ returnId: Type.String() });

const ShopperLink = Type.Object(
  {
    url: field(
      Type.String(),
      "The address of the shopper's page of this return.",
      "http://localhost:3000/r/green-shop/return?link=4c9k2m7x0p5r8w3n6t1y9a2d4f7h0j3l5q8s1v6z",
    ),
  },
  { title: "Shopper link" },
);

/** The link by which a shopper follows a return. */
export const shopperLinks = (ctx: Ctx) =>
  new Elysia({ name: "shopper-links", prefix: "/returns/:returnId/shopper-link", tags: ["Returns"] })
    .use(guard(ctx))
    .post(
      "",
      async ({ caller, params, status }) => {
        const url = await renewShopperLink(ctx, { storeId: caller.storeId, returnId: params.returnId });
        return status(201, { url: linkAt(caller.origin, url) });
      },
      {
        access: { scope: "returns_write" },
        params: ReturnId,
        response: { 201: ShopperLink },
        detail: DOCS.renew,
      },
    )
    .delete(
      "",
      async ({ caller, params }) => {
        await revokeShopperLink(ctx, { storeId: caller.storeId, returnId: params.returnId });
        return new Response(null, { status: 204 });
      },
      {
        access: { scope: "returns_write" },
        params: ReturnId,
        response: { 204: Type.Void() },
        detail: DOCS.revoke,
      },
    );
