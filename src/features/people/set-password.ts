import { and, eq, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { invalid, problem } from "../../lib/problem.ts";
import { lockName } from "../../platform/db/lock-name.ts";
import { people, sessions, signInLinks } from "../../platform/db/tables/people.ts";
import { addressLock } from "./create-person.ts";
import { requireSameSalt, saltFor } from "./find-by-password.ts";
import { listStoresOf } from "./members.ts";
import { hashAttempt, hashPassword, saltOf } from "./password.ts";
import { mailPerson } from "./people-mail.ts";
import { endSessions, requireOpen } from "./sessions.ts";
import { countFailure, inPlace, inTurn, type Throttled } from "./throttle.ts";

type PasswordChange = { current: string; password: string; sessionId: string };

/**
 * Sets a person's password, and ends all other sessions and the sign-in link of the person. A session that was begun by a
 * link sets one without the current one, once. Throws 400 when the current one, if there is one, is wrong or the new one
 * too short, and when another request has set a password meanwhile; 401 for a session that has ended meanwhile.
 */
export async function setPassword(
  ctx: Ctx,
  personId: string,
  { current, password, sessionId }: PasswordChange,
): Promise<void> {
  const [person] = await ctx.db.select().from(people).where(eq(people.id, personId));
  if (!person) throw problem("person_not_found", "There is no such person.");
  if (person.passwordHash !== null && !(await isBegunByLink(ctx, sessionId))) {
    await requireCurrent(ctx, personId, current, person.passwordHash);
  }
  const passwordHash = await hashPassword(password, await saltFor(ctx, person.email), {
    ...{ name: personId, isKnown: true },
  });
  await inTransaction(ctx, async (tx) => {
    // In the order of who uses or makes a link; one that was being made is there once the lock is free.
    await endLink(tx, personId);
    await lockName(tx.db, addressLock(person.email));
    await endLink(tx, personId);
    const isSame = await isUnchanged(tx, person);
    await requireOpen(tx, sessionId);
    if (!isSame) throw notCurrent();
    await requireSameSalt(tx, person.email, passwordHash);
    await tx.db.update(people).set({ passwordHash }).where(eq(people.id, personId));
    await tx.db.update(sessions).set({ begunBy: "password" }).where(eq(sessions.id, sessionId));
    await endSessions(tx, personId, sessionId);
    const [store] = await listStoresOf(tx, personId);
    const mail = { kind: "password_changed", to: person.email, values: {} } as const;
    if (store) await mailPerson(tx, { ...mail, storeId: store.storeId });
  });
}

async function endLink(tx: Ctx, personId: string): Promise<void> {
  await tx.db.delete(signInLinks).where(eq(signInLinks.personId, personId));
}

/** Each password is set by who knew the one before. */
async function isUnchanged(tx: Ctx, { id, passwordHash }: typeof people.$inferSelect): Promise<boolean> {
  const rows = await tx.db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, id), sql`${people.passwordHash} is not distinct from ${passwordHash}`))
    .for("no key update");
  return rows.length > 0;
}

async function isBegunByLink(ctx: Ctx, sessionId: string): Promise<boolean> {
  const [session] = await ctx.db
    .select({ begunBy: sessions.begunBy })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  return session?.begunBy === "link";
}

/** Others who guess at the account don't slow its own person down. */
async function requireCurrent(ctx: Ctx, personId: string, current: string, stored: string): Promise<void> {
  const throttled: Throttled = { kind: "device", name: `person ${personId}` };
  await inPlace(throttled, () =>
    inTurn(ctx, throttled, { name: "", signal: undefined }, async () => {
      if ((await hashAttempt(current, saltOf(stored), { name: personId, isKnown: true })) === stored) return;
      await countFailure(ctx, [throttled]);
      throw notCurrent();
    }),
  );
}

function notCurrent() {
  return invalid({ detail: "This is not the current password.", pointer: "/current" });
}
