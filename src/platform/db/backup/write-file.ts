import { open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { zstdCompress } from "node:zlib";
import { awaitedLater } from "../../../lib/promises.ts";
import type { Dump, DumpedTable, OnProgress, TableSummary } from "./dump.ts";
import { frameWriter, KINDS } from "./frames.ts";
import { count, parts } from "./parts.ts";
import type { ProtectedKey } from "./protected-key.ts";

const compress = promisify(zstdCompress);

export type Written = { tables: Record<string, number>; rows: number; bytes: number };

type Options = { path: string; protectedKey: ProtectedKey | undefined; onProgress: OnProgress };
type Frames = ReturnType<typeof frameWriter>;

/**
 * Writes a dump to a new file, readable by its owner only. The file has its name once it is complete and on
 * disk. Returns what it has written. Throws when a file of that name exists.
 */
export async function writeBackup(dump: Dump, { path, protectedKey, onProgress }: Options): Promise<Written> {
  await requireAbsent(path);
  const draft = `${path}.part`;
  await rm(draft, { force: true });
  const file = await open(draft, "wx", 0o600);
  const summaries: Record<string, TableSummary> = {};
  try {
    const frames = frameWriter(file);
    await frames.begin();
    const { tables } = dump.header;
    await frames.write(KINDS.header, json({ ...dump.header, protectedKey }));
    let done = 0;
    const total = tables.reduce((sum, { rows }) => sum + rows, 0);
    for await (const table of dump.tables()) {
      const onRows = (rows: number) => onProgress({ done: done + rows, total, doing: table.name });
      const summary = await writeTable(frames, table, onRows);
      summaries[table.name] = summary;
      done += summary.rows;
    }
    await frames.write(KINDS.trailer, json({ tables: summaries, sequences: await dump.sequences() }));
    await frames.end();
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(draft, { force: true });
    throw error;
  }
  const { size } = await file.stat();
  await file.close();
  await requireAbsent(path);
  await rename(draft, path);
  await flush(dirname(path));
  const rows = Object.entries(summaries).map(([name, summary]): [string, number] => [name, summary.rows]);
  return {
    tables: Object.fromEntries(rows),
    rows: rows.reduce((sum, [, count]) => sum + count, 0),
    bytes: size,
  };
}

/** The next part is read while one is compressed. */
async function writeTable(
  frames: Frames,
  { name, columns, content, summary }: DumpedTable,
  onRows: (rows: number) => void,
): Promise<TableSummary> {
  await frames.write(KINDS.table, json({ name, columns }));
  let rows = 0;
  let writing = Promise.resolve();
  for await (const part of parts(content)) {
    await writing;
    writing = awaitedLater(compress(part).then((compressed) => frames.write(KINDS.rows, compressed)));
    rows += count(part);
    onRows(rows);
  }
  await writing;
  const written = summary();
  await frames.write(KINDS.tableEnd, json(written));
  return written;
}

async function requireAbsent(path: string): Promise<void> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw new Error(`There is a file ${path} already: name another one.`);
}

async function flush(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

function json(value: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
