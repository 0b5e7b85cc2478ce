import { and, asc, eq } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { inTransaction } from "../../core/ctx.ts";
import { newId } from "../../lib/ids.ts";
import { invalid, problem } from "../../lib/problem.ts";
import { isLongerThan } from "../../lib/text.ts";
import { passkeys, people, sessions } from "../../platform/db/tables/people.ts";
import type { Person, Session } from "./find-session.ts";
import { decryptChallenge, encryptChallenge, useChallenge } from "./passkey-challenge.ts";
import { requireOpen, wakeTabs } from "./sessions.ts";
import { type Relying, type Signed, verifyNew, webAuthn } from "./verify-passkey.ts";

export type ListedPasskey = {
  id: string;
  name: string;
  host: string;
  createdAt: string;
  usedAt: string | undefined;
};

const MAX_PASSKEYS = 20;
const MAX_NAME = 60;
/** How long after signing in a person may add a passkey: it stays when the session has ended. */
const RECENT_MS = 15 * 60_000;

/** Returns a person's passkeys, oldest first. */
export async function listPasskeys(ctx: Ctx, personId: string): Promise<ListedPasskey[]> {
  const rows = await ctx.db
    .select()
    .from(passkeys)
    .where(eq(passkeys.personId, personId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
    .limit(MAX_PASSKEYS);
  return rows.map(({ id, passkeyName: name, rpId: host, createdAt, passkeyUsedAt }) => ({
    ...{ id, name, host, createdAt: createdAt.toISOString() },
    usedAt: passkeyUsedAt?.toISOString(),
  }));
}

/** Whether a session was begun so lately that its person may add a passkey. */
export function isRecent(ctx: Ctx, { createdAt }: Pick<Session, "createdAt">): boolean {
  return ctx.now().getTime() - createdAt.getTime() < RECENT_MS;
}

/** Returns what a browser needs to make a passkey, and the challenge to send back. Throws 403 when signing in was long ago. */
export async function registrationOptions(ctx: Ctx, session: Session, { host }: Relying) {
  requireRecent(ctx, session);
  const { id, email, name } = session.person;
  const known = await ctx.db
    .select({ id: passkeys.credentialId })
    .from(passkeys)
    .where(and(eq(passkeys.personId, id), eq(passkeys.rpId, host)));
  const options = await (await webAuthn()).generateRegistrationOptions({
    ...{ rpName: "Aftersale", rpID: host, userName: email, userDisplayName: name },
    ...{ userID: new TextEncoder().encode(id), attestationType: "none", excludeCredentials: known },
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const state = await encryptChallenge(ctx, { use: "register", challenge: options.challenge, personId: id });
  return { options, state };
}

/**
 * Adds a passkey to a person. Throws 400 for a response that isn't valid, 401 for a session that has ended meanwhile, 403 when
 * signing in was long ago, 409 for too many.
 */
export async function addPasskey(
  ctx: Ctx,
  session: Session,
  relying: Relying,
  { name, ...signed }: Signed & { name: string },
): Promise<void> {
  requireRecent(ctx, session);
  const { person } = session;
  const passkeyName = requireName(name);
  const challenge = await decryptChallenge(ctx, signed.state, "register");
  if (challenge?.personId !== person.id) throw notMade();
  const credential = await verifyNew(ctx, relying, signed.response, challenge);
  if (!credential) throw notMade();
  await inTransaction(ctx, async (tx) => {
    await tx.db.select({ id: people.id }).from(people).where(eq(people.id, person.id)).for("update");
    // The first link of an address ends what was set up before: passkeys, and sessions that add some.
    await requireOpen(tx, session.id);
    if (!(await useChallenge(tx, challenge))) throw notMade();
    await requireRoom(tx, person);
    const row = {
      id: newId("psk"),
      personId: person.id,
      rpId: relying.host,
      passkeyName,
      createdAt: tx.now(),
    };
    const added = await tx.db
      .insert(passkeys)
      .values({ ...row, ...credential })
      .onConflictDoNothing()
      .returning();
    if (added.length === 0) throw problem("already_exists", "This passkey is registered already.");
  });
}

/** Removes a passkey of a person, and ends the sessions that were begun by it. Throws 404 for an unknown one. */
export function removePasskey(ctx: Ctx, personId: string, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const removed = await tx.db
      .delete(passkeys)
      .where(and(eq(passkeys.personId, personId), eq(passkeys.id, id)))
      .returning({ id: passkeys.id });
    if (removed.length === 0) throw problem("session_not_found", "This passkey was removed already.");
    await tx.db.delete(sessions).where(and(eq(sessions.personId, personId), eq(sessions.begunPasskey, id)));
    await wakeTabs(tx, personId);
  });
}

function requireRecent(ctx: Ctx, session: Session): void {
  if (isRecent(ctx, session)) return;
  throw problem("missing_scope", "To add a passkey, sign in again first.");
}

async function requireRoom(tx: Ctx, { id }: Person): Promise<void> {
  const held = await tx.db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.personId, id));
  if (held.length < MAX_PASSKEYS) return;
  throw problem("already_exists", `There are ${MAX_PASSKEYS} passkeys already: remove one first.`);
}

function requireName(text: string): string {
  const name = text.trim();
  if (name !== "" && !isLongerThan(name, MAX_NAME)) return name;
  throw invalid({ detail: `A name of 1 to ${MAX_NAME} characters is required.`, pointer: "/name" });
}

function notMade() {
  return problem("invalid_request", "The passkey wasn't made in time, or not for this page. Try again.");
}
