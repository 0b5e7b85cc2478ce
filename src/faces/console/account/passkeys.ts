import type { Ctx } from "../../../core/ctx.ts";
import type { Session } from "../../../features/people/find-session.ts";
import { isRecent, type ListedPasskey } from "../../../features/people/passkeys.ts";
import type { Relying } from "../../../features/people/verify-passkey.ts";
import { type FormState, stateOf } from "../../pages/form.ts";
import { at, attributes, type Content, html, type Label, type Markup } from "../../pages/html.ts";
import { field } from "../components/form.ts";
import { ago } from "../components/time.ts";
import { pageOrigin } from "../security.ts";
import { say } from "../texts/texts.ts";

/** Returns the service as passkeys know it, for the address under which a request came. */
export function relyingParty(ctx: Ctx, request: Request): Relying {
  const origin = pageOrigin(ctx, request);
  return { origin, host: new URL(origin).hostname };
}

type PasskeyForm = {
  use: "register" | "sign-in";
  action: string;
  button: Label;
  formToken?: string;
  fields?: Content;
};

/** What the script says when the browser has no passkey for the form. */
const SAID = {
  "data-away": say("The service isn't available at the moment. Try again in a few seconds."),
  "data-unchosen": say("Nothing was chosen. Try again."),
  "data-known": say("This device has a passkey for your account already."),
  "data-elsewhere": say("Passkeys don't work at this address: open the console by its own one."),
};

/** Returns a form that the browser's passkeys fill in. It is shown where the browser has them; it needs JavaScript. */
export function passkeyForm({ use, action, button, formToken = "", fields }: PasskeyForm): Markup {
  return html`<form class="form" method="post" action="${action}" hx-boost="false" data-passkey="${use}" ${attributes(SAID)} hidden>
    <input type="hidden" name="_act" value="passkey"><input type="hidden" name="_token" value="${formToken}">
    <input type="hidden" name="credential"><input type="hidden" name="state">
    ${fields}
    <p class="form-fault" role="alert" hidden></p>
    <div class="form-buttons"><button class="button plain">${button}</button></div></form>`;
}

type Listed = { passkeys: ListedPasskey[]; state: FormState; action: string };

/** Returns what a form of the account sends with its fields. */
export function actFields({ formToken }: Session, act: string): Markup {
  return html`<input type="hidden" name="_token" value="${formToken}"><input type="hidden" name="_act" value="${act}">`;
}

/** Returns the part of the account page with the person's passkeys. */
export function passkeySection(ctx: Ctx, session: Session, { passkeys, state, action }: Listed): Markup {
  const items = passkeys.map(({ id, name, host, usedAt, createdAt }) => {
    const used = usedAt ? say("used {when}", { when: ago(usedAt, ctx.now()) }) : say("not used yet");
    const line = say("for {host} · made {made} · {used}", { host, made: ago(createdAt, ctx.now()), used });
    return html`<li class="session"><span><strong><bdi>${name}</bdi></strong><small>${line}</small></span>
      <form method="post" action="${action}">${actFields(session, "remove-passkey")}
        <input type="hidden" name="passkey" value="${id}">
        <button class="button plain">${say("Remove")}</button></form></li>`;
  });
  return html`<p class="help">${say("A passkey signs you in by your device, without a password. Remove those that you don't know.")}</p>
    ${items.length > 0 && html`<ul class="sessions">${items}</ul>`}
    ${isRecent(ctx, session) ? addForm(session, stateOf(state, "passkey"), action) : signInFirst(action)}`;
}

function addForm({ formToken }: Session, state: FormState, action: string): Markup {
  const name = field(
    {
      ...{ type: "text", name: "name", label: say("Name of the new passkey"), required: true },
      control: { autocomplete: "off", maxlength: 60, placeholder: say("My phone") },
    },
    state,
  );
  return passkeyForm({ use: "register", action, button: say("Add a passkey"), formToken, fields: name });
}

function signInFirst(action: string): Markup {
  const link = html`<a href="${at`/console/sign-in?again=1&next=${action}`}">${say("sign in again")}</a>`;
  return html`<p>${say("To add a passkey, {link} first.", { link })}</p>`;
}
