import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../../core/ctx.ts";
import { jsonResponse } from "../../core/http/fill-page.ts";
import { guard } from "../../core/http/guard.ts";
import { IdempotencyKey, runIdempotent } from "../../core/http/idempotency.ts";
import { releaseAdmission } from "../../core/http/limits/admission.ts";
import { PageHeaders, PageLimit, pageOf } from "../../core/http/paging.ts";
import { ReturnPatch } from "./additions-schema.ts";
import { amendReturn } from "./change/amend.ts";
import { changeStatus } from "./change/change-status.ts";
import { transitionsOf } from "./change/transitions.ts";
import { commentAt, commentReturn } from "./comments/comment.ts";
import { CommentAnswer, CommentBody, Comments, MAX_IMAGE_CHARACTERS } from "./comments/comment-schema.ts";
import { createReturnOnce } from "./create/create-return.ts";
import { ReturnCreated } from "./create/created-schema.ts";
import { ReturnBody } from "./create/new-return-schema.ts";
import { previewReturn } from "./create/preview.ts";
import { PreviewBody, ReturnPreview } from "./create/preview-schema.ts";
import { DOCS } from "./docs.ts";
import { historyOf } from "./read/history.ts";
import { History, ReturnTransitions } from "./read/history-schema.ts";
import { listReturns, returnListBy } from "./read/list.ts";
import { ReturnListing, ReturnQuery } from "./read/list-schema.ts";
import { commentImage, commentsOf, readReturn, statusOf } from "./read/read.ts";
import { returnView } from "./read/view.ts";
import { NewStatus, ReturnAnswer, ReturnPage, ReturnStatus, ReturnWithOrder } from "./schema.ts";

const ReturnId = Type.Object({ returnId: Type.String() });

/** Operations on a store's returns; the path contains the store. */
export const storeReturns = (ctx: Ctx) =>
  new Elysia({ name: "store-returns", prefix: "/stores/:storeId/returns", tags: ["Returns"] })
    .use(guard(ctx))
    .post(
      "",
      async ({ caller, body, headers, status, request }) => {
        const release = () => releaseAdmission(request);
        const { result, replayed } = await createReturnOnce(ctx, caller, {
          body,
          key: headers["idempotency-key"],
          release,
        });
        return status(replayed ? 200 : 201, result);
      },
      {
        access: { scope: "returns_write", changes: orderIn },
        headers: IdempotencyKey,
        body: ReturnBody,
        response: {
          200: ReturnCreated,
          201: ReturnCreated,
        },
        detail: DOCS.create,
      },
    )
    .get(
      "",
      async ({ caller, query, headers }) => {
        const page = pageOf({ headers, query }, returnListBy(query.sort), caller.storeId);
        const { json, headers: pageHeaders } = await listReturns(ctx, caller, query, page);
        return jsonResponse(json, pageHeaders);
      },
      {
        access: { scope: "returns_read", defersAuthentication: "beside" },
        headers: PageHeaders,
        query: Type.Object({ ...ReturnQuery.properties, ...ReturnListing, ...PageLimit }),
        response: { 200: ReturnPage },
        detail: DOCS.list,
      },
    )
    .post("/preview", ({ caller, body }) => previewReturn(ctx, caller.storeId, body), {
      access: { scope: "returns_read", defersAuthentication: "beside" },
      body: PreviewBody,
      response: { 200: ReturnPreview },
      detail: DOCS.preview,
    });

/** Operations on one return; the credential identifies its store. */
export const returns = (ctx: Ctx) =>
  new Elysia({ name: "returns", prefix: "/returns/:returnId", tags: ["Returns"] })
    .use(guard(ctx))
    .get(
      "",
      async ({ caller, params }) =>
        jsonResponse(JSON.stringify(await readReturn(ctx, caller, params.returnId))),
      {
        access: { scope: "returns_read", defersAuthentication: "beside", takesNoConnection: true },
        params: ReturnId,
        response: { 200: ReturnWithOrder },
        detail: DOCS.read,
      },
    )
    .patch(
      "",
      async ({ caller, params, body }) => {
        const record = await amendReturn(ctx, caller, params.returnId, body);
        return jsonResponse(JSON.stringify({ return: returnView(record, caller.origin, "written") }));
      },
      {
        access: { scope: "returns_write" },
        params: ReturnId,
        body: ReturnPatch,
        response: { 200: ReturnAnswer },
        detail: DOCS.amend,
      },
    )
    .get(
      "/status",
      async ({ caller, params }) => ({ status: await statusOf(ctx, caller.storeId, params.returnId) }),
      {
        access: { scope: "returns_read", defersAuthentication: "beside" },
        params: ReturnId,
        response: { 200: ReturnStatus },
        detail: DOCS.status,
      },
    )
    .put(
      "/status",
      async ({ caller, params, body }) => {
        await changeStatus(ctx, caller, params.returnId, body);
        return new Response(null, { status: 204 });
      },
      {
        access: { scope: "returns_write" },
        params: ReturnId,
        body: NewStatus,
        response: { 204: Type.Void() },
        detail: DOCS.changeStatus,
      },
    )
    .get("/transitions", ({ caller, params }) => transitionsOf(ctx, caller.storeId, params.returnId), {
      access: { scope: "returns_read", defersAuthentication: "beside" },
      params: ReturnId,
      response: { 200: ReturnTransitions },
      detail: DOCS.transitions,
    })
    .get(
      "/history",
      async ({ caller, params }) => ({ history: await historyOf(ctx, caller.storeId, params.returnId) }),
      {
        access: { scope: "returns_read", defersAuthentication: "beside" },
        params: ReturnId,
        response: { 200: History },
        detail: DOCS.history,
      },
    )
    .get(
      "/comments",
      async ({ caller, params }) => ({ comments: await commentsOf(ctx, caller, params.returnId) }),
      {
        access: { scope: "returns_read", defersAuthentication: "beside" },
        params: ReturnId,
        response: { 200: Comments },
        detail: DOCS.comments,
      },
    )
    .post(
      "/comments",
      async ({ caller, params, body, headers, status }) => {
        const idempotent = {
          operation: "returns.comment",
          key: headers["idempotency-key"],
          request: { returnId: params.returnId, ...body },
          objectIdOf: () => params.returnId,
        };
        const { result, replayed } = await runIdempotent(ctx, caller, idempotent, (tx) =>
          commentReturn(tx, caller, params.returnId, body.comment),
        );
        return status(replayed ? 200 : 201, { comment: commentAt(caller.origin, result) });
      },
      {
        access: { scope: "returns_write", limit: MAX_IMAGE_CHARACTERS },
        params: ReturnId,
        headers: IdempotencyKey,
        body: CommentBody,
        response: { 200: CommentAnswer, 201: CommentAnswer },
        detail: DOCS.comment,
      },
    )
    .get(
      "/comments/:commentId/image",
      async ({ caller, params }) => {
        const { mediaType, content } = await commentImage(ctx, caller.storeId, params);
        return new Response(content as BodyInit, {
          headers: { "Content-Type": mediaType, "X-Content-Type-Options": "nosniff" },
        });
      },
      {
        access: { scope: "returns_read" },
        params: Type.Object({ returnId: Type.String(), commentId: Type.String() }),
        detail: DOCS.image,
      },
    );

function orderIn({ body }: { body?: unknown }): string {
  return `order ${(body as ReturnBody).data.externalOrderId}`;
}
