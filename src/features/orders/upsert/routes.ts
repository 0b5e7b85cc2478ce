import { Elysia } from "elysia";
import type { Ctx } from "../../../core/ctx.ts";
import { guard } from "../../../core/http/guard.ts";
import { DOCS } from "./docs.ts";
import { OrderSynced, ShopOrder } from "./schema.ts";
import { upsertShopOrder } from "./upsert-shop-order.ts";

export const shopOrders = (ctx: Ctx) =>
  new Elysia({ name: "shop orders", prefix: "/stores/:storeId/custom/orders", tags: ["Orders"] })
    .use(guard(ctx))
    .post("", ({ caller, body }) => upsertShopOrder(ctx, caller.storeId, body), {
      access: {
        scope: "orders_write",
        plain: [400, 401, 500],
        mirrorsBody: true,
        changes: orderIn,
      },
      body: ShopOrder,
      response: { 200: OrderSynced },
      detail: DOCS.upsert,
    });

function orderIn({ body }: { body?: unknown }): string {
  return `order ${(body as ShopOrder).id}`;
}
