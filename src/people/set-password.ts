import { eq } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { people } from "../db/tables/people.ts";
import { invalid } from "../lib/problem.ts";
import { limitSignIns } from "./limit-sign-ins.ts";
import { hashPassword, isPassword } from "./password.ts";
import { endSessions } from "./sessions.ts";

type Change = { current: string; password: string; sessionId: string };

/**
 * Sets a person's password and ends all other sessions. Throws 400 when the current one, if there is one, is
 * wrong or the new one too short.
 */
export async function setPassword(
  ctx: Ctx,
  personId: string,
  { current, password, sessionId }: Change,
): Promise<void> {
  const [person] = await ctx.db.select().from(people).where(eq(people.id, personId));
  if (person?.passwordHash) {
    await limitSignIns(ctx, { email: person.email, address: undefined });
    if (!(await isPassword(current, person.passwordHash))) {
      throw invalid({ detail: "This is not the current password.", pointer: "/current" });
    }
  }
  const passwordHash = await hashPassword(password);
  await ctx.db.update(people).set({ passwordHash }).where(eq(people.id, personId));
  await endSessions(ctx, personId, sessionId);
}
