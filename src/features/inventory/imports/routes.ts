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
import { importJob } from "./import-job.ts";
import { importView, readImport } from "./read-import.ts";
import { ImportFile, StockImports, StockImportWithErrors } from "./schema.ts";
import { STOCK_IMPORTS } from "./stock-imports.ts";

const ImportId = Type.Object({ storeId: Type.String(), importId: Type.String() });

/** Files of stock that are imported in the background. */
export const inventoryImports = (ctx: Ctx) =>
  new Elysia({
    name: "inventory-imports",
    prefix: "/stores/:storeId/inventory-imports",
    tags: ["Inventory Levels"],
  })
    .use(guard(ctx))
    .get("", listImports(ctx, STOCK_IMPORTS, importView), {
      access: { scope: "inventory_read" },
      headers: PageHeaders,
      query: PageQuery,
      response: { 200: StockImports },
      detail: DOCS.list,
    })
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
          202: importStarted("Inventory import started"),
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
      ({ request, caller: { storeId }, params: { importId } }) =>
        importErrors(ctx, STOCK_IMPORTS, { storeId, importId, request, columns: ["line", "detail"] }),
      {
        access: { scope: "inventory_read", isLarge: () => true },
        params: ImportId,
        detail: DOCS.errors,
      },
    );
