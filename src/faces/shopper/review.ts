import type { ReturnPreview } from "../../features/returns/create/preview-schema.ts";
import { at, attributes, type Content, html } from "../pages/html.ts";
import { type ChosenLine, chosenValues, namesOf } from "./chosen.ts";
import { type Faults, field, hidden } from "./fields.ts";
import { pageResponse } from "./layout.ts";
import { amountText } from "./order-lines.ts";
import { newStepToken } from "./step-token.ts";
import { fill } from "./texts/texts.ts";
import type { ShopperVisit } from "./visit.ts";

/** What a shopper can get back by the page. */
export const OUTCOMES = ["refund", "store_credit"] as const;
export type Outcome = (typeof OUTCOMES)[number];

type Reviewed = {
  orderId: string;
  chosen: ChosenLine[];
  faults: Faults;
  /** The outcome that was chosen before; empty at first. */
  outcome: string;
  status?: number;
};

/** Step three: what each outcome is worth, as the return will have it. Nothing is sent before its button is pressed. */
export async function reviewPage(visit: ShopperVisit, reviewed: Reviewed): Promise<Response> {
  const { texts, store, ctx, to } = visit;
  const { orderId, chosen, faults, status } = reviewed;
  const { review } = texts;
  const values = hidden(chosenValues(chosen));
  const [send, order] = await Promise.all(
    (["send", "order"] as const).map((kind) => newStepToken(ctx, { kind, storeId: store.id, orderId })),
  );
  const body = html`<p class="lead">${review.lead}</p>
    ${faults.size > 0 && html`<p class="alert" role="alert">${texts.choose.faults}</p>`}
    <h2>${review.items}</h2>
    <ul>${chosen.map(
      ({ line, quantity, reason, comment }) =>
        html`<li>${quantity} × <bdi>${line.title}</bdi>: ${reason.text}${comment && html`<br><q>${comment}</q>`}</li>`,
    )}</ul>
    <form method="post" action="${to("/send", { token: send ?? "" })}" enctype="multipart/form-data">
      ${values}
      ${await outcomes(visit, reviewed)}
      ${photos(visit, reviewed)}
      <div class="buttons"><button>${review.send}</button></div>
    </form>
    <form method="post" action="${to("/order", { token: order ?? "" })}">
      ${values}<button class="plain" name="next" value="change">${review.change}</button>
    </form>`;
  return pageResponse(visit, { title: review.title, body, status: status ?? (faults.size > 0 ? 400 : 200) });
}

async function outcomes(visit: ShopperVisit, { orderId, chosen, outcome }: Reviewed): Promise<Content> {
  const { api, store, texts, language } = visit;
  const previews = await Promise.all(
    OUTCOMES.map((compensation) =>
      api.post<ReturnPreview>(at`/stores/${store.id}/returns/preview`, {
        data: { externalOrderId: orderId, items: itemsOf(chosen, compensation) },
      }),
    ),
  );
  const choices = OUTCOMES.map((each, i) => {
    const totals = previews[i]?.totals;
    const worth = each === "refund" ? totals?.refund : totals?.storeCredit;
    const state = attributes({ checked: each === (outcome || OUTCOMES[0]) });
    return html`<label class="choice"><input type="radio" name="outcome" value="${each}" required ${state}>
      <span>${texts.review[each]}</span>${worth && html`<strong>${amountText(worth.amount, language)}</strong>`}</label>`;
  });
  return html`<fieldset><legend>${texts.review.outcome}</legend>${choices}</fieldset>`;
}

/** Returns the items of a return or a preview. */
export function itemsOf(chosen: ChosenLine[], compensation: Outcome) {
  return chosen.map(({ line, quantity, reason, comment }) => ({
    ...{ lineItemId: line.lineItemId, quantity, compensation },
    ...{ reason: reason.text, reasonCode: reason.code },
    ...(comment && { notes: comment }),
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
