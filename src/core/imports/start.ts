import { sql } from "drizzle-orm";
import { newId } from "../../lib/ids.ts";
import { invalid } from "../../lib/problem.ts";
import { type Ctx, inTransaction } from "../ctx.ts";
import type { Job } from "../jobs/define-job.ts";
import { sendFairly } from "../jobs/fair.ts";
import { lockCapacity, requireCapacity } from "../jobs/require-capacity.ts";
import { capacityOf } from "./capacity.ts";
import { type ImportKey, type ImportKind, type ImportRow, type Starter, tablesOf } from "./kind.ts";

/** Parts after which memory is freed: what is left of the lines would otherwise add up. */
const FREE_MEMORY_AFTER_PARTS = 100;

type Started<Options> = { file: string; options: Options; job: Job<ImportKey> };

/**
 * Stores a file, and the job that imports it, and returns the id of the import. Throws 400 for what isn't such a file and
 * for too many lines, 429 when the store has too many unfinished imports.
 */
export async function startImport<Line, Count extends string, Row extends ImportRow<Count>, Options>(
  ctx: Ctx,
  kind: ImportKind<Line, Count, Row, Options>,
  starter: Starter,
  { file, options, job }: Started<Options>,
): Promise<{ id: string }> {
  const { storeId, by, byId, requestId } = starter;
  const id = newId("imp");
  const { files, parts } = tablesOf(kind);
  const { lines, columns = {} } = await kind.open(ctx, starter, file, options);
  await inTransaction(ctx, async (tx) => {
    const own = Object.entries(columns);
    const names = own.map(([name]) => sql`, ${sql.identifier(name)}`);
    const values = own.map(([, value]) => sql`, ${value}`);
    await tx.db.execute(sql`
      insert into ${files} (
        store_id, id, by, started_by_id, request_id, status, parts, lines_total, created_at${sql.join(names)}
      )
      values (${storeId}, ${id}, ${by}, ${byId}, ${requestId}, 'queued', 0, 0, now()${sql.join(values)})`);
    await requireCapacity(tx, storeId, capacityOf(kind));
    let [count, linesTotal] = [0, 0];
    for await (const part of partsOf(lines, kind.part)) {
      linesTotal += part.lines;
      if (linesTotal > kind.maxLines) {
        throw invalid({ detail: `A file has at most ${kind.maxLines} lines.`, pointer: "/file" });
      }
      await tx.db.execute(sql`
        insert into ${parts} (store_id, import_id, number, lines)
        values (${storeId}, ${id}, ${count++}, ${part.json}::json)`);
      if (count % FREE_MEMORY_AFTER_PARTS === 0) ctx.freeMemory();
    }
    await tx.db.execute(sql`
      update ${files} set parts = ${count}, lines_total = ${linesTotal}
      where store_id = ${storeId} and id = ${id}`);
    // Not before: requests that wait for the lock hold connections.
    await lockCapacity(tx, storeId, capacityOf(kind));
    await sendFairly(tx, job, { storeId, importId: id });
  });
  return { id };
}

/** Yields the lines of a file as JSON, as many together as one transaction of the import writes. */
async function* partsOf<Line>(
  lines: AsyncGenerator<Line>,
  most: { lines: number; characters: number },
): AsyncGenerator<{ lines: number; json: string }> {
  let part: string[] = [];
  let characters = 0;
  const taken = () => {
    const taken = { lines: part.length, json: `[${part.join(",")}]` };
    part = [];
    characters = 0;
    return taken;
  };
  for await (const line of lines) {
    const json = JSON.stringify(line);
    if (characters + json.length > most.characters && part.length > 0) yield taken();
    characters += json.length;
    if (part.push(json) === most.lines) yield taken();
  }
  if (part.length > 0) yield taken();
}
