import { BASE } from "../../../core/http/base.ts";
import { at, html } from "../../pages/html.ts";
import { copyButton, linkButton } from "../components/button.ts";
import type { View, Visit } from "../page.ts";
import { pageOrigin } from "../security.ts";

type Created = { clientId: string; name: string; secret: string; scopes: string[] };

/** Returns the page that shows a new secret, once, with a request that works with it. */
export function secretView(
  { ctx, request, base, store }: Visit,
  created: Created,
  text: string | undefined,
): View {
  const { name, secret, scopes } = created;
  const url = `${pageOrigin(ctx, request)}${BASE}/stores/${store.storeId}`;
  const example = `curl -H "Authorization: Bearer ${secret}" ${url}`;
  const curl = html`<div><h2>Try it</h2><p class="help">It returns the store's settings.</p></div>
    <div class="copyable"><pre id="request" data-secret>${example}</pre>${copyButton("request")}</div>`;
  return {
    title: "Your new secret",
    parents: [{ title: "API clients", path: "/developer/clients" }],
    lead: html`For <bdi>${name}</bdi>. It is shown only now: copy it to where the program reads it.`,
    body: html`<section class="card highlight stack">
      ${text && html`<p class="notice-box">${text}</p>`}
      <div class="copyable"><code id="secret" data-secret>${secret}</code>${copyButton("secret")}</div>
      ${scopes.includes("store_read") && curl}
      <div class="form-buttons">${linkButton("Done", `${base}/developer/clients`)}</div>
    </section>`,
  };
}

/** Whose signing secret it is: a webhook, or what has another list. */
type Signing = {
  id: string;
  secret: string;
  text?: string | undefined;
  list?: { title: string; path: string };
};

const WEBHOOKS = { title: "Webhooks", path: "/developer/webhooks" };

/** Returns the page that shows a new signing secret, once. */
export function signingSecretView({ base }: Visit, { id, secret, text, list = WEBHOOKS }: Signing): View {
  return {
    title: "Your new signing secret",
    parents: [list],
    lead: "With it the receiver checks that a request is ours (Standard Webhooks). It is shown only now.",
    body: html`<section class="card highlight stack">
      ${text && html`<p class="notice-box">${text}</p>`}
      <div class="copyable"><code id="secret" data-secret>${secret}</code>${copyButton("secret")}</div>
      <p class="help"><a href="/docs">The description</a> has a receiver that checks signatures, to copy.</p>
      <div class="form-buttons">${linkButton("Done", base + list.path + at`/${id}`)}</div>
    </section>`,
  };
}
