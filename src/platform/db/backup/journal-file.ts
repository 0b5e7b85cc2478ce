import { open, rename } from "node:fs/promises";
import { dirname, join } from "node:path";

const NAME = "aftersale.journal";

/** Returns where the journal of a backup is looked for. */
export function journalBeside(backup: string): string {
  return join(dirname(backup), NAME);
}

/** Replaces a file, readable by its owner only, by a complete one on disk: a crash leaves the one or the other. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const draft = `${path}.part`;
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
