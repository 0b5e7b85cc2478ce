/** The secret of `Authorization: Bearer …`. */
export function bearerOf(headers: Headers): string | undefined {
  return /^Bearer +(\S+)\s*$/i.exec(headers.get("authorization") ?? "")?.[1];
}
