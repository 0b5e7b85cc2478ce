export type Signed = { id: string; timestamp: number; payload: string };

/** The signed bytes (`id.timestamp.payload`), and the part of them that is the payload. */
export type Content = { signed: Uint8Array<ArrayBuffer>; payload: Uint8Array };

const PREFIX = "whsec_";
const bytes = new TextEncoder();

/** Returns a new signing secret of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return PREFIX + crypto.getRandomValues(new Uint8Array(32)).toBase64();
}

/** Imports a signing secret as a key for HMAC. */
export function signingKey(secret: string): Promise<CryptoKey> {
  const raw = Uint8Array.fromBase64(secret.slice(PREFIX.length));
  return crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/** Returns the bytes that are signed, as Standard Webhooks has it. */
export function contentOf({ id, timestamp, payload }: Signed): Content {
  const prefix = `${id}.${timestamp}.`;
  const signed = bytes.encode(prefix + payload);
  return { signed, payload: signed.subarray(bytes.encode(prefix).length) };
}

/**
 * Returns the value of `webhook-signature`: one signature per key, so that receivers may verify with any of
 * them.
 */
export async function signatureOf(keys: CryptoKey[], { signed }: Content): Promise<string> {
  const all = keys.map(async (key) => {
    const signature = await crypto.subtle.sign("HMAC", key, signed);
    return `v1,${new Uint8Array(signature).toBase64()}`;
  });
  return (await Promise.all(all)).join(" ");
}
