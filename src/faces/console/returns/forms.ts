import { isPaidNothing } from "../../../features/returns/paid-nothing.ts";
import type { Return, ReturnOrder } from "../../../features/returns/schema.ts";
import { type FormState, stateOf } from "../../pages/form.ts";
import { attributes, html, type Markup } from "../../pages/html.ts";
import { newFormKey } from "../../pages/once.ts";
import { button } from "../components/button.ts";
import { card } from "../components/card.ts";
import { form } from "../components/form.ts";
import { moneyLabel } from "../components/money.ts";
import type { Visit } from "../page.ts";
import { joined, say } from "../texts/texts.ts";
import { productsOf } from "./items.ts";

const MAX_CHOICES = 200;

/** A return with its order, as the API returns them. */
type Read = { return: Return; order: ReturnOrder };

/** Returns the forms that add something to a return. */
export function noteForms(visit: Visit, state: FormState): Markup {
  const hidden = { key: newFormKey(state.value("key")) };
  const note = form(visit, {
    ...{ act: "note", state: stateOf(state, "note"), buttons: button(say("Add note")), hidden },
    fields: [
      {
        ...{ type: "textarea", name: "message", label: say("Note"), required: true },
        ...{ pointer: "/comment", control: { maxlength: 10_000 } },
      },
    ],
  });
  const picture = form(visit, {
    ...{ act: "image", state: stateOf(state, "image"), buttons: button(say("Add picture")), upload: true },
    hidden,
    fields: [
      {
        ...{ type: "file", name: "image", label: say("Picture"), required: true, pointer: "/comment/image" },
        help: say("A PNG, JPEG, GIF or WebP of at most 7 MB."),
        control: { accept: "image/png,image/jpeg,image/gif,image/webp" },
      },
    ],
  });
  return card(html`<div class="side-by-side">${note}${picture}</div>`, { title: say("Add to the timeline") });
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
    title: joined([products.get(orderItem.id)?.name || id, moneyLabel(refund.amount)], ": "),
  }));
  const adjust = form(visit, {
    ...{ act: "refund", state, buttons: button(say("Change refund")) },
    fields: [
      {
        type: "select",
        name: "item",
        label: say("Item"),
        required: true,
        options: items,
        pointer: "/items/0/id",
      },
      {
        ...{
          type: "text",
          name: "amount",
          label: say("Amount in {currency}", { currency: order.total.currency }),
          required: true,
        },
        ...{
          pointer: "/items/0/refund/amount/amount",
          control: { inputmode: "decimal", autocomplete: "off" },
        },
      },
      {
        ...{ type: "select", name: "type", label: say("As"), required: true, value: "refund" },
        options: [
          { value: "refund", title: say("Refund") },
          { value: "store_credit", title: say("Store credit") },
        ],
      },
    ],
  });
  return card(
    html`<details class="disclosure" ${attributes({ open: state.message !== undefined })}>
    <summary>${say("Change the refund of an item")}</summary>${adjust}</details>`,
  );
}
