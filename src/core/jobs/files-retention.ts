import { sql } from "drizzle-orm";
import type { Retained } from "../../platform/config/retention-settings.ts";
import { deleteSlice, isNotBefore, type RetentionRule, retentionCutoff } from "./retention.ts";

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
    remove: async (ctx, { storeId, retentionSeconds, cursor }) => {
      const key = [sql`created_at`];
      const isOld = sql`created_at < ${retentionCutoff(retentionSeconds + graceSeconds)}`;
      const oldest = sql`any(array(
        select id from ${table} where store_id = ${storeId} and ${isOld} and ${isNotBefore(key, cursor)}
        order by created_at limit ${SLICE_FILES}))`;
      const { isDone } = await deleteSlice(ctx, sql`${parts}`, {
        ...{ storeId, key: [sql`${fileId}`], limit: SLICE_PARTS },
        which: sql`${fileId} = ${oldest}`,
      });
      if (!isDone) return { isDone, cursor };
      return deleteSlice(ctx, sql`${table}`, {
        ...{ storeId, key, limit: SLICE_FILES },
        which: sql`id = ${oldest} and not exists (
          select from ${parts} where store_id = ${storeId} and ${fileId} = ${table}.id)`,
      });
    },
  };
}
