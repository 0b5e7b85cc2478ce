import { registrationOptions } from "../../../features/people/passkeys.ts";
import { signInOptions } from "../../../features/people/sign-in-by-passkey.ts";
import { Problem, problem } from "../../../lib/problem.ts";
import { formOf } from "../../pages/form.ts";
import { requireFormToken, requireSameSite, SECURITY_HEADERS } from "../security.ts";
import type { Visitor } from "../visitor.ts";
import { relyingParty } from "./passkeys.ts";

const MAX_BYTES = 16 * 1024;

/** Answers the script of a passkey's form: what the browser needs for it, and the challenge to send back. */
export async function passkeyOptions(visitor: Visitor): Promise<Response> {
  try {
    return answer(200, await options(visitor));
  } catch (error) {
    if (!(error instanceof Problem) || error.parts.status >= 500) throw error;
    return answer(error.parts.status, { detail: error.parts.detail });
  }
}

async function options({ ctx, request, session }: Visitor): Promise<object> {
  requireSameSite(ctx, request);
  const form = await formOf(request, MAX_BYTES);
  const relying = relyingParty(ctx, request);
  if (form.get("use") === "sign-in") return signInOptions(ctx, relying);
  if (!session) throw problem("unauthenticated", "The session has ended: sign in again.");
  requireFormToken(form.token, session.formToken);
  return registrationOptions(ctx, session, relying);
}

function answer(status: number, body: object): Response {
  const headers = { ...SECURITY_HEADERS, "Cache-Control": "no-store" };
  return Response.json(body, { status, headers });
}
