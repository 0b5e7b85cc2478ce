import { responseOrigin } from "../../../core/http/response-origin.ts";
import { html, type Markup } from "../../pages/html.ts";
import { say } from "../texts/texts.ts";
import type { Visitor } from "../visitor.ts";

/**
 * Returns what a page of signing in says where `PUBLIC_URL` is another address than the one that was opened: the
 * browser may not keep the session, and passkeys are of the other. Undefined at the right one.
 */
export function otherAddressNote(visitor: Visitor): Markup | undefined {
  const { publicUrl } = visitor.ctx.config;
  const here = openedAt(visitor);
  if (publicUrl === undefined || here === undefined) return undefined;
  // Without a trusted proxy nothing says by which scheme a browser came.
  const isSame = visitor.ctx.config.trustProxy
    ? here === publicUrl
    : new URL(here).host === new URL(publicUrl).host;
  if (isSame) return undefined;
  const open = html`<a href="${`${publicUrl}/console`}" hx-boost="false">${say("Open it there")}</a>`;
  const text = say(
    "This page was opened at {here}, but the service is set up for {there} ({setting}): you may not stay signed in here, and passkeys don't work. {open}, or have its operator change {setting}.",
    {
      ...{ here: html`<code>${here}</code>`, there: html`<code>${publicUrl}</code>`, open },
      setting: html`<code>PUBLIC_URL</code>`,
    },
  );
  return html`<p class="notice-box" role="note" data-unless-at="${publicUrl}">${text}</p>`;
}

/** Returns the origin that the browser has opened: forms say it, and else the request's host does. */
function openedAt({ ctx: { config }, request: { headers }, url }: Visitor): string | undefined {
  const origin = headers.get("origin");
  if (origin !== null && URL.canParse(origin)) return new URL(origin).origin;
  const ofRequest = { config: { ...config, publicUrl: undefined }, origin: "" };
  return responseOrigin(ofRequest, headers, headers.get("host") ?? url.host) || undefined;
}
