import { createHmac } from "node:crypto";

export type Signed = { id: string; timestamp: number; payload: string };

/** The signed bytes (`id.timestamp.payload`), and the part of them that is the payload. */
export type Content = { signed: Uint8Array<ArrayBuffer>; payload: Uint8Array };

const PREFIX = "whsec_";
const bytes = new TextEncoder();

/** Returns a new signing secret of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return PREFIX + crypto.getRandomValues(new Uint8Array(32)).toBase64();
}

/** Returns the key of HMAC that a signing secret holds. */
export function signingKey(secret: string): Uint8Array {
  return Uint8Array.fromBase64(secret.slice(PREFIX.length));
}

/** Returns the bytes that are signed, as Standard Webhooks has it. */
export function contentOf({ id, timestamp, payload }: Signed): Content {
  const prefix = `${id}.${timestamp}.`;
  const signed = bytes.encode(prefix + payload);
  return { signed, payload: signed.subarray(bytes.encode(prefix).length) };
}

/**
 * Returns the value of `webhook-signature`: one signature per key, so that receivers may verify with any of
 * them. It signs in this thread: microseconds, where Web Crypto would wait for another thread.
 */
export function signatureOf(keys: Uint8Array[], { signed }: Content): string {
  return keys.map((key) => `v1,${createHmac("sha256", key).update(signed).digest("base64")}`).join(" ");
}
