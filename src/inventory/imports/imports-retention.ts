import { sql } from "drizzle-orm";
import { deleteSlice, type RetentionRule, retentionCutoff } from "../../jobs/retention.ts";

/** A part holds 500 lines. */
const SLICE_PARTS = 50;
/** The number of imports deleted at a time. */
const SLICE_IMPORTS = 20;

/** Deletes old imports: first their lines, part by part, then their rows. */
export const importsRetention: RetentionRule = {
  kind: "inventoryImports",
  remove: async (ctx, { storeId, retentionSeconds }) => {
    const isOld = sql`created_at < ${retentionCutoff(retentionSeconds)}`;
    const parts = await deleteSlice(ctx, sql`inventory_import_parts`, {
      storeId,
      which: sql`import_id = any(array(
        select id from inventory_imports where store_id = ${storeId} and ${isOld} order by created_at limit ${SLICE_IMPORTS}))`,
      limit: SLICE_PARTS,
    });
    // Imports are counted, not their parts.
    if (!parts.isDone) return { isDone: false };
    return deleteSlice(ctx, sql`inventory_imports`, {
      storeId,
      which: sql`${isOld} and not exists (
        select from inventory_import_parts
        where store_id = ${storeId} and import_id = inventory_imports.id) order by created_at`,
      limit: SLICE_IMPORTS,
    });
  },
};
