import { findOrder } from "../../features/orders/find.ts";
import { periodRuns } from "../../features/orders/withdrawal/order-period.ts";
import type { Store } from "../../features/stores/schema.ts";
import { TEXTS as WITHDRAWAL_TEXTS } from "../../features/withdrawals/texts/texts-of.ts";
import { directionOf, LANGUAGES, type Language } from "../../lib/languages.ts";
import { at, attributes, type Content, html } from "../pages/html.ts";
import { ASSETS, THEMES } from "./assets.ts";
import { themeName } from "./color.ts";
import { textsIn } from "./texts/texts.ts";
import type { ShopperVisit } from "./visit.ts";

type Step = "find" | "choose" | "review" | "sent";
type Page = {
  title: string;
  body: Content;
  status?: number;
  headers?: Record<string, string>;
  /** Where on the way to a return the page is. */
  step?: Step;
  /** The order that the page is about, if it is known. */
  orderId?: string;
  /** Whether it is a step of the withdrawal itself. */
  isWithdrawal?: boolean;
};

/** Returns a page of a store as a response. */
export async function pageResponse(visit: ShopperVisit, page: Page): Promise<Response> {
  const { store, language, url, to } = visit;
  const canWithdraw =
    store.withdrawal.enabled && !page.isWithdrawal && (await mayWithdraw(visit, page.orderId));
  // While the page is off there is nothing: links that were given are still shown.
  const home = store.shopperPage.enabled ? to("") : undefined;
  return documentResponse({ store, language, url, home, canWithdraw }, page);
}

/** Whether the period of a page's order runs; that of an order that isn't known may. */
async function mayWithdraw({ ctx, store }: ShopperVisit, orderId: string | undefined): Promise<boolean> {
  if (orderId === undefined) return true;
  const order = await findOrder(ctx, store.id, orderId);
  return periodRuns(ctx, store.id, { order, days: store.withdrawal.days });
}

/** Returns a page that says nothing of any store: what is off, gone or never was looks the same. */
export function storelessResponse(language: Language, page: Page): Promise<Response> {
  return documentResponse({ ...NOWHERE, language }, page);
}

type Frame = {
  store: Store | undefined;
  language: Language;
  url: URL | undefined;
  home: string | undefined;
  canWithdraw: boolean;
};
const NOWHERE = { store: undefined, url: undefined, home: undefined, canWithdraw: false };

async function documentResponse(
  { store, language, url, home, canWithdraw }: Frame,
  { title, body, status = 200, headers = {}, step }: Page,
): Promise<Response> {
  const { pathOf } = await ASSETS.load();
  const { color, logoUrl, origins } = store?.shopperPage ?? { color: null, logoUrl: null, origins: [] };
  const name = store?.name ?? textsIn(language).shopperPage;
  const logo = logoUrl ? html`<img src="${logoUrl}" alt="${name}">` : html`<bdi>${name}</bdi>`;
  const page = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title} · ${name}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${pathOf("shopper.css")}">
    <link rel="stylesheet" href="${THEMES + themeName(color)}">
  </head>
  <body>
    <header><p class="shop">${home ? html`<a href="${home}">${logo}</a>` : logo}</p>${url && menu(url, language)}</header>
    <main>${step && steps(step, language)}<h1>${title}</h1>${body}</main>
    ${canWithdraw && store && withdrawLink(store, language)}
  </body>
</html>
`;
  return new Response(page.text, {
    status,
    headers: {
      "Content-Security-Policy":
        "default-src 'none'; style-src 'self'; img-src 'self' data: https:; form-action 'self'; base-uri 'none'; " +
        `frame-ancestors ${origins.length > 0 ? origins.join(" ") : "'none'"}`,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Language": language,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      Vary: "Accept-Language",
      ...headers,
    },
  });
}

const STEPS: readonly Step[] = ["find", "choose", "review", "sent"];

/** Says how far the way to a return is. */
function steps(current: Step, language: Language): Content {
  const words = textsIn(language).steps;
  const now = STEPS.indexOf(current);
  const shown = STEPS.map((step, i) => {
    const state = attributes({ "aria-current": i === now && "step", class: i < now && "done" });
    return html`<li ${state}>${words[step]}</li>`;
  });
  return html`<ol class="steps" aria-label="${words.label}">${shown}</ol>`;
}

/** Leads to the withdrawal from every other page of a store that offers it. */
function withdrawLink({ id, withdrawal }: Store, language: Language): Content {
  const label = withdrawal.labels.withdraw?.[language] ?? WITHDRAWAL_TEXTS[language].withdraw;
  return html`<footer><a href="${`${at`/r/${id}/withdraw`}?lang=${language}`}">${label}</a></footer>`;
}

/** Links to this page in other languages; fields are only kept by a form that is sent. */
function menu({ pathname, searchParams }: URL, current: Language): Content {
  const links = LANGUAGES.map((language) => {
    const parameters = new URLSearchParams(searchParams);
    parameters.set("lang", language);
    const state = attributes({ "aria-current": language === current ? "true" : undefined });
    return html`<li><a lang="${language}" href="${`${pathname}?${parameters}`}" ${state}>${textsIn(language).language}</a></li>`;
  });
  const { languages, language } = textsIn(current);
  return html`<details class="languages"><summary>${languages}: ${language}</summary><ul>${links}</ul></details>`;
}
