import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";

/** An encryption key that a passphrase opens: scrypt derives a key from it, AES-256-GCM encrypts. In base64. */
export type ProtectedKey = { salt: string; iv: string; tag: string; encrypted: string };

const COST = { N: 1 << 17, r: 8, p: 1, maxmem: 256 << 20 };
const CIPHER = "aes-256-gcm";
const TAG_BYTES = 16;
const MIN_LENGTH = 12;

/** Returns a key encrypted with a passphrase. Throws for a passphrase of fewer than 12 characters. */
export async function protectKey(key: string, passphrase: string): Promise<ProtectedKey> {
  if (passphrase.length < MIN_LENGTH) {
    throw new Error(`The passphrase of a key must have at least ${MIN_LENGTH} characters.`);
  }
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv(CIPHER, await derive(passphrase, salt), iv);
  const encrypted = Buffer.concat([cipher.update(key, "utf8"), cipher.final()]);
  const text = (bytes: Buffer) => bytes.toString("base64");
  return { salt: text(salt), iv: text(iv), tag: text(cipher.getAuthTag()), encrypted: text(encrypted) };
}

/** Returns the decrypted key. Throws for another passphrase. */
export async function recoverKey(held: ProtectedKey, passphrase: string): Promise<string> {
  const bytes = (text: string) => Buffer.from(text, "base64");
  const key = await derive(passphrase, bytes(held.salt));
  try {
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv(CIPHER, key, bytes(held.iv), options).setAuthTag(bytes(held.tag));
    return Buffer.concat([decipher.update(bytes(held.encrypted)), decipher.final()]).toString("utf8");
  } catch (error) {
    throw new Error("The passphrase doesn't open the key of this backup.", { cause: error });
  }
}

function derive(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase, salt, 32, COST, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
