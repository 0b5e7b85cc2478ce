import { isPaidNothing } from "../../../features/returns/paid-nothing.ts";
import type { Return, ReturnOrder } from "../../../features/returns/schema.ts";
import { moneyText } from "../../../lib/money-text.ts";
import { type FormState, stateOf } from "../../pages/form.ts";
import { attributes, html, type Markup } from "../../pages/html.ts";
import { button } from "../components/button.ts";
import { card } from "../components/card.ts";
import { form } from "../components/form.ts";
import type { Visit } from "../page.ts";
import { productsOf } from "./items.ts";

const MAX_CHOICES = 200;

/** A return with its order, as the API returns them. */
type Read = { return: Return; order: ReturnOrder };

/** Returns the forms that add something to a return. */
export function noteForms(visit: Visit, state: FormState): Markup {
  const note = form(visit, {
    ...{ act: "note", state: stateOf(state, "note"), buttons: button("Add note") },
    fields: [
      {
        ...{ type: "textarea", name: "message", label: "Note", required: true },
        ...{ pointer: "/comment", control: { maxlength: 10_000 } },
      },
    ],
  });
  const picture = form(visit, {
    ...{ act: "image", state: stateOf(state, "image"), buttons: button("Add picture"), upload: true },
    fields: [
      {
        ...{ type: "file", name: "image", label: "Picture", required: true, pointer: "/comment/image" },
        help: "A PNG, JPEG, GIF or WebP of at most 7 MB.",
        control: { accept: "image/png,image/jpeg,image/gif,image/webp" },
      },
    ],
  });
  return card(html`<div class="side-by-side">${note}${picture}</div>`, { title: "Add to the timeline" });
}

/** Returns the form that changes what an item's customer gets; undefined without items, and where nothing is given. */
export function refundForm(
  visit: Visit,
  { return: shown, order }: Read,
  given: FormState,
): Markup | undefined {
  if (shown.items.length === 0 || isPaidNothing(shown)) return undefined;
  const state = stateOf(given, "refund");
  const products = productsOf([order]);
  const items = shown.items.slice(0, MAX_CHOICES).map(({ id, orderItem, refund }) => ({
    value: id,
    title: `${products.get(orderItem.id)?.name || id}: ${moneyText(refund.amount)}`,
  }));
  const adjust = form(visit, {
    ...{ act: "refund", state, buttons: button("Change refund") },
    fields: [
      { type: "select", name: "item", label: "Item", required: true, options: items, pointer: "/items/0/id" },
      {
        ...{ type: "text", name: "amount", label: `Amount in ${order.total.currency}`, required: true },
        ...{
          pointer: "/items/0/refund/amount/amount",
          control: { inputmode: "decimal", autocomplete: "off" },
        },
      },
      {
        ...{ type: "select", name: "type", label: "As", required: true, value: "refund" },
        options: [
          { value: "refund", title: "Refund" },
          { value: "store_credit", title: "Store credit" },
        ],
      },
    ],
  });
  return card(
    html`<details class="disclosure" ${attributes({ open: state.message !== undefined })}>
    <summary>Change the refund of an item</summary>${adjust}</details>`,
  );
}
