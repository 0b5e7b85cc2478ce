import { deletionOfFiles } from "../../../core/jobs/files-retention.ts";

/** Deletes expired exports with their files. A client may finish a download that started before the file expired. */
export const exportsRetention = deletionOfFiles({
  kind: "asnExports",
  table: "asn_exports",
  parts: "asn_export_parts",
  idColumn: "export_id",
  graceSeconds: 3_600,
});
