import { and, asc, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { type Page, type PagedList, toPage } from "../../core/http/paging.ts";
import { integrations } from "../../platform/db/tables/stores.ts";
import { integrationView, isConfigured } from "./find-integration.ts";
import type { Integration } from "./schema.ts";

export const INTEGRATION_PAGES: PagedList = { name: "integrations", key: ["instant", "text"] };

/** Returns a page of the store's integrations without their tokens, oldest first. */
export async function pageOfIntegrations(
  ctx: Ctx,
  storeId: string,
  page: Page,
): Promise<{ integrations: Integration[]; headers: Record<string, string> }> {
  const { createdAt, id } = integrations;
  const [at = "", last = ""] = page.cursor ?? [];
  const found = await ctx.db
    .select()
    .from(integrations)
    .where(
      and(isConfigured(storeId), page.cursor && sql`(${createdAt}, ${id}) > (${at}::timestamptz, ${last})`),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(page.size + 1);
  const { rows, headers } = toPage(found, page, (row) => [row.createdAt.toISOString(), row.id]);
  return { integrations: rows.map(integrationView), headers };
}
