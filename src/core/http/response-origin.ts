import { originOfHost } from "../../lib/host.ts";
import type { Ctx } from "../ctx.ts";

/**
 * Returns the origin of links in the response to a request, which go back to its client alone: `PUBLIC_URL`, else
 * the address under which the client came, which a trusted proxy names. What is malformed counts as unknown; then
 * the address counts at which the service listens. What is kept or sent elsewhere begins with `ctx.origin` instead.
 */
export function responseOrigin(
  { config, origin }: Pick<Ctx, "config" | "origin">,
  headers: Headers,
  host = headers.get("host"),
): string {
  if (config.publicUrl) return origin;
  const named = config.trustProxy ? (name: string) => firstOf(headers.get(name)) : () => undefined;
  const scheme = (named("x-forwarded-proto") ?? "http").toLowerCase();
  if (scheme !== "http" && scheme !== "https") return origin;
  return originOfHost(scheme, named("x-forwarded-host") ?? host ?? "") ?? origin;
}

/** What the proxy next to the client has added comes first. An empty header says nothing. */
function firstOf(header: string | null): string | undefined {
  return header?.split(",")[0]?.trim() || undefined;
}

/** Returns a link of the service with another origin. */
export function linkAt(origin: string, link: string): string {
  return link.replace(/^https?:\/\/[^/]*/, () => origin);
}
