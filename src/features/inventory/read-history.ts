import type { Ctx } from "../../core/ctx.ts";
import type { Page } from "../../core/http/paging.ts";
import { createList } from "../../core/lists/list.ts";
import { columnFilter } from "../../core/lists/list-filter.ts";
import { omitNullish } from "../../lib/omit-nullish.ts";
import { rowJson } from "../../platform/db/row-json.ts";
import { inventoryLevelHistory } from "../../platform/db/tables/inventory.ts";
import type { LevelChange } from "./history-schema.ts";
import { readLevel } from "./read-levels.ts";

export const HISTORY_LIST = createList({
  name: "inventory level history",
  table: "inventory_level_history",
  retained: { kind: "levelHistory", column: "at" },
  key: { columns: [["at", "instant"]] },
  row: rowJson(inventoryLevelHistory, "inventory_level_history"),
  filters: { level: columnFilter("text", (id) => `level_id = ${id}`) },
});

/** Returns a page of a level's changes, newest first, as long as they are kept. Throws 404 for an unknown level. */
export async function readLevelHistory(
  ctx: Ctx,
  { storeId, levelId }: { storeId: string; levelId: string },
  page: Page,
): Promise<{ history: LevelChange[]; headers: Record<string, string> }> {
  await readLevel(ctx, storeId, levelId);
  const { rows, headers } = await HISTORY_LIST.find(ctx, storeId, { values: { level: [levelId] }, page });
  return { history: rows.map(({ record }) => changeView(record)), headers };
}

function changeView(row: typeof inventoryLevelHistory.$inferSelect): LevelChange {
  const { quantityBefore, committedBefore, reservedBefore, buildableBefore } = row;
  const isNew = quantityBefore === null;
  return {
    ...{ at: row.at.toISOString(), by: row.by, by_id: row.countedById, request_id: row.requestId },
    ...omitNullish({ return_id: row.forReturnId }),
    from: isNew
      ? null
      : {
          quantity: quantityBefore,
          committed: committedBefore ?? 0,
          reserved: reservedBefore ?? 0,
          buildable: buildableBefore ?? 0,
        },
    to: {
      quantity: row.quantityAfter,
      committed: row.committedAfter,
      reserved: row.reservedAfter,
      buildable: row.buildableAfter,
    },
  };
}
