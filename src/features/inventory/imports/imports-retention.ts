import { deletionOfFiles } from "../../../core/jobs/files-retention.ts";

/** Deletes old imports with their lines. */
export const importsRetention = deletionOfFiles({
  kind: "inventoryImports",
  table: "inventory_imports",
  parts: "inventory_import_parts",
  idColumn: "import_id",
});
