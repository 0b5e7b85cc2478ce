import { attributes, html, type Markup } from "../../pages/html.ts";
import type { Visit } from "../page.ts";
import { joined, type Plain, say, sayForm } from "../texts/texts.ts";

/** What was found stands there, on the page and in the dialog. */
export const FOUND_ID = "go-found";
export const PANEL_ID = "go-panel";

/** Returns the form of the page where people go elsewhere. In the dialog it finds while the person types. */
export function goForm(
  { base }: Visit,
  { id, q, isLive }: { id: string; q: string; isLive?: boolean },
): Markup {
  const given = attributes({
    ...{
      id: `${id}-q`,
      name: "q",
      type: "search",
      maxlength: 200,
      autocomplete: "off",
      value: q,
      autofocus: true,
    },
    placeholder: say("Page, act, order, e-mail, name …"),
  });
  const live = html`<input ${given} hx-get="${`${base}/go`}" hx-trigger="input changed delay:120ms, opened"
      hx-target="${`#${PANEL_ID}`}" hx-select="${`#${FOUND_ID} > *`}" hx-swap="innerHTML" hx-sync="this:replace" hx-push-url="false">`;
  return html`<form class="go-form" action="${`${base}/go`}" method="get" role="search">
    <label class="hidden" for="${`${id}-q`}">${say("Find a page, an act, an order, a return or a customer")}</label>
    ${isLive ? live : html`<input ${given}>`}</form>`;
}

/** Returns the link to that page, which opens the dialog where scripts run. */
export function goLink({ base }: Visit): Markup {
  return html`<a class="go-link" href="${`${base}/go`}" data-opens="palette" aria-keyshortcuts="Control+K Meta+K">${say(
    "Go to",
  )} <kbd aria-hidden="true">Ctrl K</kbd></a>`;
}

/** Returns the dialogs of the keyboard: where to go, and which keys there are. */
export function keyboardDialogs(visit: Visit): Markup {
  return html`<dialog id="palette" class="palette" aria-label="${say("Go to")}">
      ${goForm(visit, { id: "palette", q: "", isLive: true })}
      <section class="go-group" data-here hidden><h2>${say("On this page")}</h2><ul class="results"></ul></section>
      <div id="${PANEL_ID}" aria-live="polite"></div>
      <form method="dialog"><button class="button plain">${say("Close")}</button></form>
    </dialog>
    <dialog id="keys" class="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">${say("Keyboard shortcuts")}</h2>
      <p class="lead">${say("They do nothing while you type in a field.")}</p>
      ${keyList()}
      ${keysSwitch(visit)}
      <form method="dialog"><button class="button plain">${say("Close")}</button></form>
    </dialog>
    <div id="keys-said" class="hidden" role="status" data-one="${said("one")}" data-other="${said("other")}"></div>`;
}

const KEYS: readonly { keys: readonly string[]; means: Plain }[] = [
  { keys: ["Ctrl K"], means: "Go to a page, an act or a record" },
  { keys: ["/"], means: "Search" },
  { keys: ["j"], means: "Next row of the list" },
  { keys: ["k"], means: "Previous row" },
  { keys: ["x"], means: "Select the row, or not" },
  { keys: ["e"], means: "To what can be done with the selected rows, else open the row" },
  { keys: ["?"], means: "This list" },
  { keys: ["Esc"], means: "Close" },
];

/** Returns the keys of the console and what each does. */
function keyList(): Markup {
  const rows = KEYS.map(
    ({ keys, means }) => html`<div><dt>${keys.map((key) => html`<kbd>${key}</kbd>`)}</dt>
      <dd>${say(means)}</dd></div>`,
  );
  return html`<dl class="key-list">${rows}</dl>`;
}

/** Returns the switch of the shortcuts of one key, for those who come upon them by speech or by accident. */
function keysSwitch({ hasKeys, formToken, url }: Pick<Visit, "hasKeys" | "formToken" | "url">): Markup {
  return html`<form class="keys-switch" method="post" action="/console/preferences">
    <input type="hidden" name="_token" value="${formToken}">
    <input type="hidden" name="back" value="${url.pathname + url.search}">
    <span>${hasKeys ? say("Shortcuts of one key are on.") : joined([say("Shortcuts of one key are off."), say("Ctrl K stays.")], " ")}</span>
    <button class="button plain" name="keys" value="${hasKeys ? "off" : "on"}">${say(hasKeys ? "Turn off" : "Turn on")}</button></form>`;
}

/** The script fills in the number of selected rows. */
function said(form: "one" | "other") {
  return sayForm("{count} row selected | {count} rows selected", form);
}
