import { and, asc, eq, gt, inArray } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { emailKey } from "../../core/persons/person.ts";
import { problem } from "../../lib/problem.ts";
import { invitations, type Role } from "../../platform/db/tables/people.ts";
import { LINK_MS } from "./links.ts";

export type PendingInvitation = {
  id: string;
  email: string;
  role: Role;
  invitedBy: string;
  createdAt: string;
};
const MAX_LISTED = 1_000;

/** Returns the invitations to a store that wait to be accepted, oldest first, at most 1,000. */
export async function listInvitations(ctx: Ctx, storeId: string): Promise<PendingInvitation[]> {
  const rows = await ctx.db
    .select()
    .from(invitations)
    .where(
      and(
        eq(invitations.storeId, storeId),
        gt(invitations.createdAt, new Date(ctx.now().getTime() - LINK_MS)),
      ),
    )
    .orderBy(asc(invitations.createdAt), asc(invitations.id))
    .limit(MAX_LISTED);
  return rows.map(({ id, email, role, invitedBy, createdAt }) => ({
    ...{ id, email, role, invitedBy },
    createdAt: createdAt.toISOString(),
  }));
}

/** Withdraws an invitation, so that its link stops working. Throws 404 for an unknown one. */
export async function withdrawInvitation(ctx: Ctx, storeId: string, id: string): Promise<void> {
  const withdrawn = await ctx.db
    .delete(invitations)
    .where(and(eq(invitations.storeId, storeId), eq(invitations.id, id)))
    .returning({ id: invitations.id });
  if (withdrawn.length === 0) throw problem("person_not_found", "This invitation was accepted or withdrawn.");
}

/** Withdraws the invitations to a store that were made for an address, in any of its spellings. */
export async function withdrawInvitationsTo(ctx: Ctx, storeId: string, email: string): Promise<void> {
  const pending = await ctx.db
    .select({ id: invitations.id, email: invitations.email })
    .from(invitations)
    .where(eq(invitations.storeId, storeId));
  const key = emailKey(email);
  const same = pending.filter((each) => emailKey(each.email) === key).map(({ id }) => id);
  if (same.length === 0) return;
  await ctx.db
    .delete(invitations)
    .where(and(eq(invitations.storeId, storeId), inArray(invitations.id, same)));
}

/** Withdraws the invitations to a store that a person has made. */
export async function withdrawInvitationsOf(ctx: Ctx, storeId: string, personId: string): Promise<void> {
  await ctx.db
    .delete(invitations)
    .where(and(eq(invitations.storeId, storeId), eq(invitations.inviterId, personId)));
}
