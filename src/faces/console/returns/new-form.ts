import type { Order } from "../../../features/orders/schema.ts";
import type { ReturnPreview } from "../../../features/returns/create/preview-schema.ts";
import { type FormState, stateOf } from "../../pages/form.ts";
import { attributes, html, type Markup } from "../../pages/html.ts";
import { button } from "../components/button.ts";
import { type Field, form } from "../components/form.ts";
import { money } from "../components/money.ts";
import { table } from "../components/table.ts";
import { faultText } from "../fault-words.ts";
import type { Visit } from "../page.ts";
import { ADDRESS_FIELDS, placesOf } from "./chosen-items.ts";

type Shown = { order: Order; lines: ReturnPreview["lines"]; worth: ReturnPreview | undefined };
type Line = ReturnPreview["lines"][number] & { position: number; place: number | undefined };

const REASONS = [
  "Too small",
  "Too large",
  "Changed my mind",
  "Not as described",
  "Defective",
  "Arrived damaged",
];
const LABELS = ["Street", "Street, second line", "City", "State", "Postal code", "Country"];

/** Returns the form of a new return: units with reasons, compensation, and where the customer sends from. */
export function newReturnForm(visit: Visit, { order, lines, worth }: Shown, given: FormState): Markup {
  const state = stateOf(given, "create");
  const places = placesOf(order, state);
  const rows = lines.map((line, position) => ({ ...line, position, place: places.get(line.lineItemId) }));
  const shows = rows.flatMap(({ place }) =>
    place === undefined
      ? []
      : ["quantity", "reason", "notes", "lineItemId"].map((name) => pointer(place, name)),
  );
  return form(visit, {
    ...{ act: "create", state, shows, fields: fieldsOf(order) },
    hidden: { key: state.value("key") ?? crypto.randomUUID() },
    before: html`${unitsTable(rows, state)}${worthPart(visit, worth, state)}`,
    buttons: html`${button("Preview", { name: "next", value: "preview" })}${button("Create return", {
      ...{ look: "primary", name: "next", value: "create" },
    })}`,
  });
}

function unitsTable(rows: Line[], state: FormState): Markup {
  const reasons = REASONS.map((reason) => html`<option value="${reason}"></option>`);
  return html`<div class="units">${table({
    label: "Units",
    rows: rows.filter(({ returnable }) => returnable > 0),
    empty: html``,
    columns: [
      {
        title: "Item",
        kind: "main",
        cell: ({ title, sku, price }) =>
          html`<bdi>${title}</bdi><small>${sku && html`<bdi>${sku}</bdi> · `}${money(price.amount)}</small>`,
      },
      {
        title: "Returnable",
        cell: ({ returnable, value }) => html`${returnable}<small>${money(value.amount)}</small>`,
      },
      {
        title: "Units",
        cell: (line) =>
          input(line, "quantity", state, {
            type: "number",
            min: 0,
            max: line.returnable,
            inputmode: "numeric",
          }),
      },
      { title: "Reason", cell: (line) => input(line, "reason", state, { type: "text", list: "reasons" }) },
      { title: "Comment", cell: (line) => input(line, "comment", state, { type: "text" }) },
    ],
  })}</div><datalist id="reasons">${reasons}</datalist>`;
}

function input(
  { position, place, title }: Line,
  name: "quantity" | "reason" | "comment",
  state: FormState,
  control: Record<string, string | number>,
): Markup {
  const named = name === "comment" ? "notes" : name;
  const fault =
    place === undefined ? undefined : state.faults.find((each) => each.pointer === pointer(place, named));
  const id = `${name}-${position}`;
  const label = `${{ quantity: "Units", reason: "Reason", comment: "Comment" }[name]} of ${title}`;
  return html`<input class="cell-input" id="${id}" name="${id}" value="${state.value(id) ?? ""}" aria-label="${label}"
    autocomplete="off" ${attributes({
      ...control,
      "aria-invalid": fault ? "true" : undefined,
      "aria-describedby": fault ? `${id}-fault` : undefined,
    })}>${fault && html`<p class="fault" id="${`${id}-fault`}">${faultText(fault, label)}</p>`}`;
}

/** What the chosen units are worth; it asks again whenever the form changes. */
function worthPart({ url }: Visit, worth: ReturnPreview | undefined, { message }: FormState): Markup {
  const text = message
    ? html`<span class="fault">${message}</span>`
    : worth
      ? html`<span>Refund <strong>${money(worth.totals.refund.amount)}</strong></span>
      <span>Store credit <strong>${money(worth.totals.storeCredit.amount)}</strong></span>`
      : html`<span class="help">Choose units to see what they are worth.</span>`;
  return html`<div id="worth" class="sum" role="status" hx-post="${url.pathname + url.search}" hx-include="closest form"
    hx-trigger="change from:closest form delay:150ms" hx-select="#worth" hx-target="this" hx-swap="outerHTML"
    hx-push-url="false" hx-sync="closest form:queue last">${text}</div>`;
}

function fieldsOf({ shipping }: Order): Field[] {
  const { address1, address2, city, province, postalCode, country } = shipping?.address ?? {};
  const known = [address1, address2, city, province, postalCode, country];
  const address = ADDRESS_FIELDS.map(
    (name, i): Field => ({
      ...{ type: "text", name, label: LABELS[i] ?? name, value: known[i] ?? "" },
      ...{ pointer: `/data/shippingAddress/${name}`, control: { autocomplete: "off" } },
    }),
  );
  return [
    {
      ...{ type: "choices", name: "compensation", label: "The customer gets", value: "refund" },
      options: [
        { value: "refund", title: "Refund" },
        { value: "store_credit", title: "Store credit" },
      ],
    },
    { type: "textarea", name: "notes", label: "Note", pointer: "/data/notes" },
    ...address,
    {
      ...{ type: "text", name: "provider", label: "Platform", required: true, value: "shopify" },
      ...{ pointer: "/data/provider", help: "The commerce platform that the order comes from." },
    },
    { type: "checkbox", name: "rma", label: "Ask the integrations for a return authorization" },
  ];
}

function pointer(place: number, name: string): string {
  return `/data/items/${place}/${name}`;
}
