import { attributes, type Content, html, type Label, type Reader } from "../pages/html.ts";
import { ASSETS } from "./assets.ts";
import { toasts } from "./components/toasts.ts";
import type { Theme } from "./page.ts";
import { SECURITY_HEADERS } from "./security.ts";
import type { Visitor } from "./visitor.ts";

/** htmx without inline styles and evaluated strings; error pages are shown like others. */
const HTMX_CONFIG = JSON.stringify({
  includeIndicatorStyles: false,
  allowEval: false,
  allowScriptTags: false,
  selfRequestsOnly: true,
  historyCacheSize: 0,
  refreshOnHistoryMiss: true,
  scrollIntoViewOnBoost: false,
  timeout: 30_000,
  responseHandling: [
    { code: "204", swap: false },
    { code: "[2345]..", swap: true },
  ],
});

type Document = {
  title: Content;
  theme: Theme;
  reader: Reader;
  body: Content;
  live?: string | undefined;
  kind: "app" | "plain";
  /** Whether shortcuts of one key do something. */
  hasKeys?: boolean;
  isBusy?: boolean | undefined;
  /** An error that is over soon: the page is requested again by itself. */
  isRetried?: boolean | undefined;
};

/** Returns a whole document as a response. */
export async function documentResponse(
  { title, theme, reader, body, live, kind, hasKeys, isBusy, isRetried }: Document,
  { status = 200, headers = [] }: Answer = {},
): Promise<Response> {
  const { pathOf } = await ASSETS.load();
  const page = html`<!doctype html>
<html lang="${reader.language}" ${attributes({ "data-theme": theme === "system" ? undefined : theme })}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <meta name="htmx-config" content="${HTMX_CONFIG}">
    ${(isBusy || isRetried) && html`<noscript><meta http-equiv="refresh" content="${isRetried ? "2" : "5"}"></noscript>`}
    <title>${title} · Aftersale</title>
    <link rel="icon" href="${pathOf("icon.svg")}">
    <link rel="stylesheet" href="${pathOf("console.css")}">
    <link rel="stylesheet" href="${pathOf("components.css")}">
    <link rel="stylesheet" href="${pathOf("lists.css")}">
    <link rel="stylesheet" href="${pathOf("pages.css")}">
    <link rel="stylesheet" href="${pathOf("warehouse.css")}">
    <link rel="stylesheet" href="${pathOf("numbers.css")}">
    <link rel="stylesheet" href="${pathOf("keys.css")}">
    <script src="${pathOf("htmx.js")}" defer></script>
    <script src="${pathOf("console.js")}" defer></script>
    <script src="${pathOf("warehouse.js")}" defer></script>
    <script src="${pathOf("keys.js")}" defer></script>
    <script src="${pathOf("passkeys.js")}" defer></script>
  </head>
  <body hx-boost="true"><div id="frame" class="${kind}" lang="${reader.language}" ${attributes({ "data-live": live, "data-keys": hasKeys === true, "data-retried": isRetried === true })}>${body}</div></body>
</html>
`;
  const all = new Headers({
    ...SECURITY_HEADERS,
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
  });
  for (const [name, value] of headers) all.append(name, value);
  return new Response(page.textFor(reader), { status, headers: all });
}

type Plain = { title: Label; content: Content; isRetried?: boolean | undefined };
type Answer = { status?: number; headers?: [string, string][] };

/** Returns a page without navigation: signing in, invitations, choosing a store, errors. */
export function plainPage(
  { theme, reader }: Pick<Visitor, "theme" | "reader">,
  { title, content, isRetried }: Plain,
  answer: Answer = {},
): Promise<Response> {
  const body = html`<main id="main" class="plain-main" tabindex="-1">
    <div class="plain-card">
      <p class="brand"><span class="brand-mark" aria-hidden="true"></span>Aftersale</p>
      <h1>${title}</h1>
      ${content}
    </div>
  </main>
  ${toasts(undefined)}`;
  return documentResponse({ title, theme, reader, body, kind: "plain", isRetried }, answer);
}
