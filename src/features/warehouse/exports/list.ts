import { and, desc, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { BASE } from "../../../core/http/base.ts";
import { type Page, type PagedList, toPage } from "../../../core/http/paging.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { isRetained } from "../../../core/jobs/retention.ts";
import { asnExports } from "../../../platform/db/tables/asn.ts";
import type { ExportRow } from "../asn/export-state.ts";
import type { StoreExport } from "./schema.ts";

export const EXPORT_PAGES: PagedList = { name: "exports", key: ["instant", "text"] };

/** Returns a page of the store's exports, the latest first, as long as they are kept. */
export async function listExports(
  ctx: Ctx,
  caller: Caller,
  page: Page,
): Promise<{ exports: StoreExport[]; headers: Record<string, string> }> {
  const [at = "", id = ""] = page.cursor ?? [];
  const key = sql`(${asnExports.createdAt}, ${asnExports.id})`;
  const found = await ctx.db
    .select()
    .from(asnExports)
    .where(
      and(
        eq(asnExports.storeId, caller.storeId),
        isRetained(asnExports.createdAt, ctx.config.retention.asnExports),
        page.cursor && sql`${key} < (${at}::timestamptz, ${id})`,
      ),
    )
    .orderBy(desc(asnExports.createdAt), desc(asnExports.id))
    .limit(page.size + 1);
  const { rows, headers } = toPage(found, page, (row) => [row.createdAt.toISOString(), row.id]);
  return { exports: rows.map((row) => exportView(row, caller)), headers };
}

function exportView(row: ExportRow, { origin, storeId }: Caller): StoreExport {
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
