import type { ReturnPreview } from "../../../features/returns/create/preview-schema.ts";
import type { Fault } from "../../../lib/problem.ts";
import type { FormState } from "../../pages/form.ts";
import { attributes, html, type Markup } from "../../pages/html.ts";
import { money } from "../components/money.ts";
import { stepper } from "../components/stepper.ts";
import { type Column, table } from "../components/table.ts";
import { productCell } from "../components/thumb.ts";
import { faultText } from "../fault-words.ts";
import type { Visit } from "../page.ts";
import { type Plain, say } from "../texts/texts.ts";
import { type Advice, adviceCell } from "./policy-advice.ts";

/** A line of the order; `place` is where it stands among the chosen ones. */
export type UnitLine = ReturnPreview["lines"][number] & { position: number; place: number | undefined };

const REASONS = [
  "Too small",
  "Too large",
  "Changed my mind",
  "Not as described",
  "Defective",
  "Arrived damaged",
] as const;

/** Returns the place of a value of a chosen item in the API's body. */
export function pointerOf(place: number, name: string): string {
  return `/data/items/${place}/${name}`;
}

/** Returns the table in which units and their reasons are chosen, with what the store's policy says of each line. */
export function unitsTable(
  visit: Visit,
  rows: UnitLine[],
  { state, advice }: { state: FormState; advice: Advice | undefined },
): Markup {
  const reasons = REASONS.map((reason) => html`<option value="${say(reason)}"></option>`);
  const now = visit.ctx.now();
  const policy = (known: Advice): Column<UnitLine> => ({
    title: say("Policy"),
    cell: ({ lineItemId, price }) => adviceCell(known, lineItemId, { now, currency: price.amount.currency }),
  });
  return html`<div class="units">${table({
    label: say("Units"),
    rows: rows.filter(({ returnable }) => returnable > 0),
    empty: html``,
    columns: [
      {
        title: say("Item"),
        kind: "main",
        cell: ({ title, sku, price, imageUrl }) =>
          productCell(
            visit,
            { name: title, imageUrl },
            html`<bdi>${title}</bdi><small>${sku && html`<bdi>${sku}</bdi> · `}${money(price.amount)}</small>`,
          ),
      },
      {
        title: say("Returnable"),
        cell: ({ returnable, value }) => html`${returnable}<small>${money(value.amount)}</small>`,
      },
      ...(advice && advice.fault === undefined ? [policy(advice)] : []),
      { title: say("Units"), cell: (line) => input(line, "quantity", state) },
      { title: say("Reason"), cell: (line) => input(line, "reason", state) },
      { title: say("Comment"), cell: (line) => input(line, "comment", state) },
    ],
  })}${advice?.fault && html`<p class="help">${say("The policy’s advice can’t be shown: {fault}", { fault: advice.fault })}</p>`}</div>
    <datalist id="reasons">${reasons}</datalist>`;
}

type Asked = "quantity" | "reason" | "comment";

const LABELS = {
  quantity: "Units of {item}",
  reason: "Reason of {item}",
  comment: "Comment of {item}",
} as const;
/** How the API names it. */
const NAMES: Record<Asked, string> = { quantity: "quantity", reason: "reason", comment: "notes" };
/** What people call it, by the API's name. */
export const CALLED: Record<string, Plain | undefined> = {
  quantity: "Units",
  reason: "Reason",
  notes: "Comment",
};

function input(line: UnitLine, asked: Asked, state: FormState): Markup {
  const { position, place, title, returnable } = line;
  const fault = place === undefined ? undefined : faultAt(state, pointerOf(place, NAMES[asked]));
  const id = `${asked}-${position}`;
  const label = say(LABELS[asked], { item: title });
  const common = {
    ...{ id, name: id, value: state.value(id) ?? "" },
    "aria-invalid": fault ? "true" : undefined,
    "aria-describedby": fault ? `${id}-fault` : undefined,
  };
  const control =
    asked === "quantity"
      ? stepper(label, { ...common, min: 0, max: returnable })
      : html`<input type="text" autocomplete="off" dir="auto" aria-label="${label}" ${attributes({
          ...common,
          list: asked === "reason" ? "reasons" : undefined,
        })}>`;
  return html`${control}${fault && html`<p class="fault" id="${`${id}-fault`}">${faultText(fault, label)}</p>`}`;
}

function faultAt({ faults }: FormState, pointer: string): Fault | undefined {
  return faults.find((each) => each.pointer === pointer);
}
