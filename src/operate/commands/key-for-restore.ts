import { createEncryption } from "../../lib/encryption.ts";
import type { Config } from "../../platform/config/config.ts";
import { recoverKey } from "../../platform/db/backup/protected-key.ts";
import type { BackupFile } from "../../platform/db/backup/read-file.ts";
import { findEmbeddedKey, storeEmbeddedKey } from "../../platform/db/embedded/encryption-key.ts";
import { canDecrypt } from "../../platform/db/key-check.ts";

/**
 * Makes sure, before anything is restored, that this installation's key decrypts what a backup holds.
 * `passphrase` takes the key from the backup: the embedded database then has it. Throws otherwise.
 */
export async function requireKeyForRestore(
  config: Config,
  { dump, protectedKey }: BackupFile,
  passphrase: string | undefined,
): Promise<void> {
  const recovered = passphrase === undefined ? undefined : await recover(protectedKey, passphrase);
  const existing = config.encryptionKey ?? (await findEmbeddedKey(config.dataDir));
  const key = existing ?? recovered;
  const { keyCheck } = dump.header;
  if (keyCheck !== null) {
    if (key === undefined)
      throw new Error(`The backup is encrypted, and this installation has no key. ${remedy(config)}`);
    const encryption = await createEncryption(key, config.previousEncryptionKey);
    if (!(await canDecrypt(encryption, keyCheck))) {
      throw new Error(
        `The backup is encrypted under another key than this installation has. ${remedy(config)}`,
      );
    }
  }
  if (existing === undefined && recovered !== undefined) await storeEmbeddedKey(config.dataDir, recovered);
}

async function recover(protectedKey: BackupFile["protectedKey"], passphrase: string): Promise<string> {
  if (protectedKey) return recoverKey(protectedKey, passphrase);
  throw new Error("The backup holds no key: it was made without --with-key.");
}

function remedy({ databaseUrl, dataDir }: Config): string {
  return databaseUrl === undefined
    ? `Put its key file back as ${dataDir}/encryption-key, or set ENCRYPTION_KEY, or restore into a new DATA_DIR with --with-key.`
    : "Set ENCRYPTION_KEY to the one that it was made under; `key show` prints it if the backup holds it.";
}
