/** Returns a value as the text of a cursor: JSON in base64url, which needs no escaping in a URL. */
export function encodeCursor(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

/** Returns the value of a cursor; undefined for any other text. */
export function decodeCursor(text: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(text, { alphabet: "base64url" })));
  } catch {
    return undefined;
  }
}
