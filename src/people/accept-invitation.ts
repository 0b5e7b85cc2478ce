import { and, eq } from "drizzle-orm";
import { type Ctx, inTransaction } from "../ctx.ts";
import { invitations, people, type Role } from "../db/tables/people.ts";
import { stores } from "../db/tables/stores.ts";
import { sha256 } from "../lib/hash.ts";
import { emailKey } from "../lib/person.ts";
import { problem } from "../lib/problem.ts";
import { createPerson } from "./create-person.ts";
import { LINK_MS } from "./links.ts";
import { addMember } from "./members.ts";
import { type Device, openSession } from "./open-session.ts";
import { hashPassword } from "./password.ts";

export type OpenInvitation = {
  storeId: string;
  storeName: string;
  email: string;
  role: Role;
  invitedBy: string;
  /** Whether a person with this address exists, who has to sign in to accept. */
  hasAccount: boolean;
};

/** Returns what a link invites to, without using it up. Throws 404 when it isn't valid any more. */
export async function readInvitation(ctx: Ctx, token: string): Promise<OpenInvitation> {
  const { createdAt, ...invitation } = await findInvitation(ctx, await sha256(token));
  if (ctx.now().getTime() - createdAt.getTime() >= LINK_MS) throw notValid();
  const [person] = await ctx.db
    .select({ id: people.id })
    .from(people)
    .where(eq(people.emailKey, emailKey(invitation.email)));
  return { ...invitation, hasAccount: person !== undefined };
}

/**
 * Accepts an invitation as a new person with a name and a password, and returns the token of a session and the
 * store. Throws 400 for a missing name or a short password, 404 for an invalid link, 409 when there is such a
 * person, who accepts it by `joinStore`.
 */
export async function acceptInvitation(
  ctx: Ctx,
  token: string,
  { name, password }: { name: string; password: string },
  device: Device,
): Promise<{ token: string; storeId: string }> {
  const { email } = await readInvitation(ctx, token);
  const passwordHash = await hashPassword(password);
  return inTransaction(ctx, async (tx) => {
    const { personId } = await createPerson(tx, { email, name, passwordHash });
    const { storeId } = await useUp(tx, token, personId);
    return { ...(await openSession(tx, personId, device)), storeId };
  });
}

/**
 * Accepts an invitation as a person who is signed in, and returns the store. Throws 404 for an invalid link or one
 * of another address.
 */
export async function joinStore(
  ctx: Ctx,
  token: string,
  person: { id: string; email: string },
): Promise<{ storeId: string }> {
  const { email } = await readInvitation(ctx, token);
  if (emailKey(email) !== emailKey(person.email)) {
    throw problem("link_not_valid", `This invitation is for ${email}: sign in as that person to accept it.`);
  }
  return inTransaction(ctx, (tx) => useUp(tx, token, person.id));
}

async function useUp(tx: Ctx, token: string, personId: string): Promise<{ storeId: string }> {
  const [used] = await tx.db
    .delete(invitations)
    .where(eq(invitations.tokenHash, await sha256(token)))
    .returning();
  if (!used) throw notValid();
  const { storeId, role } = used;
  await addMember(tx, { storeId, personId, role });
  return { storeId };
}

async function findInvitation(ctx: Ctx, tokenHash: string) {
  const [row] = await ctx.db
    .select({
      storeId: invitations.storeId,
      storeName: stores.name,
      email: invitations.email,
      role: invitations.role,
      invitedBy: invitations.invitedBy,
      createdAt: invitations.createdAt,
    })
    .from(invitations)
    .innerJoin(stores, and(eq(stores.storeId, invitations.storeId)))
    .where(eq(invitations.tokenHash, tokenHash));
  if (!row) throw notValid();
  return row;
}

function notValid() {
  return problem("link_not_valid", "This invitation was accepted or withdrawn already, or is too old.");
}
