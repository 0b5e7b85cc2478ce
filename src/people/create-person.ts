import type { Ctx } from "../ctx.ts";
import { people } from "../db/tables/people.ts";
import { newId } from "../lib/ids.ts";
import { emailKey } from "../lib/person.ts";
import { invalid, problem } from "../lib/problem.ts";
import { isStorableText } from "../lib/storable-text.ts";
import { isLongerThan } from "../lib/text-length.ts";

const MAX_NAME = 100;

/** Creates a person and returns the id. Throws 400 for a missing name, 409 when there is one with this e-mail address. */
export async function createPerson(
  ctx: Ctx,
  { email, name, passwordHash }: { email: string; name: string; passwordHash: string | null },
): Promise<{ personId: string }> {
  const id = newId("per");
  const [row] = await ctx.db
    .insert(people)
    .values({
      ...{ id, name: requireName(name), passwordHash },
      email: email.trim(),
      emailKey: emailKey(email),
      createdAt: ctx.now(),
    })
    .onConflictDoNothing()
    .returning({ personId: people.id });
  if (!row) throw problem("already_exists", `There is an account for ${email.trim()} already: sign in.`);
  return row;
}

function requireName(text: string): string {
  const name = text.trim();
  if (name === "") throw invalid({ detail: "A name is required.", pointer: "/name" });
  if (isLongerThan(name, MAX_NAME) || !isStorableText(name)) {
    throw invalid({ detail: `A name has at most ${MAX_NAME} characters.`, pointer: "/name" });
  }
  return name;
}
