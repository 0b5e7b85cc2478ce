import { sql } from "drizzle-orm";
import { deleteSlice, type RetentionRule, retentionCutoff } from "../../jobs/retention.ts";

/** Lets a client finish a download that started before the file expired. */
const GRACE_SECONDS = 3_600;
/** A part holds 200 rows of the report. */
const SLICE_PARTS = 50;
/** The number of exports deleted at a time. */
const SLICE_EXPORTS = 20;

/** Deletes expired exports: first their files, part by part, then their rows. */
export const exportsRetention: RetentionRule = {
  kind: "asnExports",
  remove: async (ctx, { storeId, retentionSeconds }) => {
    const isOld = sql`created_at < ${retentionCutoff(retentionSeconds + GRACE_SECONDS)}`;
    const parts = await deleteSlice(ctx, sql`asn_export_parts`, {
      storeId,
      which: sql`export_id = any(array(
        select id from asn_exports where store_id = ${storeId} and ${isOld} order by created_at limit ${SLICE_EXPORTS}))`,
      limit: SLICE_PARTS,
    });
    // Counted are the exports, not the parts of their files.
    if (!parts.isDone) return { isDone: false };
    return deleteSlice(ctx, sql`asn_exports`, {
      storeId,
      which: sql`${isOld} and not exists (
        select from asn_export_parts where store_id = ${storeId} and export_id = asn_exports.id) order by created_at`,
      limit: SLICE_EXPORTS,
    });
  },
};
