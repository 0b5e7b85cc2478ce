import type { ReturnPreview } from "../../../features/returns/create/preview-schema.ts";
import type { FormState } from "../../pages/form.ts";
import { type Content, html, type Markup } from "../../pages/html.ts";
import { money } from "../components/money.ts";
import { faultText } from "../fault-words.ts";
import type { Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { CALLED, pointerOf, type UnitLine } from "./new-units.ts";

type Shown = { lines: UnitLine[]; worth: ReturnPreview | undefined };

/** Of the lines with a fault, as many are named. */
const MAX_NAMED = 3;

/** Returns what the chosen units are worth; it asks again whenever the form changes. */
export function worthPart({ url }: Visit, shown: Shown, state: FormState): Markup {
  return html`<div id="worth" class="sum" role="status" hx-post="${url.pathname + url.search}" hx-include="closest form"
    hx-trigger="change from:closest form delay:150ms" hx-select="#worth" hx-target="this" hx-swap="outerHTML"
    hx-push-url="false" hx-sync="closest form:queue last">${
      state.message ? html`<span class="fault">${faultsText(shown.lines, state)}</span>` : worthText(shown)
    }</div>`;
}

/** Beside its line a fault needs no name of the product; here it does. */
function faultsText(lines: UnitLine[], { faults, message }: FormState): Content {
  const named = faults.flatMap((fault) => {
    const line = lines.find(
      ({ place }) => place !== undefined && fault.pointer?.startsWith(pointerOf(place, "")),
    );
    const name = fault.pointer?.split("/").at(-1) ?? "";
    return line
      ? say("{product}: {fault}", {
          product: html`<bdi>${line.title}</bdi>`,
          fault: faultText(fault, say(CALLED[name] ?? "Item")),
        })
      : [];
  });
  if (named.length < faults.length || named.length === 0) return message;
  return named.slice(0, MAX_NAMED).map((each, i) => html`${i > 0 && " "}${each}`);
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
