/**
 * Encrypts and decrypts short strings that are needed in plain text again, such as tokens for other services.
 */
export type Encryption = {
  encrypt(text: string): Promise<string>;
  /** Throws for a value that was encrypted with neither the current nor the previous key, or changed in any letter. */
  decrypt(encrypted: string): Promise<string>;
  /** Re-encrypts a value with the current key; undefined if it already is. Throws as `decrypt` does. */
  renew(encrypted: string): Promise<string | undefined>;
};

/**
 * Creates an encryption by AES-256-GCM, with a key derived (HKDF-SHA-256) from a secret of any length; its
 * output is `v1.` + base64. Values encrypted with the previous secret can be decrypted too.
 */
export async function createEncryption(secretText: string, previousSecretText?: string): Promise<Encryption> {
  const current = await createCipher(secretText);
  const previous = previousSecretText === undefined ? undefined : await createCipher(previousSecretText);
  const decryptWithPrevious = (encrypted: string, error: unknown) => {
    if (!previous) throw error;
    return previous.decrypt(encrypted);
  };
  return {
    encrypt: current.encrypt,
    decrypt: (encrypted) =>
      current.decrypt(encrypted).catch((error: unknown) => decryptWithPrevious(encrypted, error)),
    renew: async (encrypted) => {
      try {
        await current.decrypt(encrypted);
        return undefined;
      } catch (error) {
        return current.encrypt(await decryptWithPrevious(encrypted, error));
      }
    },
  };
}

type Cipher = { encrypt(text: string): Promise<string>; decrypt(encrypted: string): Promise<string> };

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
      const ciphertext = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, bytes.encode(text));
      return `${VERSION}${new Uint8Array([...iv, ...new Uint8Array(ciphertext)]).toBase64()}`;
    },
    async decrypt(encrypted) {
      const encoded = encrypted.slice(VERSION.length);
      const all = Uint8Array.fromBase64(encoded);
      // Base64 can be written in several ways, and a changed text must not pass as the one that was made.
      if (!encrypted.startsWith(VERSION) || all.toBase64() !== encoded)
        throw new Error("not as it was encrypted");
      const plain = await crypto.subtle.decrypt(
        { name: "AES-GCM", iv: all.slice(0, 12) },
        key,
        all.slice(12),
      );
      return new TextDecoder().decode(plain);
    },
  };
}
