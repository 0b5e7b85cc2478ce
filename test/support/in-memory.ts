import { statfs } from "node:fs/promises";
import { totalmem } from "node:os";

const MEMORY = "/dev/shm";
const NEEDED_BYTES = 4 * 2 ** 30;

// A run creates hundreds of databases, and copying one to a disk takes several times as long. What decides are
// sizes that don't change, because all processes of a run share a folder.
if (process.env.TMPDIR === undefined && totalmem() >= 2 * NEEDED_BYTES) {
  const { blocks, bsize } = await statfs(MEMORY).catch(() => ({ blocks: 0, bsize: 0 }));
  if (blocks * bsize >= NEEDED_BYTES) process.env.TMPDIR = MEMORY;
}
