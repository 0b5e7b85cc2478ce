import { Type } from "@sinclair/typebox";
import { field } from "../../lib/schema-types.ts";
import type { LineError } from "../../platform/db/tables/import-columns.ts";
import type { Ctx } from "../ctx.ts";
import { pageOf } from "../http/paging.ts";
import { textResponse } from "../http/streams.ts";
import type { ImportFiles, ImportKey } from "./kind.ts";
import { createImportList, errorsFile, requireImport } from "./read.ts";

export const MAX_IMPORT_BYTES = 20 * 1024 * 1024;

const ERRORS_FILE = {
  name: "the errors of an import",
  type: "text/csv; charset=utf-8; header=present",
  headers: {
    "Content-Disposition": 'attachment; filename="errors.csv"',
    "X-Content-Type-Options": "nosniff",
  },
};

/** A request for a page of a store's imports. */
type ListRequest = Parameters<typeof pageOf>[0] & {
  caller: { storeId: string };
  set: { headers: object };
};

/** Returns the schema of the response to a new file. */
export const importStarted = (title: string) =>
  Type.Object({ id: field(Type.String(), "The id.", "imp_01m5zk7wq10000h2v8d3c6x9ty") }, { title });

/** Returns what lists a store's imports of a kind, the latest first, as long as they are kept. */
export function listImports<Row, Shown>(
  ctx: Ctx,
  kind: ImportFiles<Row>,
  show: (row: Row) => Shown,
): (request: ListRequest) => Promise<{ imports: Shown[] }> {
  const list = createImportList(kind);
  return async ({ caller: { storeId }, query, headers, set }) => {
    const page = pageOf(query ? { headers, query } : { headers }, list, storeId);
    const found = await list.find(ctx, storeId, { page });
    Object.assign(set.headers, found.headers);
    return { imports: found.rows.map(({ record }) => show(record)) };
  };
}

/** Returns the csv file with all errors of an import, in these columns. Throws 404 for an unknown import. */
export async function importErrors<Row extends Parameters<typeof errorsFile>[2]>(
  ctx: Ctx,
  kind: ImportFiles<Row>,
  { storeId, importId, request, columns }: ImportKey & { request: Request; columns: (keyof LineError)[] },
): Promise<Response> {
  const row = await requireImport(ctx, kind, { storeId, importId });
  return textResponse(ctx, request, ERRORS_FILE, errorsFile(ctx, kind, row, columns));
}
