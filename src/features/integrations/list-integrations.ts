import type { Ctx } from "../../core/ctx.ts";
import type { Page } from "../../core/http/paging.ts";
import { createList } from "../../core/lists/list.ts";
import { BY_CREATION } from "../../core/lists/list-key.ts";
import { rowJson } from "../../platform/db/row-json.ts";
import { integrations } from "../../platform/db/tables/stores.ts";
import { integrationView } from "./find-integration.ts";
import type { Integration } from "./schema.ts";

export const INTEGRATION_LIST = createList({
  name: "integrations",
  table: "integrations",
  where: "removed_at is null",
  key: { ...BY_CREATION, isAscending: true },
  row: rowJson(integrations, "integrations"),
  filters: {},
});

/** Returns a page of the store's integrations without their tokens, oldest first. */
export async function pageOfIntegrations(
  ctx: Ctx,
  storeId: string,
  page: Page,
): Promise<{ integrations: Integration[]; headers: Record<string, string> }> {
  const { rows, headers } = await INTEGRATION_LIST.find(ctx, storeId, { page });
  return { integrations: rows.map(({ record }) => integrationView(record)), headers };
}
