import { and, eq } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { emailKey, isEmail } from "../../core/persons/person.ts";
import { newId } from "../../lib/ids.ts";
import { invalid, problem } from "../../lib/problem.ts";
import { lockName } from "../../platform/db/lock-name.ts";
import { invitations, memberships, people, type Role } from "../../platform/db/tables/people.ts";
import { requireStore } from "../stores/require-store.ts";
import { withdrawInvitationsTo } from "./invitations.ts";
import { invitationUrl } from "./links.ts";
import { mailPerson } from "./people-mail.ts";
import { ROLE_NAMES, ROLES, roleOf } from "./roles.ts";
import { newToken } from "./token.ts";

/** `role` is checked here, because operators and forms send any text. */
export type Invitation = {
  email: string;
  role: string;
  invitedBy: string;
  /** The person who invites, if it isn't the operator. */
  inviterId?: string;
  /** Whether only the owner of the address gets the link, so that accepting it proves the address. */
  provesAddress?: boolean;
};

/**
 * Invites a person to a store and returns the one-time link, which the inviter passes on; where there is a mail server it
 * is mailed to the address too. An earlier link for the
 * address stops working: otherwise it would let the person in again, with its role, after they were taken out. Throws
 * 400 for an invalid address or role, 403 for an inviter who may no longer invite, 404 for an unknown store, 409 when the person is in the store already.
 */
export async function invite(
  ctx: Ctx,
  storeId: string,
  { email, role: roleName, invitedBy, inviterId, provesAddress = false }: Invitation,
): Promise<{ invitationId: string; url: string }> {
  const role = requireRole(roleName);
  if (!isEmail(email)) {
    throw invalid({ detail: "An e-mail address such as robin@example.com is required.", pointer: "/email" });
  }
  await requireStore(ctx, storeId);
  const [member] = await ctx.db
    .select({ id: people.id })
    .from(people)
    .innerJoin(memberships, and(eq(memberships.personId, people.id), eq(memberships.storeId, storeId)))
    .where(eq(people.emailKey, emailKey(email)));
  if (member) throw problem("already_exists", `${email.trim()} is in this store already.`);

  const { token, tokenHash } = await newToken();
  const url = invitationUrl(ctx.origin, token);
  const id = newId("inv");
  const row = { storeId, id, email: email.trim(), role, tokenHash, invitedBy, provesAddress };
  await inTransaction(ctx, async (tx) => {
    // Two invitations at once must not both stay.
    await lockName(tx.db, `invitations ${storeId}`);
    await withdrawInvitationsTo(tx, storeId, email);
    if (inviterId !== undefined) await requireInviter(tx, storeId, inviterId);
    await tx.db.insert(invitations).values({ ...row, inviterId: inviterId ?? null, createdAt: tx.now() });
    const mail = { storeId, to: row.email, values: { by: invitedBy }, link: url } as const;
    await mailPerson(tx, { ...mail, kind: "invitation" });
  });
  return { invitationId: id, url };
}

/** Returns the role of this name. Throws 400. */
export function requireRole(name: string): Role {
  const role = roleOf(name);
  if (role) return role;
  throw invalid({ detail: `A role is one of ${ROLE_NAMES.join(", ")}.`, pointer: "/role" });
}

/** Until the transaction ends the inviter isn't taken out of the store, which would withdraw their invitations. */
async function requireInviter(tx: Ctx, storeId: string, personId: string): Promise<void> {
  const [member] = await tx.db
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.storeId, storeId), eq(memberships.personId, personId)))
    .for("share");
  if (member && ROLES[member.role].rights.includes("people")) return;
  throw problem("missing_scope", "You may no longer invite people to this store.");
}
