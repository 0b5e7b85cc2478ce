import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { randomText } from "../lib/ids.ts";

/** The key of an embedded database: made once, kept beside it, readable by its owner alone. */
export async function embeddedEncryptionKey(dataDir: string): Promise<string> {
  const file = join(dataDir, "encryption-key");
  const kept = await readIfThere(file);
  if (kept !== undefined) return kept;

  await mkdir(dataDir, { recursive: true });
  const draft = join(dataDir, `.encryption-key-${randomText(8)}`);
  await writeFile(draft, randomText(52), { mode: 0o600 });
  try {
    // A link appears whole or not at all, and never replaces what somebody else has made first.
    await link(draft, file);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    await rm(draft);
  }
  return readFile(file, "utf8");
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
