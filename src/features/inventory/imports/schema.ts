import { type Static, Type } from "@sinclair/typebox";
import { ById, DateTime, Nullable, OneOf, Text } from "../../../lib/schema-types.ts";
import { FILE_COLUMNS, LineError } from "../schema.ts";

/** Of a file that is imported in the background. */
const MAX_FILE_CHARACTERS = 10_000_000;
export const MAX_LINES = 200_000;
/** The errors in the response about one import; its file of errors has all. */
export const MAX_SHOWN_ERRORS = 100;

export const ImportFile = Type.Object(
  { file: Text({ minLength: 1, maxLength: MAX_FILE_CHARACTERS, description: FILE_COLUMNS }) },
  { title: "Inventory file for an import" },
);

const FIELDS = {
  id: Type.String({ examples: ["imp_01m5zk7wq10000h2v8d3c6x9ty"] }),
  status: OneOf(["queued", "running", "done", "failed"], {
    description: "`failed`: the service has given up after many attempts; what was imported stays.",
  }),
  lines_total: Type.Integer({
    description: "The lines of the file, without the header.",
    examples: [100_000],
  }),
  lines_done: Type.Integer({
    description: "The lines that were read, those with errors included.",
    examples: [62_000],
  }),
  changed: Type.Integer({ description: "The levels that were created or changed." }),
  broken: Type.Integer({ description: "The lines that were skipped because they are not valid." }),
  by: Type.String({ description: "The name of the API client or person who has started it." }),
  by_id: ById(),
  created_at: DateTime(),
  finished_at: Nullable(DateTime({ description: "When it was done or has failed; null before." })),
};

export type StockImport = Static<typeof StockImport>;
export const StockImport = Type.Object(FIELDS, { title: "Inventory import in the background" });

export const StockImports = Type.Object({ imports: Type.Array(StockImport) }, { title: "Inventory imports" });

export type StockImportWithErrors = Static<typeof StockImportWithErrors>;
export const StockImportWithErrors = Type.Object(
  {
    ...FIELDS,
    errors: Type.Array(LineError, { description: `The errors of the first ${MAX_SHOWN_ERRORS} of them.` }),
  },
  { title: "Inventory import with errors" },
);
