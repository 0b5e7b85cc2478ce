import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from "@simplewebauthn/server";
import type { Ctx } from "../../core/ctx.ts";
import type { Challenge } from "./passkey-challenge.ts";

/** The service as passkeys know it: the origin of its pages, and their host. */
export type Relying = { origin: string; host: string };
/** A browser's response to a challenge, as JSON, and the challenge as it was sent. */
export type Signed = { response: string; state: string };

/** The credential of a new passkey, as it is stored. */
type NewCredential = { credentialId: string; publicKey: string; signatureCount: number };

/** Loaded when first used: a quarter of a second and 26 MB, which a process without passkeys doesn't need. */
export function webAuthn() {
  return import("@simplewebauthn/server");
}

/** Returns the credential of a valid registration with user verification; undefined for any other response. */
export async function verifyNew(
  ctx: Ctx,
  { origin, host }: Relying,
  response: string,
  { challenge }: Challenge,
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await webAuthn();
  const { registrationInfo } = await attempt(ctx, async () =>
    verifyRegistrationResponse({
      response: JSON.parse(response) as RegistrationResponseJSON,
      ...{
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: host,
        requireUserVerification: true,
      },
    }),
  );
  if (!registrationInfo) return undefined;
  const { id, publicKey, counter } = registrationInfo.credential;
  return { credentialId: id, publicKey: toBase64Url(publicKey), signatureCount: counter };
}

/**
 * Returns the signature counter of a valid response of a known passkey with user verification; undefined for any other
 * response, and for a counter that didn't grow: then two authenticators have the key.
 */
export async function verifyKnown(
  ctx: Ctx,
  { origin, host }: Relying,
  response: AuthenticationResponseJSON,
  { challenge }: Challenge,
  { credentialId, publicKey, signatureCount }: NewCredential,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webAuthn();
  const credential: WebAuthnCredential = {
    ...{ id: credentialId, counter: signatureCount },
    publicKey: Uint8Array.fromBase64(publicKey, { alphabet: "base64url" }),
  };
  const { verified, authenticationInfo } = await attempt(ctx, () =>
    verifyAuthenticationResponse({
      ...{ response, credential },
      ...{
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: host,
        requireUserVerification: true,
      },
    }),
  );
  return verified ? authenticationInfo?.newCounter : undefined;
}

/** Text as WebAuthn has it. */
export function toBase64Url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

/** The library throws for whatever isn't valid, in a response that clients made. */
async function attempt<Result extends { verified: boolean }>(
  ctx: Ctx,
  verify: () => Promise<Result>,
): Promise<Partial<Result>> {
  try {
    const result = await verify();
    return result.verified ? result : {};
  } catch (err) {
    ctx.log.info({ reason: err instanceof Error ? err.message : "unknown" }, "a passkey was refused");
    return {};
  }
}
