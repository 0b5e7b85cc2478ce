import type { ReturnPreview } from "../../features/returns/create/preview-schema.ts";
import type { FoundOrder } from "../../features/returns/shopper/find-order.ts";
import { sha256 } from "../../lib/hash.ts";
import { type Money, minorDigits, minorOf, moneyOf } from "../../lib/money.ts";
import { isZero, moneyText } from "../../lib/money-text.ts";
import { at, attributes, type Content, html } from "../pages/html.ts";
import { type ChosenLine, chosenValues, compensationOf, namesOf } from "./chosen.ts";
import { type Faults, field, hidden } from "./fields.ts";
import { pageResponse } from "./layout.ts";
import { OUTCOMES, type Outcome, outcomesOf } from "./order-lines.ts";
import { picture } from "./pictures.ts";
import { newStepToken } from "./step-token.ts";
import { fill } from "./texts/texts.ts";
import type { ShopperVisit } from "./visit.ts";

export type Reviewed = FoundOrder & {
  chosen: ChosenLine[];
  faults: Faults;
  /** The outcome that was chosen before; empty at first. */
  outcome: string;
  alert?: string;
  status?: number;
};

/** Step three: what each outcome is worth, as the return will have it. Nothing is sent before its button is pressed. */
export async function reviewPage(visit: ShopperVisit, reviewed: Reviewed): Promise<Response> {
  const { texts, store, ctx, to } = visit;
  const { orderId, contactHash, chosen, faults, alert, status } = reviewed;
  const { review } = texts;
  const values = hidden(chosenValues(chosen));
  const [send, order] = await Promise.all(
    (["send", "order"] as const).map((kind) =>
      newStepToken(ctx, { kind, storeId: store.id, orderId, contactHash }),
    ),
  );
  const offers = await offersOf(visit, reviewed);
  const said = alert ?? (faults.size > 0 ? texts.choose.faults : undefined);
  const body = html`<p class="lead">${review.lead}</p>
    ${said && html`<p class="alert" role="alert">${said}</p>`}
    <form class="columns" method="post" action="${to("/send", { token: send ?? "" })}" enctype="multipart/form-data">
      ${values}${hidden([["terms", await digestOf(chosen, offers)]])}
      <div>
        <h2>${review.items}</h2>
        <ul class="lines">${chosen.map((each) => chosenItem(visit, each))}</ul>
        ${photos(visit, reviewed)}
      </div>
      <div class="summary">
        ${worths(visit, offers, reviewed)}${terms(visit, chosen)}
        <button>${review.send}</button>
        <button class="plain" form="change" name="next" value="change">${review.change}</button>
      </div>
    </form>
    <form id="change" method="post" action="${to("/order", { token: order ?? "" })}">${values}</form>`;
  const shownStatus = status ?? (faults.size > 0 ? 400 : 200);
  return pageResponse(visit, { title: review.title, body, status: shownStatus, step: "review", orderId });
}

function chosenItem({ texts: { review } }: ShopperVisit, chosen: ChosenLine): Content {
  const { line, quantity, reason, comment, wish } = chosen;
  return html`<li>${picture(line.title, line.imageUrl)}<div>
    <h3>${quantity} × <bdi>${line.title}</bdi></h3><p class="meta"><bdi>${reason.text}</bdi></p>${
      comment && html`<p class="meta"><bdi><q>${comment}</q></bdi></p>`
    }${wish !== undefined && html`<p class="meta">${fill(review.exchangeFor, { wish: wish || review.same })}</p>`}</div></li>`;
}

type Offers = { offered: Outcome[]; previews: ReturnPreview[] };

/** Returns what can be got for what is returned: a preview of each outcome that is offered. */
async function offersOf(
  { api, store }: ShopperVisit,
  { orderId, chosen }: Pick<Reviewed, "orderId" | "chosen">,
): Promise<Offers> {
  const paid = chosen.filter(({ wish }) => wish === undefined);
  const offered = OUTCOMES.filter((each) =>
    paid.some((line) => outcomesOf(line.reason.said.outcomes).includes(each)),
  );
  // Where all is exchanged one preview says what that is worth.
  const previews = await Promise.all(
    (offered.length > 0 ? offered : (["refund"] as const)).map((each) =>
      api.post<ReturnPreview>(at`/stores/${store.id}/returns/preview`, {
        data: { externalOrderId: orderId, items: itemsOf(chosen, each) },
        options: ENFORCED,
      }),
    ),
  );
  return { offered, previews };
}

/** Returns a digest of all that is said of amounts, parcels and what is kept: the same for the same terms. */
export async function termsOf(
  visit: ShopperVisit,
  reviewed: Pick<Reviewed, "orderId" | "chosen">,
): Promise<string> {
  return digestOf(reviewed.chosen, await offersOf(visit, reviewed));
}

function digestOf(chosen: ChosenLine[], { offered, previews }: Offers): Promise<string> {
  const amounts = previews.map(({ items, totals }) => ({ items, totals }));
  const sending = chosen.map(({ reason: { said } }) => [said.label, said.keepItem]);
  return sha256(JSON.stringify([offered, amounts, sending]));
}

function worths(visit: ShopperVisit, { offered, previews }: Offers, { outcome }: Reviewed): Content {
  const { texts } = visit;
  const first = offered.find((each) => each === outcome) ?? offered[0];
  const choices = offered.map((each, i) => {
    const state = attributes({ checked: each === first });
    return html`<label class="choice"><input type="radio" name="outcome" value="${each}" required ${state}>
      <span>${texts.review[each]}</span>${previews[i] && worth(visit, previews[i])}</label>`;
  });
  const [one] = previews;
  return [
    one && exchanged(visit, one),
    choices.length > 0 && html`<fieldset><legend>${texts.review.outcome}</legend>${choices}</fieldset>`,
  ];
}

/** What is exchanged is worth what was paid; its fee is paid. */
function exchanged({ texts: { review }, language }: ShopperVisit, { totals }: ReturnPreview): Content {
  const { exchange, charge } = totals;
  if (!exchange) return undefined;
  const row = (name: string, { amount }: { amount: Money }) =>
    html`<dt>${name}</dt><dd>${moneyText(amount, language)}</dd>`;
  return html`<dl class="facts">${row(review.exchange, exchange)}${
    charge && !isZero(charge.amount) && row(review.charge, charge)
  }</dl>`;
}

/** The policy counts in what shoppers do. */
export const ENFORCED = { enforcePolicy: true };

/** What a return would bring, by money and by store credit, with the fee and the bonus that are counted already. */
function worth({ texts, language }: ShopperVisit, { totals, items }: ReturnPreview): Content {
  const sums = [totals.refund, totals.storeCredit].filter(({ amount }) => !isZero(amount));
  const shown = sums.length > 0 ? sums : [totals.refund];
  const { currency } = totals.refund.amount;
  const digits = minorDigits(currency);
  const paid = items.filter(({ refund }) => refund.type !== "exchange");
  const counted = (["fee", "bonus"] as const).map((name) => {
    const sum = paid.reduce((all, item) => all + minorOf(item[name]?.amount ?? "0", digits), 0n);
    const text = name === "fee" ? texts.review.includesFee : texts.review.includesBonus;
    const amount = moneyText(moneyOf(sum, currency), language);
    return sum > 0n && html`<small>${fill(text, { amount })}</small>`;
  });
  return html`<span class="worth"><strong>${shown.map(({ amount }) => moneyText(amount, language)).join(" + ")}</strong></span>${counted}`;
}

/** Who pays the parcel, and what needn't be sent. */
function terms({ texts: { review } }: ShopperVisit, chosen: ChosenLine[]): Content {
  if (!chosen.some(({ line }) => line.isDecided)) return undefined;
  const sent = chosen.filter(({ reason }) => !reason.said.keepItem);
  const isOwnCost = sent.some(({ reason }) => reason.said.label === "shopper");
  const kept = chosen.filter(({ reason }) => reason.said.keepItem);
  return html`<ul class="terms">${sent.length > 0 && html`<li>${isOwnCost ? review.labelShopper : review.labelMerchant}</li>`}${kept.map(
    ({ line }) => html`<li>${fill(review.keepItem, { title: line.title })}</li>`,
  )}</ul>`;
}

/** Returns the items of a return or a preview. */
export function itemsOf(chosen: ChosenLine[], outcome: Outcome) {
  return chosen.map((each) => ({
    ...{ lineItemId: each.line.lineItemId, quantity: each.quantity },
    ...{
      compensation: compensationOf(each, outcome),
      reason: each.reason.text,
      reasonCode: each.reason.code,
    },
    ...(each.comment && { notes: each.comment }),
    ...(each.wish && { exchangeItem: { variant: { name: each.wish } } }),
  }));
}

function photos({ texts: { review } }: ShopperVisit, { chosen, faults }: Reviewed): Content {
  const needing = chosen.filter(({ reason }) => reason.needs.includes("photo"));
  return needing.map(({ line }) => {
    const name = namesOf(line).photo;
    return field({
      ...{ name, label: fill(review.photo, { title: line.title }), help: review.photoHelp },
      fault: faults.get(name),
      control: (common) =>
        html`<input type="file" accept="image/jpeg,image/png,image/gif,image/webp" ${common}>`,
    });
  });
}
