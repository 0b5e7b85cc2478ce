import {
  acceptInvitation,
  joinStore,
  type OpenInvitation,
  readInvitation,
} from "../../../features/people/accept-invitation.ts";
import { Problem } from "../../../lib/problem.ts";
import { type FormState, formOf, UNSENT } from "../../pages/form.ts";
import { at, html, labelText, type Markup } from "../../pages/html.ts";
import { field } from "../components/form.ts";
import { failedForm } from "../fault-words.ts";
import { plainPage } from "../layout.ts";
import { ROLE_WORDS } from "../role-words.ts";
import { requireFormToken, requireSameSite } from "../security.ts";
import { say } from "../texts/texts.ts";
import { beginSession, knownDevice, redirect, type Visitor } from "../visitor.ts";
import { otherAddressNote } from "./other-address.ts";

const MAX_BYTES = 16 * 1024;

/** Shows what a one-time link invites to. */
export async function showInvitation(visitor: Visitor): Promise<Response> {
  return invitationPage(visitor, await readInvitation(visitor.ctx, tokenOf(visitor)), UNSENT, 200);
}

/** Accepts an invitation: as the person who is signed in, or as a new one. */
export async function doInvitation(visitor: Visitor): Promise<Response> {
  const { ctx, request, session, device } = visitor;
  requireSameSite(ctx, request);
  const form = await formOf(request, MAX_BYTES);
  const linkToken = tokenOf(visitor);
  try {
    if (session) {
      requireFormToken(form.token, session.formToken);
      const { storeId } = await joinStore(ctx, linkToken, session.person, session.id);
      return redirect(visitor, at`/console/stores/${storeId}`);
    }
    const person = { name: form.get("name"), password: form.raw("password") };
    const waiting = { ...device, signal: request.signal };
    const opened = await acceptInvitation(ctx, linkToken, person, waiting, await knownDevice(visitor));
    await beginSession(visitor, opened);
    return redirect(visitor, at`/console/stores/${opened.storeId}`);
  } catch (error) {
    if (!(error instanceof Problem) || error.parts.code === "link_not_valid") throw error;
    const invitation = await readInvitation(ctx, linkToken);
    return invitationPage(visitor, invitation, failedForm(form, error), error.parts.status);
  }
}

function tokenOf({ url }: Visitor): string {
  return url.searchParams.get("token") ?? "";
}

function invitationPage(
  visitor: Visitor,
  invitation: OpenInvitation,
  state: FormState,
  status: number,
): Promise<Response> {
  const { storeName, invitedBy, email, role } = invitation;
  const title = say("Join {store}", { store: storeName });
  const invites = say("{inviter} invites {email} with the role {role}: {may}.", {
    inviter: html`<bdi>${invitedBy}</bdi>`,
    email: html`<strong><bdi>${email}</bdi></strong>`,
    role: say(ROLE_WORDS[role].title),
    may: (reader) => firstSmall(labelText(say(ROLE_WORDS[role].may), reader)),
  });
  const content = html`${otherAddressNote(visitor)}<p>${invites}</p>
    ${state.message && state.faults.length === 0 && html`<p class="form-fault" role="alert">${state.message}</p>`}
    ${formFor(visitor, invitation, state)}`;
  return plainPage(visitor, { title, content }, { status });
}

/** In the middle of a sentence. */
function firstSmall(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function formFor({ session, url }: Visitor, { storeName }: OpenInvitation, state: FormState): Markup {
  const action = url.pathname + url.search;
  if (session) {
    const email = html`<bdi>${session.person.email}</bdi>`;
    return html`<form method="post" action="${action}">
      <input type="hidden" name="_token" value="${session.formToken}">
      <p>${session.person.isProved ? undefined : say("The store is added to the account that you are signed in to, and its other sessions end. If another person gave you the password of this account, set one of your own first, or sign out and open this link again for an account of your own.")}</p>
      <button class="button primary">${say("Join as {email}", { email })}</button></form>`;
  }
  const store = html`<bdi>${storeName}</bdi>`;
  const link = html`<a href="${at`/console/sign-in?next=${action}`}">${say("Sign in to add {store} to your account", { store })}</a>`;
  return html`<form class="form" method="post" action="${action}">
    ${field(
      {
        ...{ type: "text", name: "name", label: say("Your name"), required: true },
        control: { autocomplete: "name", maxlength: 100 },
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
        help: say("At least 10 characters."),
        control: { autocomplete: "new-password", maxlength: 400 },
      },
      state,
    )}
    <div class="form-buttons"><button class="button primary">${say("Join")}</button></div></form>
    <p class="help">${say("You use this console for another store already? {link}, or enter the password of that account above.", { link })}</p>`;
}
