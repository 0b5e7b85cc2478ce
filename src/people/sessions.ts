import { and, desc, eq, gt, ne } from "drizzle-orm";
import { announceChange, type Ctx } from "../ctx.ts";
import { sessions } from "../db/tables/people.ts";
import { problem } from "../lib/problem.ts";
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
  const now = ctx.now().getTime();
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.personId, personId),
        gt(sessions.seenAt, new Date(now - IDLE_MS)),
        gt(sessions.createdAt, new Date(now - ABSOLUTE_MS)),
      ),
    )
    .orderBy(desc(sessions.seenAt))
    .limit(MAX_LISTED);
  return rows.map(({ id, userAgent, address, createdAt, seenAt }) => ({
    ...{ id, userAgent, address },
    createdAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
  }));
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

/** Makes the tabs that the person has open, on all processes, look whether their session goes on. */
async function wakeTabs(ctx: Ctx, personId: string): Promise<void> {
  const storeIds = (await listStoresOf(ctx, personId)).map(({ storeId }) => storeId);
  if (ctx.cell) await ctx.cell.wakeTabs(storeIds);
  else for (const storeId of storeIds) announceChange(ctx, storeId);
}
