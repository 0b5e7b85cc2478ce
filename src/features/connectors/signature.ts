const bytes = new TextEncoder();

/** Whether a signature is the HMAC-SHA256 of a body, found out in constant time. No signature, or a malformed one, is none. */
export async function isSignedWith(
  secret: string,
  body: Uint8Array<ArrayBuffer>,
  signature: { base64: string | null } | { hex: string | null },
): Promise<boolean> {
  const given = decoded(signature);
  if (!given) return false;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes.encode(secret), algorithm, false, ["verify"]);
  return crypto.subtle.verify("HMAC", key, given, body);
}

function decoded(signature: { base64: string | null } | { hex: string | null }) {
  try {
    if ("hex" in signature) return signature.hex === null ? undefined : Uint8Array.fromHex(signature.hex);
    return signature.base64 === null ? undefined : Uint8Array.fromBase64(signature.base64);
  } catch {
    return undefined;
  }
}
