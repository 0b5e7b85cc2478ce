import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { checkFile } from "./check-file.ts";
import type { Dump, DumpedTable } from "./dump.ts";
import type { FileHeader, FileTrailer } from "./file-schema.ts";
import { altered, type Frame, KINDS, readFrames } from "./frames.ts";
import type { ProtectedKey } from "./protected-key.ts";
import { unpack } from "./unpack.ts";

export type BackupFile = {
  dump: Dump;
  protectedKey: ProtectedKey | undefined;
  tables: Record<string, number>;
};

/**
 * Returns what `use` returns for a backup, after checking that the whole file is as it was written. Throws when it
 * isn't, or can't be read.
 */
export async function withBackupFile<T>(path: string, use: (backup: BackupFile) => Promise<T>): Promise<T> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The backup ${path} can't be read (${error.code}).`, { cause: error });
  });
  try {
    const content = await checkFile(file, path);
    const { protectedKey, ...header } = content.header;
    const { tables: summaries, sequences } = content.trailer;
    const exact = header.tables.map((table) => ({ ...table, rows: summaries[table.name]?.rows ?? 0 }));
    const tables = Object.fromEntries(exact.map(({ name, rows }) => [name, rows]));
    const dump = {
      header: { ...header, tables: exact },
      tables: () => readTables({ file, path, ...content }),
      sequences: async () => sequences,
    };
    return await use({ dump, protectedKey, tables });
  } finally {
    await file.close();
  }
}

type Reading = { file: FileHandle; path: string; header: FileHeader; trailer: FileTrailer };
type NextFrame = () => Promise<Frame | undefined>;

/** The second reading of a file: it must be what it was at the first. */
async function* readTables({ file, path, header, trailer }: Reading): AsyncIterable<DumpedTable> {
  const frames = readFrames(file, path)[Symbol.asyncIterator]();
  const next = async (): Promise<Frame | undefined> => {
    const { value, done } = await frames.next();
    return done ? undefined : value;
  };
  await next();
  for (const { name, columns } of header.tables) {
    const summary = trailer.tables[name];
    if ((await next())?.kind !== KINDS.table || !summary) throw altered(path);
    yield { name, columns, content: readRows(next, path, summary.sha256), summary: () => summary };
  }
  // Reads on to the end mark.
  while (await next());
}

/** The content of one table, whose checksum is compared at its end. */
async function* readRows(next: NextFrame, path: string, sha256: string): AsyncIterable<Uint8Array> {
  const hash = createHash("sha256");
  let frame = await next();
  for (; frame?.kind === KINDS.rows; frame = await next()) {
    for await (const piece of unpack(frame.pieces(), path)) {
      hash.update(piece);
      yield piece;
    }
  }
  if (frame?.kind !== KINDS.tableEnd || sha256 !== hash.digest("hex")) throw altered(path);
}
