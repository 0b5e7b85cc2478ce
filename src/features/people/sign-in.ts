import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { problem } from "../../lib/problem.ts";
import { isStorableText } from "../../lib/text.ts";
import { type Credentials, findByPassword, isStillTheirs } from "./find-by-password.ts";
import type { KnownDevice } from "./known-device.ts";
import { type Opened, openSession, type Waiting } from "./open-session.ts";

/**
 * Opens a session by e-mail address and password. Throws 401 when one of them is wrong, and 429 while too many attempts
 * wait, as `findByPassword` does.
 */
export async function signIn(
  ctx: Ctx,
  { email, password }: Credentials,
  device: Waiting,
  known?: KnownDevice,
): Promise<Opened> {
  const account = isStorableText(email) ? email : "";
  const { personId, hashes } = await findByPassword(ctx, { email: account, password }, device, known);
  if (personId === undefined) throw isWrong();
  return inTransaction(ctx, async (tx) => {
    if (!(await isStillTheirs(tx, personId, hashes))) throw isWrong();
    return openSession(tx, personId, device, { by: "password" });
  });
}

function isWrong() {
  return problem("unauthenticated", "E-mail address or password is wrong.");
}
