import { and, eq, isNotNull } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { emailKey } from "../../core/persons/person.ts";
import { newId } from "../../lib/ids.ts";
import { invalid } from "../../lib/problem.ts";
import { isLongerThan, isStorableText } from "../../lib/text.ts";
import { lockName } from "../../platform/db/lock-name.ts";
import { people } from "../../platform/db/tables/people.ts";
import { requireSameSalt } from "./find-by-password.ts";

const MAX_NAME = 100;

type NewPerson = { email: string; name: string; passwordHash: string | null; isProved?: boolean };

/**
 * Creates a person and returns the id. Others may have the same address: each person who is invited gets an account of their own.
 * `isProved` says that the address is certainly the person's, which counts for the first one alone. Throws 400 for a
 * missing name.
 */
export function createPerson(
  ctx: Ctx,
  { email, name, passwordHash, isProved = false }: NewPerson,
): Promise<{ personId: string }> {
  const personId = newId("per");
  const person = { id: personId, name: requireName(name), email: email.trim(), emailKey: emailKey(email) };
  return inTransaction(ctx, async (tx) => {
    await lockName(tx.db, addressLock(email));
    if (passwordHash !== null) await requireSameSalt(tx, email, passwordHash);
    const createdAt = tx.now();
    const emailProvedAt = isProved && !(await isProvedBy(tx, email)) ? createdAt : null;
    await tx.db.insert(people).values({ ...person, passwordHash, createdAt, emailProvedAt });
    return { personId };
  });
}

/** The name of the lock under which accounts of an address are created and proved. */
export function addressLock(email: string): string {
  return `person ${emailKey(email)}`;
}

/** Whether an account is proved to be that of the address. The caller holds the address's lock. */
export async function isProvedBy(tx: Ctx, email: string): Promise<boolean> {
  const [proved] = await tx.db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.emailKey, emailKey(email)), isNotNull(people.emailProvedAt)));
  return proved !== undefined;
}

/** Returns a name, trimmed. Throws 400 for none, or one that is too long. */
export function requireName(text: string): string {
  const name = text.trim();
  if (name === "") throw invalid({ detail: "A name is required.", pointer: "/name" });
  if (isLongerThan(name, MAX_NAME) || !isStorableText(name)) {
    throw invalid({ detail: `A name has at most ${MAX_NAME} characters.`, pointer: "/name" });
  }
  return name;
}
