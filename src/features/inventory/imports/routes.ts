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
import { importJob } from "./import-job.ts";
import { IMPORT_LIST, listImports, readImport } from "./list.ts";
import { ImportFile, StockImports, StockImportWithErrors } from "./schema.ts";
import { STOCK_IMPORTS } from "./stock-imports.ts";

const MAX_IMPORT_BYTES = 20 * 1024 * 1024;
const ImportId = Type.Object({ storeId: Type.String(), importId: Type.String() });
const ERRORS_FILE = {
  name: "the errors of an import",
  type: "text/csv; charset=utf-8; header=present",
  headers: {
    "Content-Disposition": 'attachment; filename="errors.csv"',
    "X-Content-Type-Options": "nosniff",
  },
};

/** Files of stock that are imported in the background. */
export const inventoryImports = (ctx: Ctx) =>
  new Elysia({
    name: "inventory-imports",
    prefix: "/stores/:storeId/inventory-imports",
    tags: ["Inventory Levels"],
  })
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
        access: { scope: "inventory_read" },
        headers: PageHeaders,
        query: PageQuery,
        response: { 200: StockImports },
        detail: DOCS.list,
      },
    )
    .post(
      "",
      async ({ caller, body: { file }, status }) => {
        const started = { file, options: undefined, job: importJob };
        return status(202, await startImport(ctx, STOCK_IMPORTS, caller, started));
      },
      {
        access: { scope: "inventory_write", limit: MAX_IMPORT_BYTES, isLarge: () => true },
        body: ImportFile,
        response: {
          202: Type.Object(
            { id: field(Type.String(), "The id.", "imp_01m5zk7wq10000h2v8d3c6x9ty") },
            { title: "Inventory import started" },
          ),
        },
        detail: DOCS.start,
      },
    )
    .get(
      "/:importId",
      async ({ caller, params }) => ({
        import: await readImport(ctx, { storeId: caller.storeId, importId: params.importId }),
      }),
      {
        access: { scope: "inventory_read" },
        params: ImportId,
        response: { 200: Type.Object({ import: field(StockImportWithErrors, "The import.") }) },
        detail: DOCS.read,
      },
    )
    .post(
      "/:importId/resume",
      async ({ caller, params }) => {
        await resumeImport(ctx, STOCK_IMPORTS, importJob, {
          storeId: caller.storeId,
          importId: params.importId,
        });
        return new Response(null, { status: 202 });
      },
      {
        access: { scope: "inventory_write" },
        params: ImportId,
        response: { 202: Type.Void() },
        detail: DOCS.resume,
      },
    )
    .get(
      "/:importId/errors.csv",
      async ({ request, caller, params }) => {
        const row = await requireImport(ctx, STOCK_IMPORTS, {
          storeId: caller.storeId,
          importId: params.importId,
        });
        const file = errorsFile(ctx, STOCK_IMPORTS, row, ["line", "detail"]);
        return textResponse(ctx, request, ERRORS_FILE, file);
      },
      {
        access: { scope: "inventory_read", isLarge: () => true },
        params: ImportId,
        detail: DOCS.errors,
      },
    );
