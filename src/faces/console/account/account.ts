import type { Session } from "../../../features/people/find-session.ts";
import { addPasskey, listPasskeys, removePasskey } from "../../../features/people/passkeys.ts";
import {
  endSession,
  endSessions,
  type ListedSession,
  listSessions,
} from "../../../features/people/sessions.ts";
import { setPassword } from "../../../features/people/set-password.ts";
import { Problem } from "../../../lib/problem.ts";
import { type Form, type FormState, formOf, UNSENT } from "../../pages/form.ts";
import { at, type Content, html, labelText, type Markup, type PerReader } from "../../pages/html.ts";
import { card } from "../components/card.ts";
import { field } from "../components/form.ts";
import { ago } from "../components/time.ts";
import { failedForm } from "../fault-words.ts";
import type { View } from "../page.ts";
import { requireFormToken, requireSameSite } from "../security.ts";
import { type Plain, say } from "../texts/texts.ts";
import { redirect, type Visitor } from "../visitor.ts";
import { browserName } from "./browser-name.ts";
import { actFields, passkeySection, relyingParty } from "./passkeys.ts";

const MAX_BYTES = 16 * 1024;

/** Puts a page of the person into the frame of the store that they came from; into one of its own without a store. */
export type Frame = (view: View, status: number) => Promise<Response>;

/** Shows a person's password and sessions. */
export async function showAccount(visitor: Visitor, frame: Frame): Promise<Response> {
  if (!visitor.session) return redirect(visitor, at`/console/sign-in?next=${addressOf(visitor)}`);
  return frame(await accountView(visitor, visitor.session, UNSENT), 200);
}

/** Changes the password or ends sessions. */
export async function doAccount(visitor: Visitor, frame: Frame): Promise<Response> {
  const { ctx, request, session, reader } = visitor;
  const here = addressOf(visitor);
  if (!session) return redirect(visitor, at`/console/sign-in?next=${here}`);
  requireSameSite(ctx, request);
  const form = await formOf(request, MAX_BYTES);
  requireFormToken(form.token, session.formToken);
  try {
    return redirect(visitor, here, labelText(await run(visitor, session, form), reader));
  } catch (error) {
    if (!(error instanceof Problem) || error.parts.status >= 500) throw error;
    return frame(await accountView(visitor, session, failedForm(form, error)), error.parts.status);
  }
}

function addressOf({ url }: Visitor): string {
  return url.pathname + url.search;
}

async function run(visitor: Visitor, session: Session, form: Form): Promise<PerReader> {
  const { ctx } = visitor;
  const { id, person } = session;
  if (form.act === "password") {
    const change = { current: form.raw("current"), password: form.raw("password"), sessionId: id };
    await setPassword(ctx, person.id, change);
    return say("The password is set. Other sessions have ended.");
  }
  if (form.act === "passkey") {
    const { ctx, request } = visitor;
    const signed = { response: form.raw("credential"), state: form.raw("state"), name: form.get("name") };
    await addPasskey(ctx, session, relyingParty(ctx, request), signed);
    return say("The passkey is added.");
  }
  if (form.act === "remove-passkey") {
    await removePasskey(ctx, person.id, form.get("passkey"));
    return say("The passkey is removed, and sessions that were begun by it have ended.");
  }
  if (form.act === "end-others") {
    await endSessions(ctx, person.id, id);
    return say("All other sessions have ended.");
  }
  await endSession(ctx, person.id, form.get("session"));
  return say("The session has ended.");
}

async function accountView(visitor: Visitor, session: Session, state: FormState): Promise<View> {
  const { ctx } = visitor;
  const { person } = session;
  const [sessions, passkeys] = await Promise.all([
    listSessions(ctx, person.id),
    listPasskeys(ctx, person.id),
  ]);
  const action = addressOf(visitor);
  const part = (title: Plain, content: Content) => card(content, { title: say(title) });
  return {
    title: say("Your account"),
    lead: html`<bdi>${person.name}</bdi>, <bdi>${person.email}</bdi>`,
    body: html`<div class="sections">
      ${part("Password", passwordForm(session, state, action))}
      ${part("Passkeys", passkeySection(ctx, session, { passkeys, state, action }))}
      ${part("Sessions", sessionList(visitor, session, sessions))}</div>`,
  };
}

function passwordForm(session: Session, state: FormState, action: string): Markup {
  const password = (name: string, label: PerReader, autocomplete: string, help?: PerReader) =>
    field(
      {
        ...{ type: "password", name, label, help, required: true },
        control: { autocomplete, maxlength: 400 },
      },
      state,
    );
  return html`${state.message && state.faults.length === 0 && html`<p class="form-fault" role="alert">${state.message}</p>`}
    ${passwordNote(session)}
    <form class="form" method="post" action="${action}">${actFields(session, "password")}
      <input hidden type="email" name="email" value="${session.person.email}" autocomplete="username" tabindex="-1" readonly aria-hidden="true">
      ${needsCurrent(session) && password("current", say("Current password"), "current-password")}
      ${password("password", say("New password"), "new-password", say("At least 10 characters. Your other sessions end, and links that sign you in."))}
      <div class="form-buttons"><button class="button primary">${say("Set password")}</button></div></form>`;
}

function sessionList({ ctx, url }: Visitor, session: Session, sessions: ListedSession[]): Markup {
  const action = url.pathname + url.search;
  const items = sessions.map(({ id, userAgent, address, seenAt }) => {
    const used = say("used {when}", { when: ago(seenAt, ctx.now()) });
    const isThis = id === session.id;
    return html`<li class="session"><span><strong><bdi>${browserName(userAgent)}</bdi></strong>
      <small>${address || say("unknown address")} · ${used}${isThis && html` · ${say("this one")}`}</small></span>
      ${
        !isThis &&
        html`<form method="post" action="${action}">${actFields(session, "end")}
        <input type="hidden" name="session" value="${id}"><button class="button plain">${say("End")}</button></form>`
      }</li>`;
  });
  const others = html`<form method="post" action="${action}">${actFields(session, "end-others")}
    <button class="button danger">${say("End all others")}</button></form>`;
  return html`<ul class="sessions">${items}</ul>${sessions.length > 1 && others}`;
}

/** Who came by a one-time link may have forgotten it. */
function needsCurrent({ person, begunBy }: Session): boolean {
  return person.hasPassword && begunBy !== "link";
}

function passwordNote(session: Session): Content {
  if (!session.person.hasPassword)
    return html`<p>${say("You have none yet: set one to sign in without a link.")}</p>`;
  return needsCurrent(session)
    ? undefined
    : html`<p>${say("You came by a one-time link, so you can set a new password without the old one.")}</p>`;
}
