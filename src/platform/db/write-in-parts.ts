import type { Socket } from "node:net";

/** So much is given to the system in one turn of the event loop: about 0.1 ms. */
const PART_BYTES = 256 * 1024;

type Chunk = { chunk: Uint8Array; encoding: BufferEncoding };

/**
 * Makes a socket write large chunks in parts, with other work in between: the system takes several megabytes at
 * once, and does the work of the receiving side meanwhile. A stream writes nothing else until a chunk is written.
 */
export function writeInParts(socket: Pick<Socket, "_write" | "_writev">): void {
  const write = socket._write.bind(socket);
  const writeAll = socket._writev?.bind(socket);

  socket._write = (chunk: Uint8Array, encoding, written) => {
    const writeFrom = (start: number): void => {
      const end = start + PART_BYTES;
      write(chunk.subarray(start, end), encoding, (error) => {
        if (error || end >= chunk.byteLength) written(error);
        else setImmediate(writeFrom, end);
      });
    };
    if (chunk.byteLength <= PART_BYTES) write(chunk, encoding, written);
    else writeFrom(0);
  };

  if (!writeAll) return;
  socket._writev = (chunks: Chunk[], written) => {
    const size = chunks.reduce((total, { chunk }) => total + chunk.byteLength, 0);
    const writeFrom = (position: number, error?: Error | null): void => {
      const next = chunks[position];
      if (error || !next) written(error);
      else socket._write(next.chunk, next.encoding, (failure) => writeFrom(position + 1, failure));
    };
    if (size <= PART_BYTES) writeAll(chunks, written);
    else writeFrom(0);
  };
}
