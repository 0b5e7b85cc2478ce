import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { randomText } from "../../lib/ids.ts";

const FILE = "encryption-key";
const KEY_LENGTH = 52;

/**
 * The key of an embedded database: made once, kept beside it, readable by its owner alone. Throws when it is missing or cut
 * off while the database `isEncrypted`: another one would open nothing.
 */
export async function embeddedEncryptionKey(
  dataDir: string,
  isEncrypted: () => Promise<boolean>,
): Promise<string> {
  const file = join(dataDir, FILE);
  const kept = await readIfThere(file);
  if (kept !== undefined && kept.length >= KEY_LENGTH) return kept;
  if (kept !== undefined || (await isEncrypted())) {
    const fault = kept === undefined ? "is missing" : "is damaged";
    throw new Error(
      `The encryption key in ${file} ${fault}, and without it nothing opens what the database holds: put the file back from a backup, or set ENCRYPTION_KEY to what it held.`,
    );
  }
  await make(dataDir, file);
  return readFile(file, "utf8");
}

async function make(dataDir: string, file: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const draft = join(dataDir, `.${FILE}-${randomText(8)}`);
  await write(draft, randomText(KEY_LENGTH));
  try {
    // A link appears whole or not at all, and never replaces what another process has made first.
    await link(draft, file);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    await rm(draft);
  }
  await flush(dataDir);
}

/** On disk before anything is encrypted with it: the database's own files survive a loss of power, and so must this one. */
async function write(path: string, text: string): Promise<void> {
  const handle = await open(path, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function flush(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
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
