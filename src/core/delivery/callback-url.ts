import { hostAndPort } from "../../lib/host.ts";
import { invalid } from "../../lib/problem.ts";
import { literalAddress, nonPublicRangeOf } from "../../lib/public-address.ts";
import type { Ctx } from "../ctx.ts";

const MAX_URL_LENGTH = 2_048;
/** Names that resolve only inside one network. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa|localdomain)$/;

const RESOLVE_TIMEOUT_MS = 2_000;

/**
 * Throws 400 for a URL that webhooks may not be sent to: not https, or a private address. A name that doesn't
 * resolve yet is accepted: each connection checks its address again.
 */
export async function requirePublicUrl(
  ctx: Pick<Ctx, "config" | "resolve">,
  address: string,
  { pointer, storeId }: { pointer: string; storeId: string },
): Promise<void> {
  const allowed = ctx.config.webhookAllowedHosts;
  const fault =
    urlFault(address, allowed) ?? (await privateNameFault(ctx, new URL(address), { allowed, storeId }));
  if (fault) throw invalid({ detail: `${fault}${wayOutOf(address)}`, pointer });
}

/** Returns how an operator allows the address, if that would make it valid. */
function wayOutOf(address: string): string {
  if (!URL.canParse(address)) return "";
  const host = hostAndPort(new URL(address));
  if (urlFault(address, [host])) return "";
  return ` To try it on your own machine, start the service with WEBHOOK_ALLOWED_HOSTS=${host}.`;
}

/**
 * Describes what is wrong with a callback URL; undefined when it is valid. `allowed` are `host:port` entries
 * that may be private or plain http.
 */
export function urlFault(address: string, allowed: readonly string[]): string | undefined {
  if (address.length > MAX_URL_LENGTH) return `The address may have at most ${MAX_URL_LENGTH} characters.`;
  if (!URL.canParse(address) || !/^https?:\/\/[^/]/i.test(address))
    return "The address must be an https URL.";
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") return "The address must not hold a user or a password.";
  if (allowed.includes(hostAndPort(url))) return undefined;
  if (url.protocol !== "https:") return "The address must begin with https://.";
  if (url.port === "0") return "The address must not have port 0.";

  const literal = literalAddress(url.hostname);
  if (literal === undefined) return nameFault(url.hostname);
  const kind = nonPublicRangeOf(literal);
  return kind && `The address ${literal} is not a public one (${kind}).`;
}

async function privateNameFault(
  { resolve }: Pick<Ctx, "resolve">,
  url: URL,
  { allowed, storeId }: { allowed: readonly string[]; storeId: string },
): Promise<string | undefined> {
  if (allowed.includes(hostAndPort(url)) || literalAddress(url.hostname)) return undefined;
  const options = { owner: storeId, timeoutMs: RESOLVE_TIMEOUT_MS };
  const addresses = await resolve(url.hostname, options).catch(() => []);
  const refused = addresses.find(({ address }) => nonPublicRangeOf(address));
  return refused && `${url.hostname} resolves to ${refused.address}, which is not a public address.`;
}

function nameFault(hostname: string): string | undefined {
  const name = hostname.replace(/\.$/, "");
  if (name.includes(".") && !LOCAL_NAME.test(name)) return undefined;
  return `${name} is the name of a local host.`;
}
