import { eq } from "drizzle-orm";
import { type Ctx, inTransaction } from "../ctx.ts";
import { people, signInLinks } from "../db/tables/people.ts";
import { sha256 } from "../lib/hash.ts";
import { emailKey } from "../lib/person.ts";
import { problem } from "../lib/problem.ts";
import { LINK_MS, signInUrl } from "./links.ts";
import { type Device, openSession } from "./open-session.ts";
import { newToken } from "./token.ts";

/**
 * Returns a new one-time sign-in link of a person; an earlier one stops working. For operators: it needs no
 * password. Throws 404 when there is no person with this e-mail address.
 */
export async function createSignInLink(ctx: Ctx, email: string): Promise<{ url: string }> {
  const [person] = await ctx.db
    .select()
    .from(people)
    .where(eq(people.emailKey, emailKey(email)));
  if (!person) throw problem("person_not_found", `There is no person with the address ${email}.`);
  const { token, tokenHash } = await newToken();
  const link = { tokenHash, createdAt: ctx.now() };
  await ctx.db
    .insert(signInLinks)
    .values({ personId: person.id, ...link })
    .onConflictDoUpdate({ target: signInLinks.personId, set: link });
  return { url: signInUrl(ctx.origin, token) };
}

/** Returns the name of the person whom a sign-in link is for, without using it up. Throws 404. */
export async function readSignInLink(ctx: Ctx, token: string): Promise<{ name: string }> {
  const [row] = await ctx.db
    .select({ name: people.name, createdAt: signInLinks.createdAt })
    .from(signInLinks)
    .innerJoin(people, eq(people.id, signInLinks.personId))
    .where(eq(signInLinks.tokenHash, await sha256(token)));
  if (!row || isExpired(ctx, row.createdAt)) throw notValid();
  return { name: row.name };
}

/** Uses a sign-in link up and returns the token of a new session. Throws 404 when it isn't valid any more. */
export async function useSignInLink(ctx: Ctx, token: string, device: Device): Promise<{ token: string }> {
  const tokenHash = await sha256(token);
  return inTransaction(ctx, async (tx) => {
    const [link] = await tx.db.delete(signInLinks).where(eq(signInLinks.tokenHash, tokenHash)).returning();
    if (!link || isExpired(ctx, link.createdAt)) throw notValid();
    return openSession(tx, link.personId, device);
  });
}

function isExpired(ctx: Ctx, createdAt: Date): boolean {
  return ctx.now().getTime() - createdAt.getTime() >= LINK_MS;
}

function notValid() {
  return problem("link_not_valid", "This link was used already, or is too old.");
}
