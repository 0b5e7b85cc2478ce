import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../../../core/ctx.ts";
import { guard } from "../../../core/http/guard.ts";
import { PageHeaders, PageQuery } from "../../../core/http/paging.ts";
import {
  importErrors,
  importStarted,
  listImports,
  MAX_IMPORT_BYTES,
} from "../../../core/imports/operations.ts";
import { resumeImport } from "../../../core/imports/resume.ts";
import { startImport } from "../../../core/imports/start.ts";
import { field } from "../../../lib/schema-types.ts";
import { DOCS } from "./docs.ts";
import { importOrdersJob } from "./import-job.ts";
import { ORDER_IMPORTS } from "./order-imports.ts";
import { importView, readImport } from "./read-import.ts";
import { OrderFile, OrderImports, OrderImportWithErrors } from "./schema.ts";

const ImportId = Type.Object({ storeId: Type.String(), orderImportId: Type.String() });

/** Files of orders that are imported in the background. */
export const orderImports = (ctx: Ctx) =>
  new Elysia({ name: "order-imports", prefix: "/stores/:storeId/order-imports", tags: ["Orders"] })
    .use(guard(ctx))
    .get("", listImports(ctx, ORDER_IMPORTS, importView), {
      access: { scope: "orders_read" },
      headers: PageHeaders,
      query: PageQuery,
      response: { 200: OrderImports },
      detail: DOCS.list,
    })
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
          202: importStarted("Order import started"),
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
      ({ request, caller: { storeId }, params: { orderImportId: importId } }) =>
        importErrors(ctx, ORDER_IMPORTS, {
          storeId,
          importId,
          request,
          columns: ["line", "column", "detail"],
        }),
      {
        access: { scope: "orders_read", isLarge: () => true },
        params: ImportId,
        detail: DOCS.errors,
      },
    );
