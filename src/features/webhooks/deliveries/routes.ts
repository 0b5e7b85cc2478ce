import { Type } from "@sinclair/typebox";
import { Elysia, t } from "elysia";
import type { Ctx } from "../../../core/ctx.ts";
import { Counted, CountIncluded } from "../../../core/http/count-included.ts";
import { jsonResponse } from "../../../core/http/fill-page.ts";
import { fromTime, untilTime } from "../../../core/http/filters.ts";
import { guard } from "../../../core/http/guard.ts";
import { PageHeaders, PageLimit, pageOf } from "../../../core/http/paging.ts";
import { CreationSort } from "../../../core/lists/by-creation.ts";
import { field } from "../../../lib/schema-types.ts";
import { DOCS } from "../docs.ts";
import { DELIVERY_LISTS, listDeliveries } from "../list-deliveries.ts";
import { readDelivery } from "../read-delivery.ts";
import { redeliver } from "../redeliver.ts";
import { Delivery, DeliveryDetail, DeliveryStatus } from "../schema.ts";

const WebhookId = Type.Object({ webhookId: Type.String() });
const DeliveryId = Type.Object({ webhookId: Type.String(), deliveryId: Type.String() });

/** The operations on the deliveries of a webhook. */
export const webhookDeliveries = (ctx: Ctx) =>
  new Elysia({ name: "webhook-deliveries", prefix: "/webhooks/:webhookId/deliveries", tags: ["Webhooks"] })
    .use(guard(ctx))
    .get(
      "",
      async ({ caller, params, query, headers }) => {
        const filter = { webhookId: params.webhookId, ...query };
        const list = DELIVERY_LISTS[query.sort ?? "-created_at"];
        const page = pageOf({ headers, query }, list, `${caller.storeId} ${filter.webhookId}`);
        const deliveries = await listDeliveries(ctx, caller.storeId, filter, page);
        return jsonResponse(deliveries.json, deliveries.headers);
      },
      {
        access: { scope: "webhooks_read" },
        params: WebhookId,
        headers: PageHeaders,
        query: t.Object({
          status: t.Optional(DeliveryStatus),
          since: fromTime(),
          until: untilTime(),
          sort: t.Optional(CreationSort),
          ...CountIncluded,
          ...PageLimit,
        }),
        response: {
          200: Type.Object({ deliveries: field(Type.Array(Delivery), "The deliveries."), ...Counted }),
        },
        detail: DOCS.deliveries,
      },
    )
    .get(
      "/:deliveryId",
      async ({ caller, params }) => ({ delivery: await readDelivery(ctx, caller.storeId, params) }),
      {
        access: { scope: ["webhooks_read", "returns_read"] },
        params: DeliveryId,
        response: { 200: Type.Object({ delivery: field(DeliveryDetail, "The delivery.") }) },
        detail: DOCS.delivery,
      },
    )
    .post(
      "/:deliveryId/redeliver",
      async ({ caller, params }) => {
        await redeliver(ctx, caller.storeId, params);
        return new Response(null, { status: 202 });
      },
      {
        access: { scope: "webhooks_write" },
        params: DeliveryId,
        response: { 202: Type.Void() },
        detail: DOCS.redeliver,
      },
    );
