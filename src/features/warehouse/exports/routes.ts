import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../../../core/ctx.ts";
import { jsonResponse } from "../../../core/http/fill-page.ts";
import { guard } from "../../../core/http/guard.ts";
import { PageHeaders, PageQuery, pageOf } from "../../../core/http/paging.ts";
import { textResponse } from "../../../core/http/streams.ts";
import { field } from "../../../lib/schema-types.ts";
import { startExport } from "../asn/exports.ts";
import { ExportBody } from "../asn/schema.ts";
import { deleteExport } from "./delete.ts";
import { DOCS } from "./docs.ts";
import { fileOfExport } from "./file.ts";
import { EXPORT_LIST, listExports } from "./list.ts";
import { retryExport } from "./retry.ts";
import { StoreExports } from "./schema.ts";

const ExportId = Type.Object({ storeId: Type.String(), exportId: Type.String() });

/** The exports of the ASN report in the main API. */
export const storeExports = (ctx: Ctx) =>
  new Elysia({ name: "store-exports", prefix: "/stores/:storeId/asn-exports", tags: ["Exports"] })
    .use(guard(ctx))
    .get(
      "",
      async ({ caller, query, headers }) => {
        const page = pageOf({ headers, query }, EXPORT_LIST, caller.storeId);
        const { exports, headers: pageHeaders } = await listExports(ctx, caller, page);
        return jsonResponse(JSON.stringify({ exports }), pageHeaders);
      },
      {
        access: { scope: "returns_read" },
        headers: PageHeaders,
        query: PageQuery,
        response: { 200: StoreExports },
        detail: DOCS.list,
      },
    )
    .post("", async ({ caller, body, status }) => status(202, await startExport(ctx, caller.storeId, body)), {
      access: { scope: "returns_read" },
      body: ExportBody,
      response: {
        202: Type.Object(
          { id: field(Type.String(), "The id.", "asn_01m5zk7wq10000h2v8d3c6x9ty") },
          { title: "ASN export started" },
        ),
      },
      detail: DOCS.start,
    })
    .delete(
      "/:exportId",
      async ({ caller, params }) => {
        await deleteExport(ctx, caller.storeId, params.exportId);
        return new Response(null, { status: 204 });
      },
      {
        access: { scope: "returns_read" },
        params: ExportId,
        response: { 204: Type.Void() },
        detail: DOCS.delete,
      },
    )
    .post(
      "/:exportId/retry",
      async ({ caller, params }) => {
        await retryExport(ctx, caller.storeId, params.exportId);
        return new Response(null, { status: 202 });
      },
      {
        access: { scope: "returns_read" },
        params: ExportId,
        response: { 202: Type.Void() },
        detail: DOCS.retry,
      },
    )
    .get(
      "/:exportId/file",
      async ({ request, caller, params }) => {
        const { text, mediaType, name } = await fileOfExport(ctx, caller.storeId, params.exportId);
        const headers = {
          "Content-Disposition": `attachment; filename="${name}"`,
          "X-Content-Type-Options": "nosniff",
        };
        return textResponse(
          ctx,
          request,
          { name: "a file of the ASN report", type: mediaType, headers },
          text,
        );
      },
      {
        access: { scope: "returns_read", isLarge: () => true },
        params: ExportId,
        detail: DOCS.file,
      },
    );
