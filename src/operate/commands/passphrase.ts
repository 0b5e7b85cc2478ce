import type { Terminal } from "./command.ts";

/**
 * Returns the passphrase of a backup's key from the environment, because arguments are visible to other users.
 * Throws when it is not set.
 */
export function passphraseOf({ env }: Terminal): string {
  const passphrase = env("BACKUP_PASSPHRASE");
  if (passphrase) return passphrase;
  throw new Error("Set BACKUP_PASSPHRASE: the passphrase that encrypts the key in the backup.");
}
