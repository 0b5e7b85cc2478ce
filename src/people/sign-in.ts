import { eq } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { people } from "../db/tables/people.ts";
import { emailKey } from "../lib/person.ts";
import { problem } from "../lib/problem.ts";
import { isStorableText } from "../lib/storable-text.ts";
import { deleteAttempts, limitSignIns } from "./limit-sign-ins.ts";
import { type Device, openSession } from "./open-session.ts";
import { isPassword } from "./password.ts";

/**
 * Opens a session by e-mail address and password and returns its token. Throws 401 when one of them is wrong,
 * after the same work whether there is such an account or not, and 429 after too many attempts.
 */
export async function signIn(
  ctx: Ctx,
  { email, password }: { email: string; password: string },
  device: Device,
): Promise<{ token: string }> {
  const account = isStorableText(email) ? email : "";
  await limitSignIns(ctx, { email: account, address: device.address });
  const [person] = await ctx.db
    .select({ id: people.id, passwordHash: people.passwordHash })
    .from(people)
    .where(eq(people.emailKey, emailKey(account)));
  const isRight = await isPassword(password, person?.passwordHash);
  if (!person || !isRight) throw problem("unauthenticated", "E-mail address or password is wrong.");
  await deleteAttempts(ctx, account);
  return openSession(ctx, person.id, device);
}
