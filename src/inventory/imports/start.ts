import { and, eq, inArray, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../ctx.ts";
import { inventoryImports } from "../../db/tables/inventory-imports.ts";
import { sendFairly } from "../../jobs/fair.ts";
import { newId } from "../../lib/ids.ts";
import { invalid, problem } from "../../lib/problem.ts";
import { parseImportFile, type StockLine } from "../parse-import-file.ts";
import { MAX_LEVELS } from "../schema.ts";
import type { Writer } from "../write-levels.ts";
import { importJob } from "./import-job.ts";
import { MAX_LINES } from "./schema.ts";

/** Per store. */
const MAX_UNFINISHED_IMPORTS = 5;

/**
 * Stores a file, and the job that imports it, and returns the id of the import. Throws 400 for a file with an invalid
 * header or too many lines, 429 when the store has too many unfinished imports.
 */
export async function startImport(ctx: Ctx, writer: Writer, file: string): Promise<{ id: string }> {
  const { parts, lines } = await partsOf(file);
  const { storeId, by, requestId } = writer;
  const id = newId("imp");
  await inTransaction(ctx, async (tx) => {
    await requireCapacity(tx, storeId);
    await tx.db.insert(inventoryImports).values({
      ...{ storeId, id, by, requestId, status: "queued" },
      ...{ parts: parts.length, linesTotal: lines, createdAt: sql`now()` },
    });
    for (const [number, part] of parts.entries()) {
      await tx.db.execute(sql`
        insert into inventory_import_parts (store_id, import_id, number, lines)
        values (${storeId}, ${id}, ${number}, ${part}::json)`);
    }
    await sendFairly(tx, importJob, { storeId, importId: id });
  });
  return { id };
}

/** Returns the lines of a file as JSON, as many together as one transaction writes. */
async function partsOf(file: string): Promise<{ parts: string[]; lines: number }> {
  const parts: string[] = [];
  let lines = 0;
  let part: StockLine[] = [];
  const end = () => {
    if (part.length > 0) parts.push(JSON.stringify(part));
    part = [];
  };
  for await (const line of parseImportFile(new Blob([file]).stream())) {
    part.push(line);
    if (++lines > MAX_LINES) {
      throw invalid({ detail: `A file has at most ${MAX_LINES} lines.`, pointer: "/file" });
    }
    if (part.length === MAX_LEVELS) end();
  }
  end();
  return { parts, lines };
}

async function requireCapacity(ctx: Ctx, storeId: string): Promise<void> {
  const { id, status } = inventoryImports;
  const unfinished = await ctx.db
    .select({ id })
    .from(inventoryImports)
    .where(and(eq(inventoryImports.storeId, storeId), inArray(status, ["queued", "running"])))
    .limit(MAX_UNFINISHED_IMPORTS);
  if (unfinished.length < MAX_UNFINISHED_IMPORTS) return;
  const detail = `${MAX_UNFINISHED_IMPORTS} imports of the store are in progress; try again when one is done.`;
  throw problem("too_many_at_once", detail, { headers: { "Retry-After": "10" } });
}
