import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { emailKey } from "../../core/persons/person.ts";
import { problem } from "../../lib/problem.ts";
import { people } from "../../platform/db/tables/people.ts";
import type { KnownDevice } from "./known-device.ts";
import type { Waiting } from "./open-session.ts";
import { hashAttempt, newSalt, type Payer, saltOf } from "./password.ts";
import { countFailure, inPlace, inTurn, networkOf, type Throttled } from "./throttle.ts";

export type Credentials = { email: string; password: string };
/** The person whose password it is, if it is one's, and the hashes under the salts of the address. */
export type Found = { personId: string | undefined; hashes: string[] };

/** A second one is that of an account that came with a cell, or of one whose creation met another's. */
const MAX_SALTS = 4;

/**
 * Returns the person who has an address and a password, after the same work whether there is such an account or not. A
 * browser that its person has signed in with before has turns of its own; the others share those of the address and those
 * of their network. A wrong password makes later ones slower. Throws 429 when too many attempts wait, 499 when the browser leaves
 * before its password is compared.
 */
export async function findByPassword(
  ctx: Ctx,
  credentials: Credentials,
  device: Waiting,
  known?: KnownDevice,
): Promise<Found> {
  const network: Throttled = { kind: "network", name: networkOf(device.address) };
  const { signal } = device;
  const fromNetwork = (hashes?: string[]) =>
    inPlace(network, () => findFromNetwork(ctx, credentials, { network, signal }, hashes));
  if (!known) return fromNetwork();
  const found = await findOnDevice(ctx, credentials, known, signal);
  return found.personId === undefined ? fromNetwork(found.hashes) : found;
}

/**
 * Returns whether the password is still the person's, and locks the person, so that it stays so until the transaction ends:
 * who changes the password meanwhile ends the session that is opened.
 */
export async function isStillTheirs(tx: Ctx, personId: string, hashes: string[]): Promise<boolean> {
  const rows = await tx.db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, personId), inArray(people.passwordHash, hashes)))
    .for("share");
  return rows.length > 0;
}

/** Only those who have signed in with this browser, so that an account of one's own opens no way to guess at others. */
function findOnDevice(
  ctx: Ctx,
  { email, password }: Credentials,
  { id, personIds }: KnownDevice,
  signal: AbortSignal | undefined,
) {
  const throttled: Throttled = { kind: "device", name: id };
  return inPlace(throttled, () =>
    inTurn(ctx, throttled, { name: "", signal }, async () => {
      const hashes = await hashesOf(ctx, email, password, { name: id, isKnown: true, signal });
      const personId = await ownerOf(ctx, email, hashes, personIds);
      if (personId === undefined) await countFailure(ctx, [throttled]);
      return { personId, hashes };
    }),
  );
}

async function findFromNetwork(
  ctx: Ctx,
  { email, password }: Credentials,
  { network, signal }: { network: Throttled; signal: AbortSignal | undefined },
  hashed: string[] | undefined,
): Promise<Found> {
  const account: Throttled = { kind: "account", name: emailKey(email) };
  const payer = { name: network.name, isKnown: false, signal };
  return inTurn(ctx, account, { name: network.name, signal }, () =>
    inTurn(ctx, network, { name: account.name, signal }, async () => {
      const hashes = hashed ?? (await hashesOf(ctx, email, password, payer));
      const personId = await ownerOf(ctx, email, hashes);
      if (personId === undefined) await countFailure(ctx, [account, network]);
      return { personId, hashes };
    }),
  );
}

/** Returns the salts of an address, the first one first. */
async function saltsOf(ctx: Ctx, email: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ salt: sql<string>`split_part(${people.passwordHash}, '.', 2)` })
    .from(people)
    .where(and(eq(people.emailKey, emailKey(email)), isNotNull(people.passwordHash)))
    .groupBy(sql`1`)
    .orderBy(sql`min(${people.createdAt})`)
    .limit(MAX_SALTS);
  return rows.map(({ salt }) => salt);
}

/** Returns the salt that new passwords of an address get: one for all of its accounts, so that a sign-in hashes once. */
export async function saltFor(ctx: Ctx, email: string): Promise<string> {
  return (await saltsOf(ctx, email))[0] ?? newSalt();
}

/** Throws 503 when another account of the address has got another salt meanwhile. The caller holds the address's lock. */
export async function requireSameSalt(ctx: Ctx, email: string, passwordHash: string): Promise<void> {
  const salts = await saltsOf(ctx, email);
  if (salts.length === 0 || salts.includes(saltOf(passwordHash))) return;
  throw problem("store_busy", "Another request has just set a password; try again.", {
    headers: { "Retry-After": "1" },
  });
}

async function hashesOf(ctx: Ctx, email: string, password: string, payer: Payer): Promise<string[]> {
  const salts = await saltsOf(ctx, email);
  if (salts.length === 0) salts.push(newSalt());
  const hashes: string[] = [];
  for (const salt of salts) hashes.push(await hashAttempt(password, salt, payer));
  return hashes;
}

/** Returns whose password it is, among `personIds` if they are given; an account that is proved comes first. */
async function ownerOf(ctx: Ctx, email: string, hashes: string[], personIds?: string[]) {
  const isTheirs = [eq(people.emailKey, emailKey(email)), inArray(people.passwordHash, hashes)];
  if (personIds) isTheirs.push(inArray(people.id, personIds));
  const [person] = await ctx.db
    .select({ id: people.id })
    .from(people)
    .where(and(...isTheirs))
    .orderBy(sql`${people.emailProvedAt} is null`, asc(people.createdAt), asc(people.id))
    .limit(1);
  return person?.id;
}
