import {
  acceptInvitation,
  joinStore,
  type OpenInvitation,
  readInvitation,
} from "../../../features/people/accept-invitation.ts";
import { ROLES } from "../../../features/people/roles.ts";
import { Problem } from "../../../lib/problem.ts";
import { type FormState, failedState, formOf, UNSENT } from "../../pages/form.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { field } from "../components/form.ts";
import { plainPage } from "../layout.ts";
import { requireFormToken, requireSameSite } from "../security.ts";
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
    const opened = await acceptInvitation(ctx, linkToken, person, device, await knownDevice(visitor));
    await beginSession(visitor, opened);
    return redirect(visitor, at`/console/stores/${opened.storeId}`);
  } catch (error) {
    if (!(error instanceof Problem) || error.parts.code === "link_not_valid") throw error;
    const invitation = await readInvitation(ctx, linkToken);
    return invitationPage(visitor, invitation, failedState(form, error), error.parts.status);
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
  const title = `Join ${invitation.storeName}`;
  const content = html`${otherAddressNote(visitor)}<p><bdi>${invitation.invitedBy}</bdi> invites <strong><bdi>${invitation.email}</bdi></strong>
      with the role ${ROLES[invitation.role].title}: ${ROLES[invitation.role].may.toLowerCase()}.</p>
    ${state.message && state.faults.length === 0 && html`<p class="form-fault" role="alert">${state.message}</p>`}
    ${formFor(visitor, invitation, state)}`;
  return plainPage(visitor, { title, content }, { status });
}

function formFor({ session, url }: Visitor, { storeName }: OpenInvitation, state: FormState): Markup {
  const action = url.pathname + url.search;
  if (session) {
    return html`<form method="post" action="${action}">
      <input type="hidden" name="_token" value="${session.formToken}">
      <p>${session.person.isProved ? undefined : UNPROVED}</p>
      <button class="button primary">Join as <bdi>${session.person.email}</bdi></button></form>`;
  }
  return html`<form class="form" method="post" action="${action}">
    ${field({ type: "text", name: "name", label: "Your name", required: true, control: { autocomplete: "name", maxlength: 100 } }, state)}
    ${field(
      {
        ...{ type: "password", name: "password", label: "Password", required: true },
        help: "At least 10 characters.",
        control: { autocomplete: "new-password", maxlength: 400 },
      },
      state,
    )}
    <div class="form-buttons"><button class="button primary">Join</button></div></form>
    <p class="help">You use this console for another store already?
      <a href="${at`/console/sign-in?next=${action}`}">Sign in to add <bdi>${storeName}</bdi> to your account</a>, or enter
      the password of that account above.</p>`;
}

/** An account that another person may have made, and may still use, is no place for a further store. */
const UNPROVED = html`The store is added to the account that you are signed in to, and its other sessions end. If another person
  gave you the password of this account, set one of your own first, or sign out and open this link again for an account of your own.`;
