/** Encrypts and decrypts short texts that must be shown or used again, such as tokens given to us by others. */
export type Encryption = {
  encrypt(text: string): Promise<string>;
  /** Throws for what neither the key nor the one before it has sealed. */
  decrypt(sealed: string): Promise<string>;
  /** The same text sealed by the key; undefined when it is already. Throws as `open` does. */
  renew(sealed: string): Promise<string | undefined>;
};

/**
 * A seal by AES-256-GCM under a key derived (HKDF-SHA-256) from any secret text; its output is `v1.` + base64. What the
 * previous secret has sealed is opened as well.
 */
export async function createEncryption(secretText: string, previousSecretText?: string): Promise<Encryption> {
  const current = await createCipher(secretText);
  const previous = previousSecretText === undefined ? undefined : await createCipher(previousSecretText);
  const openEarlier = (sealed: string, error: unknown) => {
    if (!previous) throw error;
    return previous.decrypt(sealed);
  };
  return {
    encrypt: current.encrypt,
    decrypt: (sealed) => current.decrypt(sealed).catch((error: unknown) => openEarlier(sealed, error)),
    renew: async (sealed) => {
      try {
        await current.decrypt(sealed);
        return undefined;
      } catch (error) {
        return current.encrypt(await openEarlier(sealed, error));
      }
    },
  };
}

type Cipher = { encrypt(text: string): Promise<string>; decrypt(sealed: string): Promise<string> };

const VERSION = "v1.";

async function createCipher(secretText: string): Promise<Cipher> {
  const bytes = new TextEncoder();
  const material = await crypto.subtle.importKey("raw", bytes.encode(secretText), "HKDF", false, [
    "deriveKey",
  ]);
  const key = await crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: bytes.encode("aftersale tokens v1") },
    material,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
  return {
    async encrypt(text) {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const body = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, bytes.encode(text));
      return `${VERSION}${new Uint8Array([...iv, ...new Uint8Array(body)]).toBase64()}`;
    },
    async decrypt(sealed) {
      const all = Uint8Array.fromBase64(sealed.slice(VERSION.length));
      const body = await crypto.subtle.decrypt({ name: "AES-GCM", iv: all.slice(0, 12) }, key, all.slice(12));
      return new TextDecoder().decode(body);
    },
  };
}
