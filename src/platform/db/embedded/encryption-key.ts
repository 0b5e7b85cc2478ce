import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { randomText } from "../../../lib/ids.ts";

const FILE = "encryption-key";
const KEY_LENGTH = 52;

/**
 * Returns the key of an embedded database, created once beside it and readable by its owner only. Throws when
 * it is missing or damaged while the database `isEncrypted`: a new key could not decrypt the data.
 */
export async function embeddedEncryptionKey(
  dataDir: string,
  isEncrypted: () => Promise<boolean>,
): Promise<string> {
  const file = join(dataDir, FILE);
  const existing = await readIfThere(file);
  if (existing !== undefined && existing.length >= KEY_LENGTH) return existing;
  if (existing !== undefined || (await isEncrypted())) {
    const fault = existing === undefined ? "is missing" : "is damaged";
    throw new Error(
      `The encryption key in ${file} ${fault}, and without it nothing opens what the database holds: put the file back from a backup, or set ENCRYPTION_KEY to what it held.`,
    );
  }
  await create(dataDir, file);
  return readFile(file, "utf8");
}

/** Returns the key of an embedded database, whole or not; undefined when there is none. */
export function findEmbeddedKey(dataDir: string): Promise<string | undefined> {
  return readIfThere(join(dataDir, FILE));
}

/** Stores the key of an embedded database without one. Throws for a key that would count as damaged. */
export async function storeEmbeddedKey(dataDir: string, key: string): Promise<void> {
  if (key.length < KEY_LENGTH) {
    throw new Error(
      "The key in the backup is too short for a key file: set ENCRYPTION_KEY to what `key show` prints.",
    );
  }
  await create(dataDir, join(dataDir, FILE), key);
}

async function create(dataDir: string, file: string, key = randomText(KEY_LENGTH)): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const draft = join(dataDir, `.${FILE}-${randomText(8)}`);
  await write(draft, key);
  try {
    // A link appears atomically, and never replaces the file of another process.
    await link(draft, file);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    await rm(draft);
  }
  await flush(dataDir);
}

/**
 * Flushed to disk before anything is encrypted with it, because it must survive a power loss like the
 * database.
 */
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
