import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import type { Dump, DumpedTable, Header, SequenceState, TableSummary } from "./dump.ts";
import { altered, type Frame, KINDS, readFrames } from "./frames.ts";
import type { ProtectedKey } from "./protected-key.ts";

const decompress = promisify(zstdDecompress);

type Trailer = { tables: Record<string, TableSummary>; sequences: SequenceState[] };
export type BackupFile = {
  dump: Dump;
  protectedKey: ProtectedKey | undefined;
  tables: Record<string, number>;
};

/**
 * Returns what `use` returns for a backup, after checking that the whole file is what was written. Throws when it
 * isn't, or can't be read.
 */
export async function withBackupFile<T>(path: string, use: (backup: BackupFile) => Promise<T>): Promise<T> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The backup ${path} can't be read (${error.code}).`, { cause: error });
  });
  try {
    const { header, trailer } = await check(file, path);
    const { protectedKey, ...plain } = header;
    const counts = Object.entries(trailer.tables).map(([name, { rows }]): [string, number] => [name, rows]);
    const tables = Object.fromEntries(counts);
    const exact = plain.tables.map((table) => ({ ...table, rows: tables[table.name] ?? 0 }));
    const dump = {
      header: { ...plain, tables: exact },
      tables: () => readTables(file, path),
      sequences: async () => trailer.sequences,
    };
    return await use({ dump, protectedKey, tables });
  } finally {
    await file.close();
  }
}

/** Nothing is parsed before the end mark agrees with everything before it. */
async function check(file: FileHandle, path: string) {
  const found = new Map<number, Uint8Array>();
  for await (const { kind, content } of readFrames(file, path)) {
    if (kind === KINDS.header || kind === KINDS.trailer) found.set(kind, content);
  }
  const [header, trailer] = [found.get(KINDS.header), found.get(KINDS.trailer)];
  if (!header || !trailer) throw altered(path);
  return {
    header: parse<Header & { protectedKey?: ProtectedKey }>(header),
    trailer: parse<Trailer>(trailer),
  };
}

async function* readTables(file: FileHandle, path: string): AsyncIterable<DumpedTable> {
  const frames = readFrames(file, path)[Symbol.asyncIterator]();
  const next = async (): Promise<Frame | undefined> => {
    const { value, done } = await frames.next();
    return done ? undefined : value;
  };
  for (let frame = await next(); frame; frame = await next()) {
    if (frame.kind !== KINDS.table) continue;
    yield { ...parse<{ name: string; columns: string[] }>(frame.content), ...readRows(next, path) };
  }
}

/** The content of one table, whose checksum is compared at its end. */
function readRows(next: () => Promise<Frame | undefined>, path: string) {
  let summary: TableSummary | undefined;
  const content = async function* () {
    const hash = createHash("sha256");
    let frame = await next();
    for (; frame?.kind === KINDS.rows; frame = await next()) {
      const part = await decompress(frame.content);
      hash.update(part);
      yield part;
    }
    if (frame?.kind !== KINDS.tableEnd) throw altered(path);
    summary = parse<TableSummary>(frame.content);
    if (summary.sha256 !== hash.digest("hex")) throw altered(path);
  };
  return {
    content: content(),
    summary: () => {
      if (!summary) throw new Error("The table has not been read.");
      return summary;
    },
  };
}

function parse<T>(content: Uint8Array): T {
  return JSON.parse(new TextDecoder().decode(content));
}
