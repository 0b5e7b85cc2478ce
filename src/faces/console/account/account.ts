import type { Session } from "../../../features/people/find-session.ts";
import { addPasskey, listPasskeys, removePasskey } from "../../../features/people/passkeys.ts";
import { endSession, endSessions, listSessions } from "../../../features/people/sessions.ts";
import { setPassword } from "../../../features/people/set-password.ts";
import { Problem } from "../../../lib/problem.ts";
import { type Form, type FormState, failedState, formOf, UNSENT } from "../../pages/form.ts";
import { type Content, html, type Markup } from "../../pages/html.ts";
import { field } from "../components/form.ts";
import { ago } from "../components/time.ts";
import { plainPage } from "../layout.ts";
import { requireFormToken, requireSameSite } from "../security.ts";
import { redirect, type Visitor } from "../visitor.ts";
import { browserName } from "./browser-name.ts";
import { passkeySection, relyingParty } from "./passkeys.ts";

const MAX_BYTES = 16 * 1024;
const HERE = "/console/account";

/** Shows a person's password and sessions. */
export async function showAccount(visitor: Visitor): Promise<Response> {
  if (!visitor.session) return redirect(visitor, `/console/sign-in?next=${HERE}`);
  return accountPage(visitor, visitor.session, UNSENT, 200);
}

/** Changes the password or ends sessions. */
export async function doAccount(visitor: Visitor): Promise<Response> {
  const { ctx, request, session } = visitor;
  if (!session) return redirect(visitor, `/console/sign-in?next=${HERE}`);
  requireSameSite(ctx, request);
  const form = await formOf(request, MAX_BYTES);
  requireFormToken(form.token, session.formToken);
  try {
    return redirect(visitor, HERE, await run(visitor, session, form));
  } catch (error) {
    if (!(error instanceof Problem) || error.parts.status >= 500) throw error;
    return accountPage(visitor, session, failedState(form, error), error.parts.status);
  }
}

async function run(visitor: Visitor, session: Session, form: Form): Promise<string> {
  const { ctx } = visitor;
  const { id, person } = session;
  if (form.act === "password") {
    const change = { current: form.raw("current"), password: form.raw("password"), sessionId: id };
    await setPassword(ctx, person.id, change);
    return "The password is set. Other sessions have ended.";
  }
  if (form.act === "passkey") {
    const { ctx, request } = visitor;
    const signed = { response: form.raw("credential"), state: form.raw("state"), name: form.get("name") };
    await addPasskey(ctx, session, relyingParty(ctx, request), signed);
    return "The passkey is added.";
  }
  if (form.act === "remove-passkey") {
    await removePasskey(ctx, person.id, form.get("passkey"));
    return "The passkey is removed, and sessions that were begun by it have ended.";
  }
  if (form.act === "end-others") {
    await endSessions(ctx, person.id, id);
    return "All other sessions have ended.";
  }
  await endSession(ctx, person.id, form.get("session"));
  return "The session has ended.";
}

async function accountPage(
  visitor: Visitor,
  session: Session,
  state: FormState,
  status: number,
): Promise<Response> {
  const { ctx, notice } = visitor;
  const [sessions, passkeys] = await Promise.all([
    listSessions(ctx, session.person.id),
    listPasskeys(ctx, session.person.id),
  ]);
  const token = html`<input type="hidden" name="_token" value="${session.formToken}">`;
  const items = sessions.map(
    ({
      id,
      userAgent,
      address,
      seenAt,
    }) => html`<li class="session"><span><strong><bdi>${browserName(userAgent)}</bdi></strong>
      <small>${address || "unknown address"} · used ${ago(seenAt, ctx.now())}${id === session.id && " · this one"}</small></span>
      ${id === session.id ? undefined : endForm(token, id)}</li>`,
  );
  const content = html`<p><bdi>${session.person.name}</bdi>, <bdi>${session.person.email}</bdi></p>
    ${notice && html`<p class="notice-box" role="status">${notice}</p>`}
    <h2>Password</h2>
    ${state.message && state.faults.length === 0 && html`<p class="form-fault" role="alert">${state.message}</p>`}
    ${passwordNote(session)}
    <form class="form" method="post" action="${HERE}">${token}<input type="hidden" name="_act" value="password">
      <input hidden type="email" name="email" value="${session.person.email}" autocomplete="username" tabindex="-1" readonly aria-hidden="true">
      ${
        needsCurrent(session) &&
        field(
          {
            type: "password",
            name: "current",
            label: "Current password",
            required: true,
            control: { autocomplete: "current-password", maxlength: 400 },
          },
          state,
        )
      }
      ${field({ type: "password", name: "password", label: "New password", required: true, help: "At least 10 characters. Your other sessions end, and links that sign you in.", control: { autocomplete: "new-password", maxlength: 400 } }, state)}
      <div class="form-buttons"><button class="button primary">Set password</button></div></form>
    ${passkeySection(ctx, session, passkeys, state)}
    <h2>Sessions</h2>
    <ul class="sessions">${items}</ul>
    ${
      sessions.length > 1 &&
      html`<form method="post" action="${HERE}">${token}<input type="hidden" name="_act" value="end-others">
        <button class="button danger">End all others</button></form>`
    }
    <p><a href="/console">Back to the console</a></p>`;
  return plainPage(visitor, { title: "Your account", content }, { status });
}

/** Who came by a one-time link may have forgotten it. */
function needsCurrent({ person, begunBy }: Session): boolean {
  return person.hasPassword && begunBy !== "link";
}

function passwordNote(session: Session): Content {
  if (!session.person.hasPassword) return html`<p>You have none yet: set one to sign in without a link.</p>`;
  return needsCurrent(session)
    ? undefined
    : html`<p>You came by a one-time link, so you can set a new password without the old one.</p>`;
}

function endForm(token: Markup, id: string): Markup {
  return html`<form method="post" action="${HERE}">${token}<input type="hidden" name="_act" value="end">
    <input type="hidden" name="session" value="${id}"><button class="button plain">End</button></form>`;
}
