import { findReceipt } from "../../features/withdrawals/read.ts";
import { receiptTime } from "../../features/withdrawals/receipt.ts";
import { languageOf, TEXTS } from "../../features/withdrawals/texts/texts-of.ts";
import { directionOf } from "../../lib/languages.ts";
import { isStorableText } from "../../lib/text.ts";
import { html } from "../pages/html.ts";
import { pageResponse } from "./layout.ts";
import { notFoundPage } from "./run.ts";
import type { ShopperVisit } from "./visit.ts";

/** The receipt of a withdrawal, which can be read for ever by its address; 410 once its person was erased. */
export async function showReceipt(visit: ShopperVisit): Promise<Response> {
  const { ctx, store, url, language } = visit;
  const token = url.pathname.split("/").at(-1) ?? "";
  const row = isStorableText(token) ? await findReceipt(ctx, store.id, token) : undefined;
  if (!row) return notFoundPage(visit.request);
  const { receipt } = TEXTS[language];
  if (row.erasedAt) {
    const body = html`<p>${receipt.erased}</p>`;
    return pageResponse(visit, { title: receipt.title, body, status: 410 });
  }
  const stated = languageOf(row.language);
  const body = html`<p class="lead">${receipt.intro}</p>
    <dl class="facts">
      <dt>${receipt.number}</dt><dd>${row.number}</dd>
      <dt>${receipt.receivedAt}</dt><dd><time datetime="${row.receivedAt}">${receiptTime(row.receivedAt, language)}</time></dd>
    </dl>
    <h2>${receipt.statement}</h2>
    <p class="statement" lang="${stated}" dir="${directionOf(stated)}">${row.statement}</p>
    <p>${receipt.keep}</p>`;
  // To who isn't known to be the customer the link says nothing of the order.
  const orderId = row.isIdentified ? row.orderId : null;
  return pageResponse(visit, { title: receipt.title, body, ...(orderId && { orderId }) });
}
