import type { Ctx } from "../ctx.ts";
import { hostAndPort } from "../lib/host.ts";
import { invalid } from "../lib/problem.ts";
import { literalAddress, privacyOf } from "../lib/public-address.ts";

const LONGEST = 2_048;
/** Names that mean something in one network only. */
const LOCAL = /(?:^|\.)(?:localhost|local|internal|home\.arpa|localdomain)$/;

const RESOLVED_WITHIN_MS = 2_000;

/**
 * Throws a 400 for an address that can't be a subscriber's, as far as it can be seen now: a name that leads nowhere yet is
 * none. What a name leads to is looked at again by each connection.
 */
export async function requirePublicUrl(
  ctx: Pick<Ctx, "config" | "resolve">,
  address: string,
  { pointer, storeId }: { pointer: string; storeId: string },
): Promise<void> {
  const allowed = ctx.config.webhookAllowedHosts;
  const fault =
    urlFault(address, allowed) ?? (await privateNameFault(ctx, new URL(address), { allowed, storeId }));
  if (fault) throw invalid({ detail: fault, pointer });
}

/** What is wrong with a subscriber's address; `allowed` are hosts with ports that may be private or plain http. */
export function urlFault(address: string, allowed: readonly string[]): string | undefined {
  if (address.length > LONGEST) return `The address may have at most ${LONGEST} characters.`;
  if (!URL.canParse(address) || !/^https?:\/\/[^/]/i.test(address))
    return "The address must be an https URL.";
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") return "The address must not hold a user or a password.";
  if (allowed.includes(hostAndPort(url))) return undefined;
  if (url.protocol !== "https:") return "The address must begin with https://.";
  if (url.port === "0") return "The address must not have port 0.";

  const literal = literalAddress(url.hostname);
  if (literal === undefined) return nameFault(url.hostname);
  const kind = privacyOf(literal);
  return kind && `The address ${literal} is not a public one (${kind}).`;
}

async function privateNameFault(
  { resolve }: Pick<Ctx, "resolve">,
  url: URL,
  { allowed, storeId }: { allowed: readonly string[]; storeId: string },
): Promise<string | undefined> {
  if (allowed.includes(hostAndPort(url)) || literalAddress(url.hostname)) return undefined;
  const asking = { by: storeId, withinMs: RESOLVED_WITHIN_MS };
  const addresses = await resolve(url.hostname, asking).catch(() => []);
  const refused = addresses.find(({ address }) => privacyOf(address));
  return refused && `${url.hostname} leads to ${refused.address}, which is not a public address.`;
}

function nameFault(hostname: string): string | undefined {
  const name = hostname.replace(/\.$/, "");
  if (name.includes(".") && !LOCAL.test(name)) return undefined;
  return `${name} is the name of a local host.`;
}
