import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../../../core/ctx.ts";
import { guard } from "../../../core/http/guard.ts";
import { PageHeaders, PageQuery, pageOf } from "../../../core/http/paging.ts";
import { textResponse } from "../../../core/http/streams.ts";
import { errorsFile, requireImport } from "../../../core/imports/read.ts";
import { resumeImport } from "../../../core/imports/resume.ts";
import { startImport } from "../../../core/imports/start.ts";
import { field } from "../../../lib/schema-types.ts";
import { DOCS } from "./docs.ts";
import { importOrdersJob } from "./import-job.ts";
import { IMPORT_LIST, listImports, readImport } from "./list.ts";
import { ORDER_IMPORTS } from "./order-imports.ts";
import { OrderFile, OrderImports, OrderImportWithErrors } from "./schema.ts";

const MAX_IMPORT_BYTES = 20 * 1024 * 1024;
const ImportId = Type.Object({ storeId: Type.String(), orderImportId: Type.String() });
const ERRORS_FILE = {
  name: "the errors of an import",
  type: "text/csv; charset=utf-8; header=present",
  headers: {
    "Content-Disposition": 'attachment; filename="errors.csv"',
    "X-Content-Type-Options": "nosniff",
  },
};

/** Files of orders that are imported in the background. */
export const orderImports = (ctx: Ctx) =>
  new Elysia({ name: "order-imports", prefix: "/stores/:storeId/order-imports", tags: ["Orders"] })
    .use(guard(ctx))
    .get(
      "",
      async ({ caller, query, headers, set }) => {
        const page = pageOf({ headers, query }, IMPORT_LIST, caller.storeId);
        const { imports, headers: pageHeaders } = await listImports(ctx, caller.storeId, page);
        Object.assign(set.headers, pageHeaders);
        return { imports };
      },
      {
        access: { scope: "orders_read" },
        headers: PageHeaders,
        query: PageQuery,
        response: { 200: OrderImports },
        detail: DOCS.list,
      },
    )
    .post(
      "",
      async ({ caller, body: { file, format }, status }) => {
        const started = { file, options: format, job: importOrdersJob };
        return status(202, await startImport(ctx, ORDER_IMPORTS, caller, started));
      },
      {
        access: { scope: "orders_write", limit: MAX_IMPORT_BYTES, isLarge: () => true },
        body: OrderFile,
        response: {
          202: Type.Object(
            { id: field(Type.String(), "The id.", "imp_01m5zk7wq10000h2v8d3c6x9ty") },
            { title: "Order import started" },
          ),
        },
        detail: DOCS.start,
      },
    )
    .get(
      "/:orderImportId",
      async ({ caller: { storeId }, params: { orderImportId: importId } }) => ({
        import: await readImport(ctx, { storeId, importId }),
      }),
      {
        access: { scope: "orders_read" },
        params: ImportId,
        response: { 200: Type.Object({ import: field(OrderImportWithErrors, "The import.") }) },
        detail: DOCS.read,
      },
    )
    .post(
      "/:orderImportId/resume",
      async ({ caller: { storeId }, params: { orderImportId: importId } }) => {
        await resumeImport(ctx, ORDER_IMPORTS, importOrdersJob, { storeId, importId });
        return new Response(null, { status: 202 });
      },
      {
        access: { scope: "orders_write" },
        params: ImportId,
        response: { 202: Type.Void() },
        detail: DOCS.resume,
      },
    )
    .get(
      "/:orderImportId/errors.csv",
      async ({ request, caller: { storeId }, params: { orderImportId: importId } }) => {
        const row = await requireImport(ctx, ORDER_IMPORTS, { storeId, importId });
        const file = errorsFile(ctx, ORDER_IMPORTS, row, ["line", "column", "detail"]);
        return textResponse(ctx, request, ERRORS_FILE, file);
      },
      {
        access: { scope: "orders_read", isLarge: () => true },
        params: ImportId,
        detail: DOCS.errors,
      },
    );
