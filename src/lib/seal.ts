/** Encrypts and decrypts short texts that must be shown or used again, such as tokens given to us by others. */
export type Seal = { close(text: string): Promise<string>; open(sealed: string): Promise<string> };

/** A seal by AES-256-GCM under a key derived (HKDF-SHA-256) from any secret text; its output is `v1.` + base64. */
export async function createSeal(secretText: string): Promise<Seal> {
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
    async close(text) {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const body = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, bytes.encode(text));
      return `v1.${new Uint8Array([...iv, ...new Uint8Array(body)]).toBase64()}`;
    },
    async open(sealed) {
      const all = Uint8Array.fromBase64(sealed.slice(3));
      const body = await crypto.subtle.decrypt({ name: "AES-GCM", iv: all.slice(0, 12) }, key, all.slice(12));
      return new TextDecoder().decode(body);
    },
  };
}
