import { and, eq } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { emailKey } from "../../core/persons/person.ts";
import { sha256 } from "../../lib/hash.ts";
import { problem } from "../../lib/problem.ts";
import { invitations, people, type Role, signInLinks } from "../../platform/db/tables/people.ts";
import { stores } from "../../platform/db/tables/stores.ts";
import { createPerson, requireName } from "./create-person.ts";
import { findByPassword, isStillTheirs } from "./find-by-password.ts";
import type { Person } from "./find-session.ts";
import type { KnownDevice } from "./known-device.ts";
import { LINK_MS } from "./links.ts";
import { addMember } from "./members.ts";
import { type Opened, openSession, type Waiting } from "./open-session.ts";
import { requireLength } from "./password.ts";
import { endSessions } from "./sessions.ts";

export type OpenInvitation = {
  storeId: string;
  storeName: string;
  email: string;
  role: Role;
  invitedBy: string;
};

/** Returns what a link invites to, without using it up. Throws 404 when it isn't valid any more. */
export async function readInvitation(ctx: Ctx, token: string): Promise<OpenInvitation> {
  const { createdAt, ...invitation } = await findInvitation(ctx, await sha256(token));
  if (ctx.now().getTime() - createdAt.getTime() >= LINK_MS) throw notValid();
  return invitation;
}

/**
 * Accepts an invitation by a name and a password. It is the account of the address that has this password; if there is
 * none, a new one, which has nothing in common with others of the address: who held an earlier link may have made those.
 * So the response is the same whether the address has an account or not. Throws 400 for a missing name or a short
 * password, 404 for an invalid link.
 */
export async function acceptInvitation(
  ctx: Ctx,
  token: string,
  { name, password }: { name: string; password: string },
  device: Waiting,
  known?: KnownDevice,
): Promise<Opened & { storeId: string }> {
  const { email } = await readInvitation(ctx, token);
  requireName(name);
  requireLength(password);
  const found = await findByPassword(ctx, { email, password }, device, known);
  return inTransaction(ctx, async (tx) => {
    const { storeId, role, provesAddress } = await useUp(tx, token);
    const [passwordHash = ""] = found.hashes;
    const ownerId = found.personId;
    const isTheirs = ownerId !== undefined && (await isStillTheirs(tx, ownerId, found.hashes));
    const { personId } = isTheirs
      ? { personId: ownerId }
      : await createPerson(tx, { email, name, passwordHash, isProved: provesAddress });
    await addMember(tx, { storeId, personId, role });
    if (isTheirs) await endOthers(tx, personId);
    return { ...(await openSession(tx, personId, device, { by: "invitation" })), storeId };
  });
}

/**
 * Accepts an invitation as a person who is signed in, and returns the store. The other sessions of a person whose address
 * isn't proved end, as does their sign-in link: the new store is only for who holds its link. Throws 404 for an invalid
 * link or one of another address.
 */
export async function joinStore(
  ctx: Ctx,
  token: string,
  person: Pick<Person, "id" | "email">,
  sessionId: string,
): Promise<{ storeId: string }> {
  const { email } = await readInvitation(ctx, token);
  if (emailKey(email) !== emailKey(person.email)) {
    throw problem("link_not_valid", `This invitation is for ${email}: sign in as that person to accept it.`);
  }
  return inTransaction(ctx, async (tx) => {
    const { storeId, role } = await useUp(tx, token);
    await addMember(tx, { storeId, personId: person.id, role });
    await endOthers(tx, person.id, sessionId);
    return { storeId };
  });
}

async function endOthers(tx: Ctx, personId: string, sessionId = ""): Promise<void> {
  const [person] = await tx.db.select().from(people).where(eq(people.id, personId));
  if (person?.emailProvedAt) return;
  await tx.db.delete(signInLinks).where(eq(signInLinks.personId, personId));
  await endSessions(tx, personId, sessionId);
}

async function useUp(tx: Ctx, token: string) {
  const [used] = await tx.db
    .delete(invitations)
    .where(eq(invitations.tokenHash, await sha256(token)))
    .returning();
  if (!used) throw notValid();
  return used;
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
