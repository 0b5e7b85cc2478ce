import { and, asc, eq } from "drizzle-orm";
import { announceChange, type Ctx, inTransaction } from "../../core/ctx.ts";
import { problem } from "../../lib/problem.ts";
import { memberships, type Role } from "../../platform/db/tables/people.ts";
import { withdrawInvitationsOf } from "./invitations.ts";
import { ROLES } from "./roles.ts";

/**
 * Changes what a person may do in a store. Invitations of a person who may no longer invite are withdrawn: the person may have
 * kept the links. Throws 404 for an unknown person, 409 for the last owner. */
export function changeRole(ctx: Ctx, storeId: string, personId: string, role: Role): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await requireOtherOwner(tx, storeId, personId, role === "owner");
    await tx.db
      .update(memberships)
      .set({ role })
      .where(and(eq(memberships.storeId, storeId), eq(memberships.personId, personId)));
    if (!ROLES[role].rights.includes("people")) await withdrawInvitationsOf(tx, storeId, personId);
    announceChange(tx, storeId);
  });
}

/** Takes a person out of a store, and withdraws what invitations the person made. Throws 404 for an unknown person, 409 for the last owner. */
export function removeMember(ctx: Ctx, storeId: string, personId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await requireOtherOwner(tx, storeId, personId, false);
    await tx.db
      .delete(memberships)
      .where(and(eq(memberships.storeId, storeId), eq(memberships.personId, personId)));
    await withdrawInvitationsOf(tx, storeId, personId);
    // The person's open tabs look whether they may go on.
    announceChange(tx, storeId);
  });
}

/** Locks the store's memberships, so that two owners can't remove each other at once. */
async function requireOtherOwner(tx: Ctx, storeId: string, personId: string, staysOwner: boolean) {
  const members = await tx.db
    .select({ personId: memberships.personId, role: memberships.role })
    .from(memberships)
    .where(eq(memberships.storeId, storeId))
    .orderBy(asc(memberships.personId))
    .for("update");
  const member = members.find((each) => each.personId === personId);
  if (!member) throw problem("person_not_found", "The store has no such person.");
  const others = members.filter((each) => each.role === "owner" && each.personId !== personId);
  if (member.role === "owner" && !staysOwner && others.length === 0) {
    throw problem("last_owner", "A store needs an owner: make another person an owner first.");
  }
}
