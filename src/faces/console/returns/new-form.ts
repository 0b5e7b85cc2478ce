import type { Order } from "../../../features/orders/schema.ts";
import type { ReturnPreview } from "../../../features/returns/create/preview-schema.ts";
import { type FormState, stateOf } from "../../pages/form.ts";
import { attributes, type Content, html, type Markup } from "../../pages/html.ts";
import { newFormKey } from "../../pages/once.ts";
import { countryText } from "../components/address.ts";
import { button } from "../components/button.ts";
import { countryField } from "../components/country-field.ts";
import { type Field, field, form } from "../components/form.ts";
import type { Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { ADDRESS_FIELDS, placesOf } from "./chosen-items.ts";
import { pointerOf, type UnitLine, unitsTable } from "./new-units.ts";
import { worthPart } from "./new-worth.ts";
import type { Advice } from "./policy-advice.ts";

/** `worth` is what the chosen units are worth. */
export type Chosen = {
  order: Order;
  lines: ReturnPreview["lines"];
  worth: ReturnPreview | undefined;
  advice: Advice | undefined;
};

const LABELS = ["Street", "Street, second line", "City", "State#address", "Postal code", "Country"] as const;

/** Returns the form of a new return: units with reasons, compensation, and where the customer sends from. */
export function newReturnForm(visit: Visit, chosen: Chosen, given: FormState): Markup {
  const { order, lines, worth, advice } = chosen;
  const state = stateOf(given, "create");
  const places = placesOf(order, state);
  const rows: UnitLine[] = lines.map((line, position) => ({
    ...line,
    position,
    place: places.get(line.lineItemId),
  }));
  const folded = [...addressFields(visit, order), ...PLATFORM_FIELDS];
  const shows = rows.flatMap(({ place }) =>
    place === undefined
      ? []
      : ["quantity", "reason", "notes", "lineItemId"].map((name) => pointerOf(place, name)),
  );
  return form(visit, {
    ...{ act: "create", state, fields: FIELDS },
    shows: [...shows, ...folded.flatMap(({ pointer }) => pointer ?? [])],
    hidden: { key: newFormKey(state.value("key")) },
    // The Enter key presses the first button of a form, and creates nothing.
    before: html`<button class="hidden" name="next" value="preview" tabindex="-1" aria-hidden="true">${say("Preview")}</button>${unitsTable(
      visit,
      rows,
      { state, advice },
    )}`,
    extra: html`${addressFold(visit, order, state)}${fold(say("Platform and return authorization"), PLATFORM_FIELDS, state)}
      ${worthPart(visit, { lines: rows, worth }, state)}`,
    buttons: html`${button(say("Create return"), { look: "primary", name: "next", value: "create" })}${button(
      say("Preview"),
      { name: "next", value: "preview" },
    )}`,
  });
}

const FIELDS: Field[] = [
  {
    ...{ type: "choices", name: "compensation", label: say("The customer gets"), value: "refund" },
    options: [
      { value: "refund", title: say("Refund") },
      { value: "store_credit", title: say("Store credit") },
    ],
  },
  { type: "textarea", name: "notes", label: say("Note"), pointer: "/data/notes" },
];

const PLATFORM_FIELDS: Field[] = [
  {
    ...{ type: "text", name: "provider", label: say("Platform"), required: true, value: "shopify" },
    ...{ pointer: "/data/provider", help: say("The commerce platform that the order comes from.") },
    // Required by the act alone: a browser doesn't send a form with a required field that is folded.
    control: { required: false, autocomplete: "off" },
  },
  { type: "checkbox", name: "rma", label: say("Ask the integrations for a return authorization") },
];

function knownAddress({ shipping }: Order): string[] {
  const { address1, address2, city, province, postalCode, country } = shipping?.address ?? {};
  return [address1, address2, city, province, postalCode, country].map((text) => text ?? "");
}

function addressFields({ reader }: Visit, order: Order): Field[] {
  const known = knownAddress(order);
  return ADDRESS_FIELDS.map((name, i): Field => {
    const named = { name, label: say(LABELS[i] ?? "Country"), pointer: `/data/shippingAddress/${name}` };
    if (name === "country") return countryField({ known: known[i] ?? "", language: reader.language }, named);
    return { ...named, type: "text", value: known[i] ?? "", control: { autocomplete: "off" } };
  });
}

/** The address stands open where the order lacks a part of it. */
function addressFold(visit: Visit, order: Order, state: FormState): Markup {
  const known = knownAddress(order);
  const isWhole = known.every(
    (part, i) => part !== "" || ["line2", "state"].includes(ADDRESS_FIELDS[i] ?? ""),
  );
  const parts = known.slice(0, -1).filter(Boolean);
  const address = html`<bdi>${parts.map((part) => html`${part}, `)}${countryText(known.at(-1))}</bdi>`;
  const summary = isWhole ? say("Sent from {address}", { address }) : say("Sent from");
  return fold(summary, addressFields(visit, order), state, !isWhole);
}

/** Returns fields behind their summary, in sight when one of them is wrong. */
function fold(summary: Content, fields: Field[], state: FormState, isOpen = false): Markup {
  const isFaulty = state.faults.some(({ pointer }) => fields.some((each) => each.pointer === pointer));
  return html`<details class="fold-fields" ${attributes({ open: isOpen || isFaulty })}><summary>${summary}</summary>
    <div class="fields">${fields.map((each) => field(each, state))}</div></details>`;
}
