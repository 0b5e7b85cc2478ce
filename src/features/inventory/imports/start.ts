import { and, eq, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../../core/ctx.ts";
import { sendFairly } from "../../../core/jobs/fair.ts";
import { lockCapacity, requireCapacity } from "../../../core/jobs/require-capacity.ts";
import { newId } from "../../../lib/ids.ts";
import { invalid } from "../../../lib/problem.ts";
import { inventoryImports } from "../../../platform/db/tables/inventory-imports.ts";
import type { Writer } from "../change-clock.ts";
import { parseImportFile, type StockLine } from "../parse-import-file.ts";
import { MAX_LEVELS } from "../schema.ts";
import { importJob } from "./import-job.ts";
import { MAX_LINES } from "./schema.ts";
import { IMPORT_CAPACITY } from "./state.ts";

/** Parts after which memory is freed: what is left of the lines would otherwise add up. */
const FREE_MEMORY_AFTER_PARTS = 100;

/**
 * Stores a file, and the job that imports it, and returns the id of the import. Throws 400 for a file with an invalid
 * header or too many lines, 429 when the store has too many unfinished imports.
 */
export async function startImport(ctx: Ctx, writer: Writer, file: string): Promise<{ id: string }> {
  const { storeId, by, byId, requestId } = writer;
  const id = newId("imp");
  await inTransaction(ctx, async (tx) => {
    await tx.db.insert(inventoryImports).values({
      ...{ storeId, id, by, startedById: byId, requestId, status: "queued" },
      ...{ parts: 0, linesTotal: 0, createdAt: sql`now()` },
    });
    await requireCapacity(tx, storeId, IMPORT_CAPACITY);
    let [parts, linesTotal] = [0, 0];
    for await (const part of partsOf(file)) {
      linesTotal += part.length;
      if (linesTotal > MAX_LINES) {
        throw invalid({ detail: `A file has at most ${MAX_LINES} lines.`, pointer: "/file" });
      }
      await tx.db.execute(sql`
        insert into inventory_import_parts (store_id, import_id, number, lines)
        values (${storeId}, ${id}, ${parts++}, ${JSON.stringify(part)}::json)`);
      if (parts % FREE_MEMORY_AFTER_PARTS === 0) ctx.freeMemory();
    }
    await tx.db
      .update(inventoryImports)
      .set({ parts, linesTotal })
      .where(and(eq(inventoryImports.storeId, storeId), eq(inventoryImports.id, id)));
    // Not before: requests that wait for the lock hold connections.
    await lockCapacity(tx, storeId, IMPORT_CAPACITY);
    await sendFairly(tx, importJob, { storeId, importId: id });
  });
  return { id };
}

/** Yields the lines of a file, as many together as one transaction of the import writes. */
async function* partsOf(file: string): AsyncGenerator<StockLine[]> {
  let part: StockLine[] = [];
  for await (const line of parseImportFile(new Blob([file]).stream())) {
    if (part.push(line) < MAX_LEVELS) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
