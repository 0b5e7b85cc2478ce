import type { Opened } from "../../../features/people/open-session.ts";
import { endSession } from "../../../features/people/sessions.ts";
import { signIn } from "../../../features/people/sign-in.ts";
import { signInByPasskey } from "../../../features/people/sign-in-by-passkey.ts";
import { Problem } from "../../../lib/problem.ts";
import { type Form, type FormState, formOf, UNSENT } from "../../pages/form.ts";
import { html } from "../../pages/html.ts";
import { field } from "../components/form.ts";
import { failedForm } from "../fault-words.ts";
import { plainPage } from "../layout.ts";
import { requireFormToken, requireSameSite } from "../security.ts";
import { say } from "../texts/texts.ts";
import { beginSession, dropSession, knownDevice, redirect, type Visitor } from "../visitor.ts";
import { otherAddressNote } from "./other-address.ts";
import { passkeyForm, relyingParty } from "./passkeys.ts";

const MAX_BYTES = 16 * 1024;

/** Shows the sign-in, or goes on for a person who is signed in and doesn't have to do so again. */
export async function showSignIn(visitor: Visitor): Promise<Response> {
  if (visitor.session && !visitor.url.searchParams.has("again"))
    return redirect(visitor, nextOf(visitor.url));
  return signInPage(visitor, UNSENT, 200);
}

/** Signs in and goes to where the person wanted to. */
export async function doSignIn(visitor: Visitor): Promise<Response> {
  const { ctx, request, session } = visitor;
  requireSameSite(ctx, request);
  const form = await formOf(request, MAX_BYTES);
  try {
    const opened = await openedBy(visitor, form);
    // The session before ends, so that nothing of it is left in this browser.
    if (session) await endSession(ctx, session.person.id, session.id);
    await beginSession(visitor, opened);
    return redirect(visitor, nextOf(visitor.url));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const headers = Object.entries<string>(error.parts.headers ?? {});
    return signInPage(visitor, failedForm(form, error), error.parts.status, headers);
  }
}

async function openedBy(visitor: Visitor, form: Form): Promise<Opened> {
  const { ctx, request, device } = visitor;
  if (form.act === "passkey") {
    const signed = { response: form.raw("credential"), state: form.raw("state") };
    return signInByPasskey(ctx, relyingParty(ctx, request), signed, device);
  }
  const credentials = { email: form.get("email"), password: form.raw("password") };
  return signIn(ctx, credentials, { ...device, signal: request.signal }, await knownDevice(visitor));
}

/** Ends the session. */
export async function doSignOut(visitor: Visitor): Promise<Response> {
  const { ctx, request, session } = visitor;
  requireSameSite(ctx, request);
  const form = await formOf(request, MAX_BYTES);
  if (session) {
    requireFormToken(form.token, session.formToken);
    await endSession(ctx, session.person.id, session.id);
  }
  dropSession(visitor);
  return redirect(visitor, "/console/sign-in");
}

/** Returns the page of the console that the address names; no other address can be gone to. */
function nextOf(url: URL): string {
  const next = url.searchParams.get("next") ?? "";
  return /^\/console(?:[/?][^\\\p{C}]*)?$/u.test(next) ? next : "/console";
}

function signInPage(
  visitor: Visitor,
  state: FormState,
  status: number,
  headers: [string, string][] = [],
): Promise<Response> {
  const { url } = visitor;
  const content = html`${otherAddressNote(visitor)}${state.message && html`<p class="form-fault" role="alert">${state.message}</p>`}
    <form class="form" method="post" action="${url.pathname + url.search}">
      ${field(
        {
          ...{ type: "email", name: "email", label: say("E-mail"), required: true },
          control: { autocomplete: "username", autofocus: true, maxlength: 320 },
        },
        state,
      )}
      ${field(
        {
          ...{
            type: "password",
            name: "password",
            label: say("Password"),
            required: true,
          },
          control: { autocomplete: "current-password", maxlength: 400 },
        },
        state,
      )}
      <div class="form-buttons"><button class="button primary">${say("Sign in")}</button></div>
    </form>
    ${passkeyForm({ use: "sign-in", action: url.pathname + url.search, button: say("Sign in with a passkey") })}
    <p class="help">${say("Forgotten? The operator of the service can make you a one-time link.")}</p>
    <p class="help"><a href="/docs" hx-boost="false">${say("Documentation of the API")}</a></p>`;
  return plainPage(visitor, { title: say("Sign in"), content }, { status, headers });
}
