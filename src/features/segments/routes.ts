import { Type } from "@sinclair/typebox";
import { Elysia, t } from "elysia";
import type { Ctx } from "../../core/ctx.ts";
import { checkedByVerb } from "../../core/http/body/body-schema.ts";
import { guard } from "../../core/http/guard.ts";
import { PageHeaders, PageLimit, PageQuery, pageOf } from "../../core/http/paging.ts";
import { parseDateTime } from "../../lib/date-time.ts";
import { DateTime, field, OneOf } from "../../lib/schema-types.ts";
import { deleteSegment } from "./delete-segment.ts";
import { DOCS } from "./docs.ts";
import { findSegment } from "./find-segment.ts";
import { listSegments, SEGMENT_LIST } from "./list-segments.ts";
import { parseQuery, parseWhere } from "./parse-query.ts";
import { createQuerySegment, segmentPages } from "./query-segment.ts";
import { createSegment, saveSegment } from "./save-segment.ts";
import {
  ListedSegment,
  NewSegment,
  SegmentAnswer,
  SegmentBody,
  SegmentCustomers,
  SegmentKey,
  SegmentQuery,
} from "./schema.ts";

const SegmentPath = Type.Object({ storeId: Type.String(), segmentKey: Type.String() });

export const segments = (ctx: Ctx) => {
  const querySegment = createQuerySegment(ctx);
  return new Elysia({ name: "segments", prefix: "/stores/:storeId/segments", tags: ["Segments"] })
    .use(guard(ctx))
    .post(
      "/query",
      async ({ caller: { storeId }, body, query, headers, request, set }) => {
        const asked = parseQuery(body);
        const page = pageOf({ headers, query }, segmentPages(asked.sort), storeId);
        const found = await querySegment(storeId, { ...asked, page, signal: request.signal });
        Object.assign(set.headers, found.headers);
        return found.answer;
      },
      {
        // It takes a connection for long statements, and waits for no other.
        access: { scope: "customers_read", takesNoConnection: true, checks: "verb" },
        body: checkedByVerb(SegmentQuery),
        headers: PageHeaders,
        query: PageQuery,
        response: { 200: SegmentCustomers },
        detail: DOCS.query,
      },
    )
    .get(
      "",
      async ({ caller, query, headers, set }) => {
        const page = pageOf({ headers, query }, SEGMENT_LIST, caller.storeId);
        const found = await listSegments(ctx, caller.storeId, page);
        Object.assign(set.headers, found.headers);
        return { segments: found.segments };
      },
      {
        access: { scope: "customers_read" },
        headers: PageHeaders,
        query: PageQuery,
        response: { 200: Type.Object({ segments: field(Type.Array(ListedSegment), "The saved segments.") }) },
        detail: DOCS.list,
      },
    )
    .post(
      "",
      async ({ caller, body, status }) =>
        status(201, { segment: await createSegment(ctx, caller.storeId, body) }),
      {
        access: { scope: "webhooks_write", checks: "verb" },
        body: checkedByVerb(NewSegment),
        response: { 201: SegmentAnswer },
        detail: DOCS.create,
      },
    )
    .put(
      "/:segmentKey",
      async ({ caller, params, body, status }) => {
        const { segment, isNew } = await saveSegment(ctx, caller.storeId, { key: params.segmentKey, body });
        return status(isNew ? 201 : 200, { segment });
      },
      {
        access: { scope: "webhooks_write", checks: "verb" },
        params: Type.Object({ storeId: Type.String(), segmentKey: SegmentKey }),
        body: checkedByVerb(SegmentBody),
        response: { 200: SegmentAnswer, 201: SegmentAnswer },
        detail: DOCS.save,
      },
    )
    .get(
      "/:segmentKey",
      async ({ caller, params }) => ({ segment: await findSegment(ctx, caller.storeId, params.segmentKey) }),
      {
        access: { scope: "customers_read" },
        params: SegmentPath,
        response: { 200: SegmentAnswer },
        detail: DOCS.read,
      },
    )
    .delete(
      "/:segmentKey",
      async ({ caller, params }) => {
        await deleteSegment(ctx, caller.storeId, params.segmentKey);
        return new Response(null, { status: 204 });
      },
      {
        access: { scope: "webhooks_write" },
        params: SegmentPath,
        response: { 204: Type.Void() },
        detail: DOCS.delete,
      },
    )
    .get(
      "/:segmentKey/customers",
      async ({ caller: { storeId }, params: { segmentKey }, query, headers, request, set }) => {
        const page = pageOf({ headers, query }, segmentPages(), `${storeId} ${segmentKey}`);
        const segment = await ctx.connectionLimiter.within(storeId, () =>
          findSegment(ctx, storeId, segmentKey),
        );
        const found = await querySegment(storeId, {
          condition: parseWhere(segment),
          counts: query.include === "count",
          at: query.at === undefined ? undefined : parseDateTime(query.at),
          page,
          signal: request.signal,
        });
        Object.assign(set.headers, found.headers);
        return found.answer;
      },
      {
        access: { scope: "customers_read", takesNoConnection: true },
        params: SegmentPath,
        headers: PageHeaders,
        query: t.Object({
          include: t.Optional(OneOf(["count"], { description: "Also count all customers of the segment." })),
          at: t.Optional(
            DateTime({
              description: "The moment that `last` counts back from; by default the time of the request.",
            }),
          ),
          ...PageLimit,
        }),
        response: { 200: SegmentCustomers },
        detail: DOCS.customers,
      },
    );
};
