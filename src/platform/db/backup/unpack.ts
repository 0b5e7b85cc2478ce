import { Readable, type Transform } from "node:stream";
import { constants, createZstdDecompress } from "node:zlib";
import { altered } from "./frames.ts";

/** The largest row of COPY's text that the service stores is a file of an import: some 40 MB. */
const MAX_PART_BYTES = 64 << 20;
const PIECE_BYTES = 1 << 18;
/** Ours need 2 MB; what decompresses with more would take that much memory. */
const MAX_WINDOW_LOG = 23;

/**
 * Yields a part of a table as it was before its compression, in pieces: neither a large part nor one that was made to
 * become large takes more memory than a piece. Throws for what our compression doesn't make.
 */
export async function* unpack(pieces: AsyncIterable<Buffer>, path: string): AsyncIterable<Buffer> {
  const source = Readable.from(pieces, { objectMode: false });
  const unpacking: Transform = createZstdDecompress({
    chunkSize: PIECE_BYTES,
    params: { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG },
  });
  // Read to its end below, where the error of either arrives.
  source.once("error", (error) => unpacking.destroy(error));
  source.pipe(unpacking);
  let bytes = 0;
  try {
    for await (const piece of unpacking) {
      bytes += piece.length;
      if (bytes > MAX_PART_BYTES) throw altered(path);
      yield piece;
    }
  } catch (error) {
    const isDamage = error instanceof Error && "code" in error && String(error.code).startsWith("ZSTD");
    throw isDamage ? altered(path) : error;
  } finally {
    source.destroy();
    unpacking.destroy();
  }
}
