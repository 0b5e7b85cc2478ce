import { Type } from "@sinclair/typebox";
import { Elysia, t } from "elysia";
import type { Ctx } from "../../core/ctx.ts";
import { unstripped } from "../../core/http/body/body-schema.ts";
import { Counted, CountIncluded } from "../../core/http/count-included.ts";
import { fromTime, TextFilter, untilTime } from "../../core/http/filters.ts";
import { guard } from "../../core/http/guard.ts";
import { PageHeaders, PageLimit, PageQuery, pageOf } from "../../core/http/paging.ts";
import { field, OneOf } from "../../lib/schema-types.ts";
import { DOCS } from "./docs.ts";
import { LevelHistory } from "./history-schema.ts";
import { importLevels } from "./import-levels.ts";
import { putLevels } from "./put-levels.ts";
import { HISTORY_LIST, readLevelHistory } from "./read-history.ts";
import { ITEM_PAGES, listItems, readItem } from "./read-items.ts";
import { levelPagesBy, listLevels, readLevel } from "./read-levels.ts";
import {
  ImportBody,
  ImportResult,
  InventoryItem,
  InventoryLevel,
  KINDS,
  LevelSort,
  LevelsBody,
} from "./schema.ts";

const MAX_IMPORT_BYTES = 10 * 1024 * 1024;

export const inventoryLevels = (ctx: Ctx) => {
  return new Elysia({
    name: "inventory-levels",
    prefix: "/stores/:storeId/inventory-levels",
    tags: ["Inventory Levels"],
  })
    .use(guard(ctx))
    .get(
      "",
      async ({ caller, query, headers, set }) => {
        const page = await listLevels(
          ctx,
          caller.storeId,
          query,
          pageOf({ headers, query }, levelPagesBy(query.sort), caller.storeId),
        );
        Object.assign(set.headers, page.headers);
        return { inventory_levels: page.levels, ...page.total };
      },
      {
        access: { scope: "inventory_read" },
        headers: PageHeaders,
        query: t.Object({
          location_id: TextFilter("A location's id."),
          product_id: TextFilter("The merchant's id of a product."),
          sku: TextFilter("A product's SKU."),
          updated_at_min: fromTime(),
          updated_at_max: untilTime(),
          sort: t.Optional(LevelSort),
          ...CountIncluded,
          ...PageLimit,
        }),
        response: {
          200: Type.Object({
            inventory_levels: field(Type.Array(InventoryLevel), "The levels."),
            ...Counted,
          }),
        },
        detail: DOCS.listLevels,
      },
    )
    .put(
      "",
      async ({ caller, body }) => ({
        inventory_levels: await putLevels(ctx, caller, body.inventory_levels),
      }),
      {
        access: { scope: "inventory_write", changes: () => "stock" },
        body: unstripped(LevelsBody),
        response: {
          200: Type.Object({ inventory_levels: field(Type.Array(InventoryLevel), "The levels.") }),
        },
        detail: DOCS.putLevels,
      },
    )
    .post(
      "/import",
      async ({ caller, body }) => {
        const file = new Blob([body.file]).stream();
        return importLevels(ctx, caller, { file, onProgress: () => {}, onFault: () => {} });
      },
      {
        access: {
          scope: "inventory_write",
          changes: () => "stock",
          limit: MAX_IMPORT_BYTES,
        },
        body: ImportBody,
        response: { 200: ImportResult },
        detail: DOCS.importLevels,
      },
    )
    .get(
      "/:inventoryLevelId",
      async ({ caller, params }) => ({
        inventory_level: await readLevel(ctx, caller.storeId, params.inventoryLevelId),
      }),
      {
        access: { scope: "inventory_read" },
        params: Type.Object({ storeId: Type.String(), inventoryLevelId: Type.String() }),
        response: { 200: Type.Object({ inventory_level: field(InventoryLevel, "The level.") }) },
        detail: DOCS.readLevel,
      },
    )
    .get(
      "/:inventoryLevelId/history",
      async ({ caller, params, query, headers, set }) => {
        const { storeId } = caller;
        const levelId = params.inventoryLevelId;
        const page = pageOf({ headers, query }, HISTORY_LIST, `${storeId} ${levelId}`);
        const { history, headers: pageHeaders } = await readLevelHistory(ctx, { storeId, levelId }, page);
        Object.assign(set.headers, pageHeaders);
        return { history };
      },
      {
        access: { scope: "inventory_read" },
        headers: PageHeaders,
        query: PageQuery,
        params: Type.Object({ storeId: Type.String(), inventoryLevelId: Type.String() }),
        response: { 200: LevelHistory },
        detail: DOCS.readHistory,
      },
    );
};

export const inventoryItems = (ctx: Ctx) =>
  new Elysia({
    name: "inventory-items",
    prefix: "/stores/:storeId/inventory-items",
    tags: ["Inventory Items"],
  })
    .use(guard(ctx))
    .get(
      "",
      async ({ caller, query, headers, set }) => {
        const page = await listItems(
          ctx,
          caller.storeId,
          query,
          pageOf({ headers, query }, ITEM_PAGES, caller.storeId),
        );
        Object.assign(set.headers, page.headers);
        return { inventory_items: page.items };
      },
      {
        access: { scope: "inventory_read" },
        headers: PageHeaders,
        query: t.Object({
          location_id: TextFilter("A location's id."),
          kind: t.Optional(OneOf(KINDS)),
          ...PageLimit,
        }),
        response: { 200: Type.Object({ inventory_items: field(Type.Array(InventoryItem), "The items.") }) },
        detail: DOCS.listItems,
      },
    )
    .get(
      "/:inventoryItemId",
      async ({ caller, params }) => ({
        inventory_item: await readItem(ctx, caller.storeId, params.inventoryItemId),
      }),
      {
        access: { scope: "inventory_read" },
        params: Type.Object({ storeId: Type.String(), inventoryItemId: Type.String() }),
        response: { 200: Type.Object({ inventory_item: field(InventoryItem, "The item.") }) },
        detail: DOCS.readItem,
      },
    );
