export type Keys = {
  /** Undefined only with the embedded database, whose key is stored in `dataDir`. */
  encryptionKey: string | undefined;
  /** Decrypts values that were encrypted with the previous key; never used to encrypt. */
  previousEncryptionKey: string | undefined;
  /** What clients of `/metrics` have to send; undefined when every client may read them. */
  metricsToken: string | undefined;
};

const MIN_KEY_LENGTH = 16;
const METRICS_TOKEN = /^[!-~]{16,255}$/;

/** Returns the encryption keys and the token of an environment and adds their errors to `faults`, without their values. */
export function readKeys(env: Record<string, string | undefined>, faults: string[]): Keys {
  const { ENCRYPTION_KEY: key, ENCRYPTION_KEY_PREVIOUS: previous, DATABASE_URL: databaseUrl } = env;
  for (const [name, text] of Object.entries({ ENCRYPTION_KEY: key, ENCRYPTION_KEY_PREVIOUS: previous })) {
    if (text && text.length < MIN_KEY_LENGTH) {
      faults.push(`${name} must have at least ${MIN_KEY_LENGTH} characters`);
    }
  }
  if (!key && databaseUrl) {
    faults.push(
      "ENCRYPTION_KEY is required with DATABASE_URL: it encrypts subscriber tokens (openssl rand -hex 32 makes one)",
    );
  } else if (!key && previous) {
    faults.push("ENCRYPTION_KEY_PREVIOUS set without ENCRYPTION_KEY: set both, or unset it");
  }
  if (key && key === previous) {
    faults.push("ENCRYPTION_KEY_PREVIOUS must be the key before ENCRYPTION_KEY, not the same one");
  }
  const metricsToken = env.METRICS_TOKEN || undefined;
  if (metricsToken && !METRICS_TOKEN.test(metricsToken)) {
    faults.push("METRICS_TOKEN must be 16 to 255 visible ASCII characters");
  }
  return {
    encryptionKey: key || undefined,
    previousEncryptionKey: previous || undefined,
    metricsToken,
  };
}
