import type { Ctx } from "../../../core/ctx.ts";
import { BASE } from "../../../core/http/base.ts";
import type { Page } from "../../../core/http/paging.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { createList } from "../../../core/lists/list.ts";
import { BY_CREATION } from "../../../core/lists/list-key.ts";
import { rowJson } from "../../../platform/db/row-json.ts";
import { asnExports } from "../../../platform/db/tables/asn.ts";
import type { StoreExport } from "./schema.ts";

const EXPORT = rowJson(asnExports, "asn_exports", ["storeId", "mark", "exportError"]);

export const EXPORT_LIST = createList({
  name: "exports",
  table: "asn_exports",
  retained: { kind: "asnExports", column: "created_at" },
  key: BY_CREATION,
  row: EXPORT,
  filters: {},
});

/** Returns a page of the store's exports, the latest first, as long as they are kept. */
export async function listExports(
  ctx: Ctx,
  caller: Caller,
  page: Page,
): Promise<{ exports: StoreExport[]; headers: Record<string, string> }> {
  const { rows, headers } = await EXPORT_LIST.find(ctx, caller.storeId, { page });
  return { exports: rows.map(({ record }) => exportView(record, caller)), headers };
}

function exportView(row: ReturnType<typeof EXPORT.read>, { origin, storeId }: Caller): StoreExport {
  const { id, format, status, from, to, rowsDone, rowsTotal, createdAt } = row;
  const path = `/stores/${encodeURIComponent(storeId)}/asn-exports/${encodeURIComponent(id)}/file`;
  return {
    ...{ id, format, status, rowsDone, rowsTotal },
    from: from.toISOString(),
    to: to.toISOString(),
    createdAt: createdAt.toISOString(),
    url: status === "ready" ? `${origin}${BASE}${path}` : null,
  };
}
