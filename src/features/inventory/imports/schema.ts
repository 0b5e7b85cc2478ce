import { type Static, Type } from "@sinclair/typebox";
import { DateTime, field, Nullable, OneOf, Text } from "../../../lib/schema-types.ts";
import { ById, CreatedAt } from "../../../lib/shared-fields.ts";
import { FILE_COLUMNS, LineError } from "../schema.ts";

/** Of a file that is imported in the background. */
const MAX_FILE_CHARACTERS = 10_000_000;
export const MAX_LINES = 200_000;
/** The errors in the response about one import; its file of errors has all. */
export const MAX_SHOWN_ERRORS = 100;

export const ImportFile = Type.Object(
  {
    file: field(
      Text({ minLength: 1, maxLength: MAX_FILE_CHARACTERS }),
      FILE_COLUMNS,
      "product_id,title,location_id,quantity",
    ),
  },
  { title: "Inventory file for an import" },
);

const FIELDS = {
  id: field(Type.String(), "The id.", "imp_01m5zk7wq10000h2v8d3c6x9ty"),
  status: field(
    OneOf(["queued", "running", "done", "failed"]),
    "`failed`: the service has given up after many attempts; what was imported stays.",
    "running",
  ),
  lines_total: field(Type.Integer(), "The lines of the file, without the header.", 100_000),
  lines_done: field(Type.Integer(), "The lines that were read, those with errors included.", 62_000),
  changed: field(Type.Integer(), "The levels that were created or changed.", 61998),
  broken: field(Type.Integer(), "The lines that were skipped because they are not valid.", 2),
  by: field(Type.String(), "The name of the API client or person who has started it.", "warehouse"),
  by_id: ById,
  created_at: CreatedAt,
  finished_at: field(Nullable(DateTime()), "When it was done or has failed; null before.", null),
};

export type StockImport = Static<typeof StockImport>;
export const StockImport = Type.Object(FIELDS, { title: "Inventory import in the background" });

export const StockImports = Type.Object(
  { imports: field(Type.Array(StockImport), "The imports, newest first.") },
  { title: "Inventory imports" },
);

export type StockImportWithErrors = Static<typeof StockImportWithErrors>;
export const StockImportWithErrors = Type.Object(
  {
    ...FIELDS,
    errors: field(Type.Array(LineError), `The errors of the first ${MAX_SHOWN_ERRORS} of them.`),
  },
  { title: "Inventory import with errors" },
);
