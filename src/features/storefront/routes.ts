import { Type } from "@sinclair/typebox";
import { Elysia, t } from "elysia";
import type { Ctx } from "../../core/ctx.ts";
import { unstripped } from "../../core/http/body/body-schema.ts";
import { preflightOf } from "../../core/http/cors.ts";
import { jsonResponse } from "../../core/http/fill-page.ts";
import { fromTime, untilTime } from "../../core/http/filters.ts";
import { guard } from "../../core/http/guard.ts";
import type { Rate } from "../../core/http/limits/rate-limit.ts";
import { PageHeaders, PageLimit, pageOf } from "../../core/http/paging.ts";
import { field, OneOf } from "../../lib/schema-types.ts";
import { allowedOrigin } from "../stores/allowed-origin.ts";
import { DOCS } from "./docs.ts";
import { listStorefrontEvents, STOREFRONT_LIST } from "./list.ts";
import { recordStorefrontEvent } from "./record.ts";
import { EVENT_NAMES, RecordedEvent, storefrontEvent } from "./schema.ts";

/** Visitors of a page have its secret, so they may send no more than the store's programs. */
const PAGE_RATE: Rate = { name: "storefront.events", seconds: 1, limitOf: (config) => config.eventRateLimit };

export const storefront = (ctx: Ctx) =>
  new Elysia({ name: "storefront", prefix: "/stores/:storeId/storefront/events", tags: ["Storefront"] })
    .use(guard(ctx))
    .options(
      "",
      preflightOf("POST", (storeId, origin) =>
        allowedOrigin(ctx, storeId, origin, "storefront_events_write"),
      ),
      { detail: { hide: true } },
    )
    .post(
      "",
      async ({ caller, body }) => {
        await recordStorefrontEvent(ctx, caller.storeId, body);
        return new Response(null, { status: 204 });
      },
      {
        access: { scope: "storefront_events_write", inPages: true, pageRate: PAGE_RATE, keepsNumbers: true },
        body: unstripped(storefrontEvent(ctx.config.storefrontEventSource)),
        response: { 204: Type.Void() },
        detail: DOCS.record,
      },
    )
    .get(
      "",
      async ({ caller, query, headers }) => {
        const page = pageOf({ headers, query }, STOREFRONT_LIST, caller.storeId);
        const { json, headers: pageHeaders } = await listStorefrontEvents(ctx, caller.storeId, query, page);
        return jsonResponse(json, pageHeaders);
      },
      {
        access: { scope: "customers_read" },
        headers: PageHeaders,
        query: t.Object({
          eventName: t.Optional(OneOf(EVENT_NAMES, { description: "Only events with this name." })),
          since: fromTime(),
          until: untilTime(),
          ...PageLimit,
        }),
        response: { 200: Type.Object({ events: field(Type.Array(RecordedEvent), "The events.") }) },
        detail: DOCS.list,
      },
    );
