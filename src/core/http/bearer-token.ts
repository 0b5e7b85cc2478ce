/** Returns the token of `Authorization: Bearer …`, or undefined. */
export function bearerOf(headers: Headers): string | undefined {
  return /^Bearer +(\S+)\s*$/i.exec(headers.get("authorization") ?? "")?.[1];
}
