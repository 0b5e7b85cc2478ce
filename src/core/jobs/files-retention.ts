import { sql } from "drizzle-orm";
import type { Retained } from "../../platform/config/retention-settings.ts";
import { deleteSlice, type RetentionRule, retentionCutoff } from "./retention.ts";

/** Parts are large: a statement deletes few of them. */
const SLICE_PARTS = 50;
const SLICE_FILES = 20;

type StoredFiles = {
  kind: Retained;
  table: string;
  parts: string;
  /** The column of `parts` with the id of the file. */
  idColumn: string;
  /** How much longer than the setting says a file is kept. */
  graceSeconds?: number;
};

/** Returns the rule that deletes old files: first their parts, then their rows. Counted are the files. */
export function deletionOfFiles({ kind, graceSeconds = 0, ...names }: StoredFiles): RetentionRule {
  const [table, parts, fileId] = [names.table, names.parts, names.idColumn].map((name) =>
    sql.identifier(name),
  );
  return {
    kind,
    remove: async (ctx, { storeId, retentionSeconds }) => {
      const isOld = sql`created_at < ${retentionCutoff(retentionSeconds + graceSeconds)}`;
      const { isDone } = await deleteSlice(ctx, sql`${parts}`, {
        storeId,
        which: sql`${fileId} = any(array(
          select id from ${table} where store_id = ${storeId} and ${isOld} order by created_at limit ${SLICE_FILES}))`,
        limit: SLICE_PARTS,
      });
      if (!isDone) return { isDone };
      return deleteSlice(ctx, sql`${table}`, {
        storeId,
        which: sql`${isOld} and not exists (
          select from ${parts} where store_id = ${storeId} and ${fileId} = ${table}.id) order by created_at`,
        limit: SLICE_FILES,
      });
    },
  };
}
