const PATH = "/console";
/** No other host can set such a cookie; browsers demand the path `/` for it. */
const SECURE_PREFIX = "__Host-";
const SECURE_PATH = "/";
const NAMES = {
  session: "aftersale_session",
  theme: "aftersale_theme",
  language: "aftersale_language",
  keys: "aftersale_keys",
  notice: "aftersale_notice",
  undo: "aftersale_undo",
  device: "aftersale_device",
};

export type CookieName = keyof typeof NAMES;

/** Returns a cookie of a request; with https only one that was set by https. */
export function cookieOf(headers: Headers, name: CookieName, isSecure: boolean): string | undefined {
  const wanted = fullName(name, isSecure);
  for (const pair of (headers.get("cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === wanted) return decode(pair.slice(at + 1).trim());
  }
  return undefined;
}

/** Returns the header that sets a cookie: scripts don't see it, and other sites' forms don't send it. */
export function setCookie(
  name: CookieName,
  value: string,
  { isSecure, maxAgeS }: { isSecure: boolean; maxAgeS?: number },
): string {
  const parts = [
    `${fullName(name, isSecure)}=${encodeURIComponent(value)}`,
    `Path=${isSecure ? SECURE_PATH : PATH}`,
    "HttpOnly",
    "SameSite=Lax",
  ];
  if (isSecure) parts.push("Secure");
  if (maxAgeS !== undefined) parts.push(`Max-Age=${maxAgeS}`);
  return parts.join("; ");
}

function fullName(name: CookieName, isSecure: boolean): string {
  return (isSecure ? SECURE_PREFIX : "") + NAMES[name];
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
