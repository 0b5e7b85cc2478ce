import type { Config } from "../../platform/config/config.ts";

/** A year: browsers then reach the address by https alone. */
const TRANSPORT_SECURITY = "max-age=31536000";

/** What a response says that no app has handled. */
export const UNKEPT = { "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store" };

/**
 * Adds what every response says: that a browser must not guess its type, that it is reached by https alone where it is
 * reached so, and that nothing keeps it. What a secret or a session may read is never kept; only what is for every
 * client, such as an asset, or was made for everyone elsewhere, may say otherwise.
 */
export function addResponseHeaders(
  headers: Headers,
  { isSecure, isPrivate }: { isSecure: boolean; isPrivate: boolean },
): void {
  headers.set("X-Content-Type-Options", "nosniff");
  if (isSecure) headers.set("Strict-Transport-Security", TRANSPORT_SECURITY);
  if (isPrivate || !headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
}

/** Whether browsers reach the service by https, so that cookies may be limited to it. */
export function isHttps({ trustProxy, publicUrl }: Config, headers: Headers): boolean {
  if (trustProxy && headers.get("x-forwarded-proto")?.split(",")[0]?.trim() === "https") return true;
  return publicUrl?.startsWith("https://") === true;
}
