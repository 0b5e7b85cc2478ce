import { BASE } from "../../../core/http/base.ts";
import { at, html, type Label } from "../../pages/html.ts";
import { copyButton, linkButton } from "../components/button.ts";
import type { View, Visit } from "../page.ts";
import { pageOrigin } from "../security.ts";
import { say } from "../texts/texts.ts";

type Created = { clientId: string; name: string; secret: string; scopes: string[] };

/** Returns the page that shows a new secret, once, with a request that works with it. */
export function secretView(
  { ctx, request, base, store }: Visit,
  created: Created,
  text: Label | undefined,
): View {
  const { name, secret, scopes } = created;
  const url = `${pageOrigin(ctx, request)}${BASE}/stores/${store.storeId}`;
  const example = `curl -H "Authorization: Bearer ${secret}" ${url}`;
  const curl = html`<div><h2>${say("Try it")}</h2><p class="help">${say("It returns the store's settings.")}</p></div>
    <div class="copyable"><pre id="request" data-secret>${example}</pre>${copyButton("request")}</div>`;
  return {
    title: say("Your new secret"),
    parents: [{ title: say("API clients"), path: "/developer/clients" }],
    lead: say("For {name}. It is shown only now: copy it to where the program reads it.", {
      name: html`<bdi>${name}</bdi>`,
    }),
    body: html`<section class="card highlight stack">
      ${text && html`<p class="notice-box">${text}</p>`}
      <div class="copyable"><code id="secret" data-secret>${secret}</code>${copyButton("secret")}</div>
      ${scopes.includes("store_read") && curl}
      <div class="form-buttons">${linkButton(say("Done"), `${base}/developer/clients`)}</div>
    </section>`,
  };
}

/** Whose signing secret it is: a webhook, or what has another list. */
type Signing = {
  id: string;
  secret: string;
  text?: Label | undefined;
  list?: { title: Label; path: string };
};

const WEBHOOKS = { title: say("Webhooks"), path: "/developer/webhooks" };

/** Returns the page that shows a new signing secret, once. */
export function signingSecretView({ base }: Visit, { id, secret, text, list = WEBHOOKS }: Signing): View {
  const description = html`<a href="/docs">${say("The description")}</a>`;
  return {
    title: say("Your new signing secret"),
    parents: [list],
    lead: say(
      "With it the receiver checks that a request is ours (Standard Webhooks). It is shown only now.",
    ),
    body: html`<section class="card highlight stack">
      ${text && html`<p class="notice-box">${text}</p>`}
      <div class="copyable"><code id="secret" data-secret>${secret}</code>${copyButton("secret")}</div>
      <p class="help">${say("{description} has a receiver that checks signatures, to copy.", { description })}</p>
      <div class="form-buttons">${linkButton(say("Done"), base + list.path + at`/${id}`)}</div>
    </section>`,
  };
}
