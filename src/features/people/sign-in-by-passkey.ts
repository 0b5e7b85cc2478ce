import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { and, eq } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { problem } from "../../lib/problem.ts";
import { isStorableText } from "../../lib/text.ts";
import { passkeys } from "../../platform/db/tables/people.ts";
import { type Device, type Opened, openSession } from "./open-session.ts";
import { decryptChallenge, encryptChallenge, useChallenge } from "./passkey-challenge.ts";
import { type Relying, type Signed, toBase64Url, verifyKnown, webAuthn } from "./verify-passkey.ts";

/** Returns what a browser needs to sign in by any of its passkeys for this service, and the challenge to send back. */
export async function signInOptions(ctx: Ctx, { host }: Relying) {
  const options = await (await webAuthn()).generateAuthenticationOptions({
    ...{ rpID: host, userVerification: "required" },
  });
  return { options, state: await encryptChallenge(ctx, { use: "sign-in", challenge: options.challenge }) };
}

/**
 * Opens a session by a passkey, which says whose it is. Throws 401 for every response that isn't valid, known or the first
 * one to its challenge.
 */
export async function signInByPasskey(
  ctx: Ctx,
  relying: Relying,
  { response, state }: Signed,
  device: Device,
): Promise<Opened> {
  const challenge = await decryptChallenge(ctx, state, "sign-in");
  const given = parse(response);
  if (!challenge || !given) throw refused();
  await webAuthn();
  return inTransaction(ctx, async (tx) => {
    const isIts = and(eq(passkeys.credentialId, given.id), eq(passkeys.rpId, relying.host));
    const [passkey] = await tx.db.select().from(passkeys).where(isIts).for("update");
    if (!passkey || !isOwner(given, passkey.personId)) throw refused();
    const signatureCount = await verifyKnown(tx, relying, given, challenge, passkey);
    if (signatureCount === undefined || !(await useChallenge(tx, challenge))) throw refused();
    const used = { signatureCount, passkeyUsedAt: tx.now() };
    await tx.db.update(passkeys).set(used).where(eq(passkeys.id, passkey.id));
    return openSession(tx, passkey.personId, device, { by: "passkey", passkeyId: passkey.id });
  });
}

function parse(response: string): AuthenticationResponseJSON | undefined {
  try {
    const given: unknown = JSON.parse(response);
    if (typeof given !== "object" || given === null || !("id" in given)) return undefined;
    return typeof given.id === "string" && isStorableText(given.id)
      ? (given as AuthenticationResponseJSON)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The authenticator names the person that the passkey was made for. */
function isOwner({ response }: AuthenticationResponseJSON, personId: string): boolean {
  return response?.userHandle === toBase64Url(new TextEncoder().encode(personId));
}

function refused() {
  return problem("unauthenticated", "This passkey can't sign in here. Try again, or use your password.");
}
