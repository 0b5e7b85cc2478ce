import { and, desc, eq, gt, isNull, ne, or } from "drizzle-orm";
import { announceChange, type Ctx } from "../../core/ctx.ts";
import { problem } from "../../lib/problem.ts";
import { memberships, sessions, storeSessions } from "../../platform/db/tables/people.ts";
import { listStoresOf } from "./members.ts";
import { ABSOLUTE_MS, IDLE_MS } from "./session-ends.ts";

export type ListedSession = {
  id: string;
  userAgent: string;
  address: string;
  createdAt: string;
  seenAt: string;
};

/** A person who opened more than this sees the last ones. */
const MAX_LISTED = 100;

/** Returns a person's sessions that have not ended, last used first. */
export async function listSessions(ctx: Ctx, personId: string): Promise<ListedSession[]> {
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(areOpen(ctx, personId))
    .orderBy(desc(sessions.seenAt))
    .limit(MAX_LISTED);
  return rows.map(({ id, userAgent, address, createdAt, seenAt }) => ({
    ...{ id, userAgent, address },
    createdAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
  }));
}

/**
 * Returns a person's sessions that were used in a store and still reach it, last used first, with what they did there:
 * when they came to the store, and when they were last used in it.
 */
export async function listSessionsIn(ctx: Ctx, storeId: string, personId: string): Promise<ListedSession[]> {
  const rows = await ctx.db
    .select({
      ...{ id: sessions.id, userAgent: sessions.userAgent, address: sessions.address },
      ...{ createdAt: storeSessions.firstUsedAt, seenAt: storeSessions.lastUsedAt },
    })
    .from(storeSessions)
    .innerJoin(sessions, eq(sessions.id, storeSessions.sessionId))
    .innerJoin(memberships, and(eq(memberships.storeId, storeId), eq(memberships.personId, personId)))
    .where(
      and(
        ...[eq(storeSessions.storeId, storeId), areOpen(ctx, personId)],
        or(isNull(memberships.sessionsFrom), gt(sessions.createdAt, memberships.sessionsFrom)),
      ),
    )
    .orderBy(desc(storeSessions.lastUsedAt))
    .limit(MAX_LISTED);
  return rows.map(({ createdAt, seenAt, ...session }) => ({
    ...session,
    createdAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
  }));
}

function areOpen(ctx: Ctx, personId: string) {
  const now = ctx.now().getTime();
  return and(
    eq(sessions.personId, personId),
    gt(sessions.seenAt, new Date(now - IDLE_MS)),
    gt(sessions.createdAt, new Date(now - ABSOLUTE_MS)),
  );
}

/** Ends what a person's sessions can do in a store, where the person has to sign in again; elsewhere they go on. */
export async function endSessionsIn(ctx: Ctx, storeId: string, personId: string): Promise<void> {
  await ctx.db
    .update(memberships)
    .set({ sessionsFrom: ctx.now() })
    .where(and(eq(memberships.storeId, storeId), eq(memberships.personId, personId)));
  await wake(ctx, [storeId]);
}

/** Ends a session of a person; at once, on every process. Throws 404 when the person has no such session. */
export async function endSession(ctx: Ctx, personId: string, sessionId: string): Promise<void> {
  const ended = await ctx.db
    .delete(sessions)
    .where(and(eq(sessions.personId, personId), eq(sessions.id, sessionId)))
    .returning({ id: sessions.id });
  if (ended.length === 0) throw problem("session_not_found", "This session has ended already.");
  await wakeTabs(ctx, personId);
}

/** Ends all sessions of a person, except one if it is named. */
export async function endSessions(ctx: Ctx, personId: string, exceptId = ""): Promise<void> {
  await ctx.db.delete(sessions).where(and(eq(sessions.personId, personId), ne(sessions.id, exceptId)));
  await wakeTabs(ctx, personId);
}

/** Throws 401 for a session that has ended since it was found; otherwise it ends after the caller's transaction. */
export async function requireOpen(tx: Ctx, sessionId: string): Promise<void> {
  const open = await tx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
    .for("key share");
  if (open.length === 0) throw problem("unauthenticated", "The session has ended: sign in again.");
}

/** Makes the tabs that the person has open, on all processes, look whether their session goes on. */
export async function wakeTabs(ctx: Ctx, personId: string): Promise<void> {
  await wake(
    ctx,
    (await listStoresOf(ctx, personId)).map(({ storeId }) => storeId),
  );
}

async function wake(ctx: Ctx, storeIds: string[]): Promise<void> {
  if (ctx.cell) await ctx.cell.wakeTabs(storeIds);
  else for (const storeId of storeIds) announceChange(ctx, storeId);
}
