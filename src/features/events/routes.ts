import { Type } from "@sinclair/typebox";
import { Elysia, t } from "elysia";
import type { Ctx } from "../../core/ctx.ts";
import { checkedByVerb } from "../../core/http/body/body-schema.ts";
import { Counted, CountIncluded } from "../../core/http/count-included.ts";
import { jsonResponse } from "../../core/http/fill-page.ts";
import { fromTime, KeyFilter, TextFilter, untilTime } from "../../core/http/filters.ts";
import { type Access, guard } from "../../core/http/guard.ts";
import type { Rate } from "../../core/http/limits/rate-limit.ts";
import { PageHeaders, PageLimit, pageOf } from "../../core/http/paging.ts";
import { CreationSort } from "../../core/lists/by-creation.ts";
import { field, OneOf } from "../../lib/schema-types.ts";
import { DOCS } from "./docs.ts";
import { createIngest } from "./ingest.ts";
import { createIngestBulk } from "./ingest-bulk.ts";
import { EVENT_LISTS, listEvents } from "./list.ts";
import { listRejections, REJECTION_LISTS } from "./list-rejections.ts";
import { BulkEvents, CustomEvent, Rejection, StoredEvent } from "./schema.ts";

const MAX_BODY_BYTES = 5 * 1024 * 1024;

export const events = (ctx: Ctx) => {
  const ingest = createIngest(ctx);
  const ingestBulk = createIngestBulk(ctx);
  return new Elysia({ name: "events", prefix: "/stores/:storeId/events", tags: ["Custom Events"] })
    .use(guard(ctx))
    .post(
      "",
      async ({ caller, reauthenticate, body }) => {
        await ingest({ caller, reauthenticate }, body);
        return new Response(null, { status: 202 });
      },
      {
        access: {
          scope: "customer_events_write",
          limit: MAX_BODY_BYTES,
          rate: rateOf("events"),
          checks: "verb",
          defersAuthentication: "verb",
          takesNoConnection: true,
        } satisfies Access,
        body: checkedByVerb(CustomEvent),
        response: { 202: Type.Void() },
        detail: DOCS.one,
      },
    )
    .post(
      "/bulk",
      async ({ caller, body }) => {
        await ingestBulk(caller.storeId, body);
        return new Response(null, { status: 202 });
      },
      {
        access: {
          scope: "customer_events_write",
          limit: MAX_BODY_BYTES,
          rate: rateOf("events.bulk"),
          checks: "verb",
          takesNoConnection: true,
        } satisfies Access,
        body: checkedByVerb(BulkEvents),
        response: { 202: Type.Void() },
        detail: DOCS.bulk,
      },
    )
    .get(
      "",
      async ({ caller, query, headers }) => {
        const page = pageOf(
          { headers, query },
          EVENT_LISTS[query.sort ?? "-event_timestamp"],
          caller.storeId,
        );
        const events = await listEvents(ctx, caller.storeId, query, page);
        return jsonResponse(events.json, events.headers);
      },
      {
        access: { scope: "customers_read" },
        headers: PageHeaders,
        query: t.Object({
          eventName: TextFilter("Only events with this name."),
          customer: KeyFilter("Only events of the customer with this id."),
          since: fromTime(),
          until: untilTime(),
          sort: t.Optional(
            OneOf(["-event_timestamp", "event_timestamp"], {
              description:
                "The order: by `eventTimestamp`, with a `-` the latest first; by default `-event_timestamp`.",
            }),
          ),
          ...CountIncluded,
          ...PageLimit,
        }),
        response: {
          200: Type.Object({ events: field(Type.Array(StoredEvent), "The events."), ...Counted }),
        },
        detail: DOCS.list,
      },
    )
    .get(
      "/rejections",
      async ({ caller, query, headers }) => {
        const page = pageOf({ headers, query }, REJECTION_LISTS[query.sort ?? "-created_at"], caller.storeId);
        const rejections = await listRejections(ctx, caller.storeId, query, page);
        return jsonResponse(rejections.json, rejections.headers);
      },
      {
        access: { scope: "customer_events_write" },
        headers: PageHeaders,
        query: t.Object({ sort: t.Optional(CreationSort), ...CountIncluded, ...PageLimit }),
        response: {
          200: Type.Object({
            rejections: field(Type.Array(Rejection), "The rejected events."),
            ...Counted,
          }),
        },
        detail: DOCS.rejections,
      },
    );
};

/** Each operation has its own counter. */
function rateOf(name: string): Rate {
  return { name, seconds: 1, limitOf: (config) => config.eventRateLimit };
}
