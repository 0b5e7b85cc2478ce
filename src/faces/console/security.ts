import type { Ctx } from "../../core/ctx.ts";
import { responseOrigin } from "../../core/http/response-origin.ts";
import { equalInConstantTime } from "../../lib/hash.ts";
import { problem } from "../../lib/problem.ts";

/** Of pages and assets: no script, style or request but the service's own, and no frame around it. */
export const SECURITY_HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  // Warehouse mode reads bar codes by the camera, on a page that any other may have led to.
  "Permissions-Policy": "camera=(self), geolocation=(), microphone=(), payment=(), usb=()",
  // Without an origin browsers send `Origin: null` with forms.
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
};

/**
 * Throws 403 unless a form comes from a page of this service: browsers say so by `Sec-Fetch-Site`, older ones by
 * `Origin` alone.
 */
export function requireSameSite({ config, origin }: Ctx, { headers, url }: Request): void {
  const site = headers.get("sec-fetch-site");
  const from = headers.get("origin");
  const own = [new URL(url).host, new URL(origin).host];
  const forwarded = config.trustProxy ? headers.get("x-forwarded-host") : null;
  if (forwarded) own.push(forwarded.split(",")[0]?.trim() ?? "");
  const isOwn = from !== null && URL.canParse(from) && own.includes(new URL(from).host);
  if (site === null ? isOwn : site === "same-origin" && (from === null || isOwn)) return;
  throw problem("origin_not_allowed", "This form was not sent from a page of this service.");
}

/** Throws 403 unless a form carries the token of its session. */
export function requireFormToken(given: string, expected: string): void {
  if (equalInConstantTime(given, expected)) return;
  throw problem("origin_not_allowed", "This form is from an earlier session: open the page again.");
}

/** Returns the origin of the service's pages: `PUBLIC_URL`, else the address under which a request came. */
export function pageOrigin(ctx: Ctx, { headers, url }: Request): string {
  return responseOrigin(ctx, headers, headers.get("host") ?? new URL(url).host);
}
