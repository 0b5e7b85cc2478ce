import { createHash } from "node:crypto";

/** A frame of a backup file. */
export type FileFrame = { kind: number; content: Uint8Array };

export const FRAME = { header: 1, table: 2, rows: 3, tableEnd: 4, trailer: 5, end: 6 };

const MAGIC = Buffer.from("aftersale backup 1\n");
const HEAD_BYTES = 5;

/** Returns the frames of a backup file before its end mark. */
export async function framesOf(path: string): Promise<FileFrame[]> {
  const bytes = Buffer.from(await Bun.file(path).bytes());
  const frames: FileFrame[] = [];
  for (let at = MAGIC.length; bytes[at] !== FRAME.end; ) {
    const length = bytes.readUInt32BE(at + 1);
    const from = at + HEAD_BYTES;
    frames.push({ kind: bytes.readUInt8(at), content: bytes.subarray(from, from + length) });
    at = from + length;
  }
  return frames;
}

/** Writes a backup file of these frames, with the end mark that they have when nothing was altered. */
export async function writeFrames(path: string, frames: readonly FileFrame[]): Promise<void> {
  const parts = [MAGIC, ...frames.flatMap(({ kind, content }) => [headOf(kind, content.length), content])];
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  const digest = hash.digest();
  await Bun.write(path, Buffer.concat([...parts, headOf(FRAME.end, digest.length), digest]));
}

/** Returns the JSON of a frame. */
// biome-ignore lint/suspicious/noExplicitAny: a test changes whatever is in a file.
export function jsonOf({ content }: FileFrame): any {
  return JSON.parse(new TextDecoder().decode(content));
}

/** Returns a frame with other JSON. */
export function withJson(frame: FileFrame, value: unknown): FileFrame {
  return { ...frame, content: Buffer.from(JSON.stringify(value)) };
}

function headOf(kind: number, length: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(kind, 0);
  head.writeUInt32BE(length, 1);
  return head;
}
