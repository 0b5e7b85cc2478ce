import { and, asc, eq } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { problem } from "../../lib/problem.ts";
import { memberships, people, type Role } from "../../platform/db/tables/people.ts";
import { stores } from "../../platform/db/tables/stores.ts";

export type Member = {
  personId: string;
  name: string;
  email: string;
  /** Whether the address is proved to be the person's. */
  isProved: boolean;
  role: Role;
  createdAt: string;
};
export type StoreOfPerson = { storeId: string; name: string; role: Role };

const MAX_LISTED = 1_000;

/** Returns the people of a store, oldest first, at most 1,000. */
export async function listMembers(ctx: Ctx, storeId: string): Promise<Member[]> {
  const rows = await ctx.db
    .select({ person: people, role: memberships.role, createdAt: memberships.createdAt })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(eq(memberships.storeId, storeId))
    .orderBy(asc(memberships.createdAt), asc(memberships.personId))
    .limit(MAX_LISTED);
  return rows.map(memberView);
}

/** Returns a person of a store. Throws 404 for an unknown person. */
export async function readMember(ctx: Ctx, storeId: string, personId: string): Promise<Member> {
  const [row] = await ctx.db
    .select({ person: people, role: memberships.role, createdAt: memberships.createdAt })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(and(eq(memberships.storeId, storeId), eq(memberships.personId, personId)));
  if (!row) throw problem("person_not_found", "The store has no such person.");
  return memberView(row);
}

/** Returns the stores of a person, by name, at most 1,000. */
export async function listStoresOf(ctx: Ctx, personId: string): Promise<StoreOfPerson[]> {
  return ctx.db
    .select({ storeId: stores.storeId, name: stores.name, role: memberships.role })
    .from(memberships)
    .innerJoin(stores, eq(stores.storeId, memberships.storeId))
    .where(eq(memberships.personId, personId))
    .orderBy(asc(stores.name), asc(stores.storeId))
    .limit(MAX_LISTED);
}

/** Lets a person into a store, unless they are in it already. */
export async function addMember(
  ctx: Ctx,
  { storeId, personId, role }: { storeId: string; personId: string; role: Role },
): Promise<void> {
  await ctx.db
    .insert(memberships)
    .values({ storeId, personId, role, createdAt: ctx.now() })
    .onConflictDoNothing();
}

type Row = { person: typeof people.$inferSelect; role: Role; createdAt: Date };

function memberView({ person: { id, name, email, emailProvedAt }, role, createdAt }: Row): Member {
  return {
    personId: id,
    name,
    email,
    isProved: emailProvedAt !== null,
    role,
    createdAt: createdAt.toISOString(),
  };
}
