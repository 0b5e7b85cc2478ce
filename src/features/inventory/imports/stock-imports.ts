import type { Ctx } from "../../../core/ctx.ts";
import type { ImportKind, Starter, StoredLines } from "../../../core/imports/kind.ts";
import { rowJson } from "../../../platform/db/row-json.ts";
import type { LineError } from "../../../platform/db/tables/import-columns.ts";
import { inventoryImports } from "../../../platform/db/tables/inventory-imports.ts";
import { analyzeAfterMany } from "../import-levels.ts";
import { parseImportFile, type StockLine } from "../parse-import-file.ts";
import { MAX_LEVELS } from "../schema.ts";
import { createLineBatch } from "../store-lines.ts";
import { MAX_LINES } from "./schema.ts";

export type StockImportRow = typeof inventoryImports.$inferSelect;

/** No part of a file has so many. */
const MAX_PART_CHARACTERS = 1_000_000_000;

/** Files of stock. */
export const STOCK_IMPORTS: ImportKind<StockLine, "changed", StockImportRow> = {
  name: "inventory imports",
  job: "inventory.import",
  tables: { files: "inventory_imports", parts: "inventory_import_parts" },
  row: rowJson(inventoryImports, "inventory_imports"),
  retained: "inventoryImports",
  unknown: "import_not_found",
  doneAs: "imports",
  counts: ["changed"],
  maxLines: MAX_LINES,
  part: { lines: MAX_LEVELS, characters: MAX_PART_CHARACTERS },
  open: async (_ctx, _starter, file) => ({ lines: parseImportFile(new Blob([file]).stream()) }),
  store: storeLines,
  stored: (ctx, { before, counts, isDone }) =>
    analyzeAfterMany(ctx, { before: before.changed, changed: counts.changed, isDone }),
};

/** Stores the lines that are valid, and returns the errors of the others. */
async function storeLines(tx: Ctx, writer: Starter, lines: StockLine[]): Promise<StoredLines<"changed">> {
  const errors: LineError[] = [];
  let changed = 0;
  const batch = createLineBatch(tx, writer, {
    reject: (line, detail) => void errors.push({ line, detail }),
    onStored: (added) => {
      changed += added;
    },
  });
  for (const line of lines) await batch.add(line);
  await batch.flush();
  return {
    counts: { changed },
    broken: errors.length,
    errors: errors.toSorted((a, b) => a.line - b.line),
  };
}
