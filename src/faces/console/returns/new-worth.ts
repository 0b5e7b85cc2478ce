import type { ReturnPreview } from "../../../features/returns/create/preview-schema.ts";
import type { FormState } from "../../pages/form.ts";
import { html, type Markup } from "../../pages/html.ts";
import { money } from "../components/money.ts";
import type { Visit } from "../page.ts";
import { say } from "../texts/texts.ts";

type Shown = { lines: ReturnPreview["lines"]; worth: ReturnPreview | undefined };

/** Returns what the chosen units are worth; it asks again whenever the form changes. */
export function worthPart({ url }: Visit, shown: Shown, { message }: FormState): Markup {
  return html`<div id="worth" class="sum" role="status" hx-post="${url.pathname + url.search}" hx-include="closest form"
    hx-trigger="change from:closest form delay:150ms" hx-select="#worth" hx-target="this" hx-swap="outerHTML"
    hx-push-url="false" hx-sync="closest form:queue last">${
      message ? html`<span class="fault">${message}</span>` : worthText(shown)
    }</div>`;
}

function worthText({ lines, worth }: Shown): Markup {
  if (!worth) return html`<span class="help">${say("Choose units to see what they are worth.")}</span>`;
  const titles = new Map(lines.map(({ lineItemId, title }) => [lineItemId, title]));
  const each = worth.items.map(
    ({ lineItemId, quantity, refund }) =>
      html`<li>${quantity} × <bdi>${titles.get(lineItemId) ?? lineItemId}</bdi> ${money(refund.amount)}</li>`,
  );
  return html`<span>${say("Refund {amount}", { amount: html`<strong>${money(worth.totals.refund.amount)}</strong>` })}</span>
      <span>${say("Store credit {amount}", { amount: html`<strong>${money(worth.totals.storeCredit.amount)}</strong>` })}</span>
      ${each.length > 1 && html`<ul>${each}</ul>`}`;
}
