import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../../core/ctx.ts";
import { jsonResponse } from "../../core/http/fill-page.ts";
import { guard } from "../../core/http/guard.ts";
import { IdempotencyKey } from "../../core/http/idempotency.ts";
import { PageHeaders, pageOf } from "../../core/http/paging.ts";
import { field } from "../../lib/schema-types.ts";
import { createOrder, faultsOfOrder } from "./create.ts";
import { DOCS } from "./docs.ts";
import { fulfillOrder } from "./fulfill.ts";
import { Fulfillment, FulfillmentBody, TrackingEvent } from "./fulfillment-schema.ts";
import { listOrders, ORDER_LISTS } from "./list.ts";
import { OrderPage, OrderQuery } from "./list-schema.ts";
import { readOrder } from "./load.ts";
import { Order, OrderBody, OrderCreated } from "./schema.ts";
import { trackFulfillment } from "./track.ts";

export const orders = (ctx: Ctx) =>
  new Elysia({ name: "orders", prefix: "/stores/:storeId/orders", tags: ["Orders"] })
    .use(guard(ctx))
    .post(
      "",
      ({ caller, body, headers }) => createOrder(ctx, caller, { body, key: headers["idempotency-key"] }),
      {
        access: {
          scope: "orders_write",
          plain: [400, 401, 409],
          rules: faultsOfOrder,
          changes: orderIn,
          takesNoConnection: true,
        },
        headers: IdempotencyKey,
        body: OrderBody,
        response: { 200: OrderCreated },
        detail: DOCS.create,
      },
    )
    .get(
      "",
      async ({ caller, query, headers }) => {
        const page = pageOf({ headers, query }, ORDER_LISTS[query.sort ?? "-created_at"], caller.storeId);
        const { json, headers: pageHeaders } = await listOrders(ctx, caller.storeId, query, page);
        return jsonResponse(json, pageHeaders);
      },
      {
        access: { scope: "orders_read", defersAuthentication: "beside" },
        headers: PageHeaders,
        query: OrderQuery,
        response: { 200: OrderPage },
        detail: DOCS.list,
      },
    )
    .get(
      "/:orderId",
      async ({ caller, params }) =>
        jsonResponse(JSON.stringify(await readOrder(ctx, caller.storeId, params.orderId))),
      {
        access: {
          scope: "orders_read",
          plain: [401, 404],
          defersAuthentication: "beside",
          takesNoConnection: true,
        },
        params: Type.Object({ storeId: Type.String(), orderId: Type.String() }),
        response: { 200: Order },
        detail: DOCS.read,
      },
    )
    .post(
      "/:orderId/fulfillments",
      async ({ caller, params, body }) => ({
        success: true as const,
        fulfillment: await fulfillOrder(ctx, caller.storeId, params.orderId, body),
      }),
      {
        access: { scope: "orders_write" },
        params: Type.Object({ storeId: Type.String(), orderId: Type.String() }),
        body: FulfillmentBody,
        response: {
          200: Type.Object({
            success: field(Type.Literal(true), "Whether it succeeded."),
            fulfillment: field(Fulfillment, "The parcel."),
          }),
        },
        detail: DOCS.fulfill,
      },
    )
    .post(
      "/:orderId/fulfillments/:fulfillmentId/tracking-events",
      async ({ caller, params, body, status }) =>
        status(201, { fulfillment: await trackFulfillment(ctx, caller.storeId, params, body) }),
      {
        access: { scope: "orders_write" },
        params: Type.Object({ storeId: Type.String(), orderId: Type.String(), fulfillmentId: Type.String() }),
        body: TrackingEvent,
        response: { 201: Type.Object({ fulfillment: field(Fulfillment, "The parcel.") }) },
        detail: DOCS.track,
      },
    );

function orderIn({ body }: { body?: unknown }): string {
  return `order ${(body as OrderBody).orderId}`;
}
