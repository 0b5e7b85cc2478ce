import { listStoresOf } from "../../../features/people/members.ts";
import { at, html } from "../../pages/html.ts";
import { plainPage } from "../layout.ts";
import { ROLE_WORDS } from "../role-words.ts";
import { say } from "../texts/texts.ts";
import { redirect, type Visitor } from "../visitor.ts";

/** Shows the stores of a person; with one store it goes there, unless the person comes from it. */
export async function showStores(visitor: Visitor): Promise<Response> {
  const { ctx, session, request } = visitor;
  if (!session) return redirect(visitor, "/console/sign-in");
  const stores = await listStoresOf(ctx, session.person.id);
  const [only] = stores;
  const comesFromStore = (request.headers.get("referer") ?? "").includes("/console/stores/");
  if (only && stores.length === 1 && !comesFromStore)
    return redirect(visitor, at`/console/stores/${only.storeId}`);
  const list = stores.map(
    ({ storeId, name, role }) => html`<li><a href="${at`/console/stores/${storeId}`}">
      <strong><bdi>${name}</bdi></strong><small>${say(ROLE_WORDS[role].title)}</small></a></li>`,
  );
  const none = html`<p>${say("You are in no store. Ask an owner of one to invite {email}.", { email: html`<bdi>${session.person.email}</bdi>` })}</p>`;
  const content = html`${stores.length > 0 ? html`<ul class="store-list">${list}</ul>` : none}
    <form method="post" action="/console/sign-out">
      <input type="hidden" name="_token" value="${session.formToken}">
      <button class="button plain">${say("Sign out")}</button></form>`;
  return plainPage(visitor, { title: say("Your stores"), content });
}
