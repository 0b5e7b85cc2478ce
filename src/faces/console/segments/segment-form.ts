import { invalid } from "../../../lib/problem.ts";
import type { Form, FormState } from "../../pages/form.ts";
import { attributes, html, type Label, type Markup } from "../../pages/html.ts";
import { button, linkButton } from "../components/button.ts";
import { number } from "../components/count.ts";
import { type Field, form } from "../components/form.ts";
import type { Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { conditionOf } from "./condition-of.ts";
import { conditionRow, isWithin } from "./row-fields.ts";
import { emptyRow, type Rows, rowsOf } from "./rows.ts";

export const SEGMENTS = "/segments";

type Options = {
  state: FormState;
  /** What the form begins with; without rows it takes JSON. */
  rows: Rows | undefined;
  json?: string;
  /** The fields above the conditions. */
  fields?: Field[];
  /** How many customers meet the conditions, if that was asked. */
  count?: number | undefined;
  cancelTo: string;
};

/** The conditions of a new segment. */
export const FIRST_ROWS: Rows = { match: "all", rows: [emptyRow("customer")] };

/** Returns the form of a segment's conditions, as rows or as JSON. It counts the customers whenever it changes. */
export function segmentForm(visit: Visit, { state, rows, json, fields, count, cancelTo }: Options): Markup {
  // Enter in a field presses a form's first button.
  const first = html`<button class="hidden" name="next" value="save" tabindex="-1" aria-hidden="true">${say("Save")}</button>`;
  const shown =
    rows && state.act === "save" ? rowsOf({ get: (name) => (state.value(name) ?? "").trim() }) : rows;
  const options = {
    ...{ act: "save", state, hidden: { as: rows ? "rows" : "json" } },
    buttons: html`${button(say("Save"), { look: "primary", name: "next", value: "save" })}${button(say("Count"), { name: "next", value: "count", formnovalidate: true })}${linkButton(say("Cancel"), cancelTo)}`,
  };
  const counted = countPart(visit, count, state);
  if (!shown) {
    const area: Field = {
      ...{
        type: "textarea",
        name: "json",
        label: say("Condition as JSON"),
        required: true,
        pointer: "/where",
      },
      ...{
        value: json,
        help: say("As the API takes it in where."),
        control: { spellcheck: "false", dir: "ltr" },
      },
    };
    return form(visit, { ...options, before: first, fields: [...(fields ?? []), area], extra: counted });
  }
  const place = `/where/${shown.match}`;
  const shows = state.faults.flatMap(({ pointer }) =>
    pointer !== place && isWithin(pointer, place) ? [pointer ?? ""] : [],
  );
  return form(visit, {
    ...{ ...options, fields: fields ?? [], before: first, shows },
    extra: html`${matchField(shown.match)}${shown.rows.map((row, i) => conditionRow(shown, row, i, state))}
      <div class="form-buttons">${button(say("Add profile condition"), { name: "next", value: "add:customer", formnovalidate: true })}${button(say("Add custom field"), { name: "next", value: "add:custom", formnovalidate: true })}${button(say("Add event"), { name: "next", value: "add:event", formnovalidate: true })}</div>${counted}`,
  });
}

function matchField(match: Rows["match"]): Markup {
  const option = (value: Rows["match"], title: Label) =>
    html`<option value="${value}" ${attributes({ selected: value === match })}>${title}</option>`;
  return html`<div class="field"><label for="match">${say("Customers who meet")}</label>
    <select id="match" name="match" class="narrow">${option("all", say("all of these conditions"))}${option("any", say("any of these conditions"))}</select></div>`;
}

/** How many customers meet the conditions; it asks again whenever the form changes. */
function countPart({ url }: Visit, count: number | undefined, { message }: FormState): Markup {
  const text =
    count !== undefined
      ? html`<span>${say("{number} customer meets these conditions now. | {number} customers meet these conditions now.", { count, number: html`<strong>${number(count)}</strong>` })}</span>`
      : message
        ? html`<span class="help">${say("Not counted: {message}", { message })}</span>`
        : html`<span class="help">${say("The number of customers is shown here.")}</span>`;
  return html`<div id="count" class="sum" role="status" hx-post="${url.pathname + url.search}" hx-include="closest form"
    hx-trigger="change from:closest form delay:400ms" hx-select="#count" hx-target="this" hx-swap="outerHTML"
    hx-push-url="false" hx-sync="closest form:queue last">${text}</div>`;
}

/** Returns the condition that a form has, as the API takes it. Throws 400 when it can't be one. */
export function whereOf(input: Form): unknown {
  if (input.get("as") !== "json") return conditionOf(rowsOf(input));
  try {
    return JSON.parse(input.get("json"));
  } catch {
    throw invalid({ detail: "This is not valid JSON.", pointer: "/where" });
  }
}
