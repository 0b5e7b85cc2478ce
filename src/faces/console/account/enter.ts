import { readSignInLink, useSignInLink } from "../../../features/people/sign-in-link.ts";
import { html } from "../../pages/html.ts";
import { plainPage } from "../layout.ts";
import { requireSameSite } from "../security.ts";
import { say } from "../texts/texts.ts";
import { beginSession, redirect, type Visitor } from "../visitor.ts";
import { otherAddressNote } from "./other-address.ts";

/** Shows whom a one-time link is for. Opening it doesn't use it up: mail programs open links too. */
export async function showEnter(visitor: Visitor): Promise<Response> {
  const { ctx, url } = visitor;
  const { name } = await readSignInLink(ctx, url.searchParams.get("token") ?? "");
  const content = html`${otherAddressNote(visitor)}<p>${say(
    "This link signs you in once, as {name}. You can then set a new password, under {account} in your menu.",
    {
      name: html`<strong><bdi>${name}</bdi></strong>`,
      account: html`<em>${say("Your account")}</em>`,
    },
  )}</p>
      <form method="post" action="${url.pathname + url.search}">
        <button class="button primary" autofocus>${say("Continue")}</button>
      </form>`;
  return plainPage(visitor, { title: say("Welcome"), content });
}

/** Uses a one-time link up. */
export async function doEnter(visitor: Visitor): Promise<Response> {
  const { ctx, request, url, device } = visitor;
  requireSameSite(ctx, request);
  await beginSession(visitor, await useSignInLink(ctx, url.searchParams.get("token") ?? "", device));
  return redirect(visitor, "/console");
}
