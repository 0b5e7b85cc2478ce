import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";

/**
 * A backup file: the bytes of `MAGIC`, then frames. A frame is a byte for its kind, its length as 4 bytes, the
 * highest first, and that many bytes. The last frame is the SHA-256 of everything before it.
 */
const MAGIC = new TextEncoder().encode("aftersale backup 1\n");

/** The kinds of frames: JSON, except rows, which are zstd-compressed parts of COPY's text, and the end mark. */
export const KINDS = { header: 1, table: 2, rows: 3, tableEnd: 4, trailer: 5, end: 6 } as const;

/** A frame that is being read: its content is read once, before the next frame. */
export type Frame = { kind: number; length: number; pieces(): AsyncIterable<Buffer> };

const HEAD_BYTES = 5;
const PIECE_BYTES = 1 << 18;
const DIGEST_BYTES = 32;
/** No frame of ours is larger: a larger one is damage. */
const MAX_FRAME_BYTES = 64 << 20;

/** Returns a function that appends a frame to a new file, and ends the file when called with `end`. */
export function frameWriter(file: FileHandle) {
  const hash = createHash("sha256");
  const append = async (bytes: Uint8Array) => {
    hash.update(bytes);
    await file.writeFile(bytes);
  };
  return {
    begin: () => append(MAGIC),
    write: async (kind: number, content: Uint8Array) => {
      await append(headOf(kind, content.length));
      await append(content);
    },
    end: async () => {
      const digest = hash.digest();
      await file.writeFile(headOf(KINDS.end, digest.length));
      await file.writeFile(digest);
    },
  };
}

function headOf(kind: number, length: number): Uint8Array {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(kind, 0);
  head.writeUInt32BE(length, 1);
  return head;
}

/**
 * Yields the frames of a file, whose content is read in pieces: a frame may be larger than what a process may
 * hold. Throws when the file is not a backup, ends early or goes on after its end mark.
 */
export async function* readFrames(file: FileHandle, path: string): AsyncIterable<Frame> {
  const hash = createHash("sha256");
  let at = 0;
  const read = async (length: number): Promise<Buffer> => {
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let done = 0; done < length; ) {
      const { bytesRead } = await file.read(bytes, done, length - done, at);
      if (bytesRead === 0) throw new Error(`The backup ${path} is torn: it ends before its end mark.`);
      done += bytesRead;
      at += bytesRead;
    }
    return bytes;
  };
  const piecesUntil = async function* (end: number) {
    while (at < end) {
      const piece = await read(Math.min(end - at, PIECE_BYTES));
      hash.update(piece);
      yield piece;
    }
  };
  const stats = await file.stat();
  const { size } = stats;
  const magic = stats.isFile() ? await read(Math.min(MAGIC.length, size)) : undefined;
  if (!magic?.equals(MAGIC)) throw new Error(`${path} is not a backup of this service.`);
  hash.update(magic);
  for (;;) {
    const head = await read(HEAD_BYTES);
    const [kind, length] = [head.readUInt8(0), head.readUInt32BE(1)];
    if (length > MAX_FRAME_BYTES) throw altered(path);
    if (kind === KINDS.end) {
      if (length !== DIGEST_BYTES || !(await read(length)).equals(hash.digest()) || at !== size)
        throw altered(path);
      return;
    }
    hash.update(head);
    const end = at + length;
    yield { kind, length, pieces: () => piecesUntil(end) };
    // Bytes that the caller has not read are part of the sum too.
    for await (const _ of piecesUntil(end));
  }
}

/** Returns the error for a backup whose bytes are not those that were written. */
export function altered(path: string): Error {
  return new Error(`The backup ${path} is damaged: it isn't what was written.`);
}
