import { deletionOfFiles } from "../jobs/files-retention.ts";
import type { RetentionRule } from "../jobs/retention.ts";
import type { ImportFiles } from "./kind.ts";

/** Returns the rule that deletes old imports of a kind with their lines. */
export function importsDeletion({ retained, tables }: ImportFiles<unknown>): RetentionRule {
  return deletionOfFiles({
    kind: retained,
    table: tables.files,
    parts: tables.parts,
    idColumn: "import_id",
  });
}
