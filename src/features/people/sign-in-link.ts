import { and, asc, eq, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { emailKey } from "../../core/persons/person.ts";
import { sha256 } from "../../lib/hash.ts";
import { problem } from "../../lib/problem.ts";
import { lockName } from "../../platform/db/lock-name.ts";
import { passkeys, people, signInLinks } from "../../platform/db/tables/people.ts";
import { addressLock, isProvedBy } from "./create-person.ts";
import { LINK_MS, signInUrl } from "./links.ts";
import { listStoresOf } from "./members.ts";
import { type Device, type Opened, openSession } from "./open-session.ts";
import { mailPerson } from "./people-mail.ts";
import { endSessions } from "./sessions.ts";
import { newToken } from "./token.ts";

/** Accounts of one address that the error names. */
const MAX_NAMED = 20;

/**
 * Returns a new one-time sign-in link of a person; an earlier one stops working. For operators, who give it to the owner
 * of the address alone: it needs no password, and proves the address. Of several accounts with the address it is the one
 * that is proved, or `personId`. Throws 404 when there is no such person, 409 when it doesn't say which of several.
 */
export async function createSignInLink(
  ctx: Ctx,
  email: string,
  personId?: string,
): Promise<{ url: string; personId: string }> {
  const person = await findAccount(ctx, email, personId);
  const { token, tokenHash } = await newToken();
  const link = { tokenHash, createdAt: ctx.now() };
  const url = signInUrl(ctx.origin, token);
  await inTransaction(ctx, async (tx) => {
    await tx.db
      .insert(signInLinks)
      .values({ personId: person.id, ...link })
      .onConflictDoUpdate({ target: signInLinks.personId, set: link });
    // A change of the password ends the links that were made before it.
    await lockName(tx.db, addressLock(person.email));
    const [store] = await listStoresOf(tx, person.id);
    const mail = { kind: "sign_in_link", to: person.email, values: {}, link: url } as const;
    if (store) await mailPerson(tx, { ...mail, storeId: store.storeId });
  });
  return { url, personId: person.id };
}

async function findAccount(ctx: Ctx, email: string, personId: string | undefined) {
  const accounts = await ctx.db
    .select()
    .from(people)
    .where(and(eq(people.emailKey, emailKey(email)), personId ? eq(people.id, personId) : undefined))
    .orderBy(sql`${people.emailProvedAt} is null`, asc(people.createdAt), asc(people.id))
    .limit(MAX_NAMED);
  const [first, second] = accounts;
  if (!first) throw problem("person_not_found", `There is no person with the address ${email}.`);
  if (!second || first.emailProvedAt) return first;
  const named = await Promise.all(
    accounts.map(async ({ id, name, createdAt }) => {
      const stores = (await listStoresOf(ctx, id)).map(({ storeId }) => storeId);
      return `${id} (${name}, since ${createdAt.toISOString().slice(0, 10)}, stores: ${stores.join(", ") || "none"})`;
    }),
  );
  throw problem(
    "already_exists",
    `Several people were invited by the address ${email}: say by --person which one. ${named.join("; ")}`,
  );
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

/**
 * Uses a sign-in link up and returns a new session. The first one of a person proves the address, and ends what others may
 * have set up before: password, passkeys and sessions. Throws 404 when the link isn't valid any more.
 */
export async function useSignInLink(ctx: Ctx, token: string, device: Device): Promise<Opened> {
  const tokenHash = await sha256(token);
  return inTransaction(ctx, async (tx) => {
    const [link] = await tx.db.delete(signInLinks).where(eq(signInLinks.tokenHash, tokenHash)).returning();
    if (!link || isExpired(ctx, link.createdAt)) throw notValid();
    await prove(tx, link.personId);
    return openSession(tx, link.personId, device, { by: "link" });
  });
}

/** Does nothing when the person's address, or another account of it, is proved already. */
async function prove(tx: Ctx, personId: string): Promise<void> {
  const [person] = await tx.db.select().from(people).where(eq(people.id, personId));
  if (!person || person.emailProvedAt) return;
  await lockName(tx.db, addressLock(person.email));
  if (await isProvedBy(tx, person.email)) return;
  await tx.db
    .update(people)
    .set({ emailProvedAt: tx.now(), passwordHash: null })
    .where(eq(people.id, personId));
  await tx.db.delete(passkeys).where(eq(passkeys.personId, personId));
  await endSessions(tx, personId);
}

function isExpired(ctx: Ctx, createdAt: Date): boolean {
  return ctx.now().getTime() - createdAt.getTime() >= LINK_MS;
}

function notValid() {
  return problem("link_not_valid", "This link was used already, or is too old.");
}
