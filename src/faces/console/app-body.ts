import { attributes, type Content, html, type Label, type Markup } from "../pages/html.ts";
import { toasts } from "./components/toasts.ts";
import { goLink, keyboardDialogs } from "./go/palette.ts";
import { accountAddress } from "./go/places.ts";
import type { View, Visit } from "./page.ts";
import { undoForm } from "./returns/undo-form.ts";
import { ROLE_WORDS } from "./role-words.ts";
import { SECTIONS } from "./sections.ts";
import { LANGUAGES, say } from "./texts/texts.ts";

/** Returns the frame of a store's pages: navigation, search, the person's menu, and the view. */
export function appBody(
  visit: Visit,
  section: string,
  { title, lead, actions, parents, alert, body, notice = visit.notice, undo = visit.undo }: View,
): Markup {
  return html`<a class="skip" href="#main">${say("Skip to the content")}</a>
<header class="top">
  <details class="menu nav-menu">
    <summary class="icon-button" aria-label="${say("Sections")}"><span class="bars" aria-hidden="true"></span></summary>
    <nav class="menu-panel" aria-label="${say("Sections, small screens")}">${links(visit, section)}</nav>
  </details>
  ${search(visit)}
  ${goLink(visit)}
  ${personMenu(visit)}
</header>
<aside class="side">
  <a class="store" href="/console" title="${say("Change store")}">
    <span class="brand-mark" aria-hidden="true"></span>
    <span class="store-name"><bdi>${visit.store.storeName}</bdi></span>
  </a>
  <nav aria-label="${say("Sections")}">${links(visit, section)}</nav>
</aside>
<main id="main" class="content" tabindex="-1">
  <div id="offline" class="offline" role="status" hidden>${say("The connection is lost. This page will catch up by itself.")}</div>
  ${parents && parents.length > 0 && breadcrumb(visit, parents)}
  <div class="head">
    <div class="head-text"><h1><bdi>${title}</bdi></h1>${lead && html`<p class="lead">${lead}</p>`}</div>
    ${actions && html`<div class="head-actions">${actions}</div>`}
  </div>
  ${alert && html`<p class="form-fault page-fault" role="alert">${alert}</p>`}
  ${body}
</main>
${toasts(notice, undo && visit.can("returns_write") ? undoForm(visit, undo) : undefined)}
${keyboardDialogs(visit)}`;
}

function links(visit: Visit, current: string): Content {
  return SECTIONS.map(({ name: group, sections }) => {
    const offered = sections.filter(({ path }) => visit.lists(path));
    if (offered.length === 0) return undefined;
    const items = offered.map(({ name, path }) => {
      const address = path === "/" ? visit.base : visit.base + path;
      const state = attributes({ "aria-current": path === current ? "page" : undefined });
      return html`<li><a href="${address}" ${state}>${say(name)}</a></li>`;
    });
    return html`${group && html`<h2>${say(group)}</h2>`}<ul>${items}</ul>`;
  });
}

function search({ base, url, offers }: Visit): Content {
  if (!offers("/search")) return html`<div class="search"></div>`;
  const typed = url.pathname === `${base}/search` ? (url.searchParams.get("q") ?? "") : "";
  return html`<search class="search">
    <form action="${base}/search" method="get">
      <label class="hidden" for="search">${say("Search orders, returns, customers")}</label>
      <input id="search" name="q" type="search" maxlength="200" autocomplete="off" value="${typed}"
        placeholder="${say("Order, e-mail, name, tracking number, SKU")}" aria-keyshortcuts="/" hx-get="${`${base}/search`}" hx-trigger="input changed delay:120ms"
        hx-target="#search-panel" hx-select="#found > *" hx-swap="innerHTML" hx-sync="this:replace" hx-push-url="false">
      <kbd aria-hidden="true">/</kbd>
    </form>
    <div id="search-panel" class="search-panel" aria-live="polite" tabindex="-1"></div>
  </search>`;
}

function personMenu(visit: Visit): Content {
  const { person, store, theme, reader, formToken, url } = visit;
  const themes = (
    [
      ["system", "System"],
      ["light", "Light"],
      ["dark", "Dark"],
    ] as const
  ).map(
    ([choice, title]) =>
      html`<button class="choice" name="theme" value="${choice}" data-theme-choice ${attributes({
        "aria-pressed": choice === theme ? "true" : "false",
      })}>${say(title)}</button>`,
  );
  const languages = Object.entries(LANGUAGES).map(
    ([name, language]) =>
      html`<button class="choice" name="language" value="${name}" lang="${name}" ${attributes({
        "aria-pressed": name === reader.language ? "true" : "false",
      })}>${language}</button>`,
  );
  const hidden = html`<input type="hidden" name="_token" value="${formToken}">
        <input type="hidden" name="back" value="${url.pathname + url.search}">`;
  return html`<details class="menu person-menu">
    <summary><span class="avatar" aria-hidden="true">${initials(person.name)}</span>
      <span class="person-name"><bdi>${person.name}</bdi></span><span class="hidden">${say(", your menu")}</span></summary>
    <div class="menu-panel">
      <p class="menu-head"><bdi>${person.name}</bdi><small><bdi>${person.email}</bdi></small>
        <small>${say(ROLE_WORDS[store.role].title)}</small></p>
      <a href="${accountAddress(visit)}">${say("Your account")}</a>
      <a href="/console">${say("Change store")}</a>
      <a href="/docs" hx-boost="false">${say("Documentation")}</a>
      <form class="choices" method="post" action="/console/preferences" aria-label="${say("Theme")}">
        ${hidden}${themes}
      </form>
      <form class="choices" method="post" action="/console/preferences" aria-label="${say("Language")}">
        ${hidden}${languages}
      </form>
      <a href="${`${visit.base}/go`}" data-opens="keys" aria-keyshortcuts="?">${say("Keyboard shortcuts")}</a>
      <form method="post" action="/console/sign-out">
        <input type="hidden" name="_token" value="${formToken}">
        <button class="menu-button">${say("Sign out")}</button>
      </form>
    </div>
  </details>`;
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const first = (word: string | undefined) => [...(word ?? "")][0] ?? "";
  return (first(words[0]) + (words.length > 1 ? first(words.at(-1)) : "")).toUpperCase();
}

function breadcrumb({ base }: Visit, parents: { title: Label; path: string }[]): Markup {
  const items = parents.map(
    ({ title, path }) =>
      html`<li><a href="${path === "/" ? base : base + path}"><bdi>${title}</bdi></a></li>`,
  );
  return html`<nav class="crumbs" aria-label="${say("Where you are")}"><ol>${items}</ol></nav>`;
}
