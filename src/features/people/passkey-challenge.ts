import type { Ctx } from "../../core/ctx.ts";
import { sha256 } from "../../lib/hash.ts";
import { passkeyChallenges } from "../../platform/db/tables/people.ts";

/** What a challenge is for: a new passkey of a person, or a sign-in. */
export type Challenge = { use: "register" | "sign-in"; challenge: string; personId?: string };

/** How long a challenge waits for its response. */
export const CHALLENGE_MS = 5 * 60_000;
/** What other values that are encrypted with the same key don't have. */
const PURPOSE = "passkey";

/**
 * Returns a challenge in a form that the browser sends back and can't change. It is in no row before it was used, so
 * requests that only ask for one write nothing.
 */
export function encryptChallenge(ctx: Ctx, challenge: Challenge): Promise<string> {
  return ctx.encryption.encrypt(JSON.stringify({ purpose: PURPOSE, at: ctx.now().getTime(), ...challenge }));
}

/** Returns a challenge that this service has made for a use and isn't too old; undefined for anything else. */
export async function decryptChallenge(
  ctx: Ctx,
  encrypted: string,
  use: Challenge["use"],
): Promise<Challenge | undefined> {
  const text = await ctx.encryption.decrypt(encrypted).catch(() => undefined);
  const found: Partial<Challenge & { purpose: string; at: number }> = text?.startsWith("{")
    ? JSON.parse(text)
    : {};
  const { purpose, at = 0, challenge, personId } = found;
  if (purpose !== PURPOSE || found.use !== use || !challenge) return undefined;
  if (ctx.now().getTime() - at >= CHALLENGE_MS) return undefined;
  return { use, challenge, ...(personId !== undefined && { personId }) };
}

/** Uses a challenge up, in the transaction of what it is used for. Returns whether this is the first time. */
export async function useChallenge(tx: Ctx, { challenge }: Challenge): Promise<boolean> {
  const used = await tx.db
    .insert(passkeyChallenges)
    .values({ tokenHash: await sha256(challenge), createdAt: tx.now() })
    .onConflictDoNothing()
    .returning();
  return used.length > 0;
}
