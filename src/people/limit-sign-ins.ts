import { sql } from "drizzle-orm";
import ipaddr from "ipaddr.js";
import type { Ctx } from "../ctx.ts";
import { signInAttempts } from "../db/tables/people.ts";
import { sha256 } from "../lib/hash.ts";
import { emailKey } from "../lib/person.ts";
import { problem } from "../lib/problem.ts";

/** Attempts in a window: enough for mistyped passwords, too few to guess one. An address may be an office's. */
const MAX_PER_ACCOUNT = 10;
const MAX_PER_ADDRESS = 50;
export const WINDOW_MS = 15 * 60_000;

/** `address` is the client's, if it is known. */
export type Attempt = { email: string; address: string | undefined };

/**
 * Counts an attempt to sign in, over all processes. Throws 429 above the limit of the account or of the address,
 * whether there is such an account or not.
 */
export async function limitSignIns(ctx: Ctx, { email, address }: Attempt): Promise<void> {
  const account = await count(ctx, `account ${emailKey(email)}`);
  const fromAddress = address === undefined ? 0 : await count(ctx, `address ${networkOf(address)}`);
  if (account <= MAX_PER_ACCOUNT && fromAddress <= MAX_PER_ADDRESS) return;
  throw problem("rate_limited", "Too many attempts to sign in; try again in 15 minutes.", {
    headers: { "Retry-After": String(WINDOW_MS / 1_000) },
  });
}

/** Deletes the attempts of an account after a successful one. */
export async function deleteAttempts(ctx: Ctx, email: string): Promise<void> {
  const key = await sha256(`account ${emailKey(email)}`);
  await ctx.db.delete(signInAttempts).where(sql`${signInAttempts.key} = ${key}`);
}

/** Returns what one client has of addresses: one of IPv4, and of IPv6 a network of 64 bits, in which it chooses. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":");
}

async function count(ctx: Ctx, name: string): Promise<number> {
  const now = ctx.now();
  const isOver = sql`${signInAttempts.startedAt} < ${new Date(now.getTime() - WINDOW_MS).toISOString()}`;
  const [row] = await ctx.db
    .insert(signInAttempts)
    .values({ key: await sha256(name), count: 1, startedAt: now })
    .onConflictDoUpdate({
      target: signInAttempts.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${signInAttempts.count} + 1 end`,
        startedAt: sql`case when ${isOver} then excluded.started_at else ${signInAttempts.startedAt} end`,
      },
    })
    .returning({ count: signInAttempts.count });
  return row?.count ?? 1;
}
