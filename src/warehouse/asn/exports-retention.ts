import { sql } from "drizzle-orm";
import { deleteSlice, keptSince, type RetentionRule } from "../../jobs/retention.ts";

/** So long a file whose time has come may still be on its way to a client that asked for it before. */
const GRACE_SECONDS = 3_600;
/** A part holds 200 rows of the report. */
const SLICE_PARTS = 50;
/** So many exports are removed together. */
const EXPORTS = 20;

/** Removes exports that can't be fetched any more: first their files, part by part, then their rows. */
export const exportsRetention: RetentionRule = {
  kind: "asnExports",
  remove: async (ctx, { storeId, keptSeconds }) => {
    const isOld = sql`created_at < ${keptSince(keptSeconds + GRACE_SECONDS)}`;
    const parts = await deleteSlice(ctx, sql`asn_export_parts`, {
      storeId,
      which: sql`export_id = any(array(
        select id from asn_exports where store_id = ${storeId} and ${isOld} order by created_at limit ${EXPORTS}))`,
      limit: SLICE_PARTS,
    });
    if (!parts.isDone) return parts;
    return deleteSlice(ctx, sql`asn_exports`, {
      storeId,
      which: sql`${isOld} and not exists (
        select from asn_export_parts where store_id = ${storeId} and export_id = asn_exports.id) order by created_at`,
      limit: EXPORTS,
    });
  },
};
