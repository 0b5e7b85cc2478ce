import type { Ctx } from "../../../core/ctx.ts";
import type { Session } from "../../../features/people/find-session.ts";
import { isRecent, type ListedPasskey } from "../../../features/people/passkeys.ts";
import type { Relying } from "../../../features/people/verify-passkey.ts";
import { type FormState, stateOf } from "../../pages/form.ts";
import { type Content, html, type Markup } from "../../pages/html.ts";
import { field } from "../components/form.ts";
import { ago } from "../components/time.ts";
import { pageOrigin } from "../security.ts";

const ACCOUNT = "/console/account";

/** Returns the service as passkeys know it, for the address under which a request came. */
export function relyingParty(ctx: Ctx, request: Request): Relying {
  const origin = pageOrigin(ctx, request);
  return { origin, host: new URL(origin).hostname };
}

type PasskeyForm = {
  use: "register" | "sign-in";
  action: string;
  button: string;
  formToken?: string;
  fields?: Content;
};

/** Returns a form that the browser's passkeys fill in. It is shown where the browser has them; it needs JavaScript. */
export function passkeyForm({ use, action, button, formToken = "", fields }: PasskeyForm): Markup {
  return html`<form class="form" method="post" action="${action}" hx-boost="false" data-passkey="${use}" hidden>
    <input type="hidden" name="_act" value="passkey"><input type="hidden" name="_token" value="${formToken}">
    <input type="hidden" name="credential"><input type="hidden" name="state">
    ${fields}
    <p class="form-fault" role="alert" hidden></p>
    <div class="form-buttons"><button class="button plain">${button}</button></div></form>`;
}

/** Returns the part of the account page with the person's passkeys. */
export function passkeySection(
  ctx: Ctx,
  session: Session,
  passkeys: ListedPasskey[],
  state: FormState,
): Markup {
  const items = passkeys.map(
    ({
      id,
      name,
      host,
      usedAt,
      createdAt,
    }) => html`<li class="session"><span><strong><bdi>${name}</bdi></strong>
      <small>for ${host} · made ${ago(createdAt, ctx.now())} · ${usedAt ? html`used ${ago(usedAt, ctx.now())}` : "not used yet"}</small></span>
      <form method="post" action="${ACCOUNT}"><input type="hidden" name="_token" value="${session.formToken}">
        <input type="hidden" name="_act" value="remove-passkey"><input type="hidden" name="passkey" value="${id}">
        <button class="button plain">Remove</button></form></li>`,
  );
  return html`<h2>Passkeys</h2>
    <p class="help">A passkey signs you in by your device, without a password. Remove those that you don't know.</p>
    ${items.length > 0 && html`<ul class="sessions">${items}</ul>`}
    ${isRecent(ctx, session) ? addForm(session, stateOf(state, "passkey")) : AGAIN}`;
}

function addForm({ formToken }: Session, state: FormState): Markup {
  const name = field(
    {
      ...{ type: "text", name: "name", label: "Name of the new passkey", required: true },
      control: { autocomplete: "off", maxlength: 60, placeholder: "My phone" },
    },
    state,
  );
  return passkeyForm({ use: "register", action: ACCOUNT, button: "Add a passkey", formToken, fields: name });
}

const AGAIN = html`<p>To add a passkey, <a href="/console/sign-in?again=1&next=/console/account">sign in again</a> first.</p>`;
