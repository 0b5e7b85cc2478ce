import { ROLES } from "../../../features/people/roles.ts";
import { type FormState, stateOf } from "../../pages/form.ts";
import { attributes, html, type Markup } from "../../pages/html.ts";
import { newFormKey } from "../../pages/once.ts";
import { button, linkButton } from "../components/button.ts";
import { card } from "../components/card.ts";
import { type Field, form } from "../components/form.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { addClient } from "./clients.ts";
import { PRESETS, presetOf } from "./presets.ts";

const FIELDS: Field[] = [
  {
    ...{ type: "text", name: "name", label: say("Name"), required: true },
    help: say(
      "What uses the secret, such as “Online shop”. It stands in the history of what the program does.",
    ),
    control: { maxlength: 200, autocomplete: "off", autofocus: true },
  },
  {
    ...{ type: "choices", name: "preset", label: say("What it may do"), pointer: "/scopes", value: "shop" },
    options: [
      ...PRESETS.map(({ name, title, text, scopes }) => ({
        ...{ value: name, title: say(title), text: say(text) },
        control: { "data-scopes": scopes.join(" ") },
      })),
      { value: "custom", title: say("Something else"), text: say("Choose the scopes below") },
    ],
  },
];
const END: Field = {
  ...{ type: "select", name: "expires", label: say("Valid"), pointer: "/expiresAt", value: "" },
  options: [
    { value: "", title: say("until it is revoked") },
    { value: "30", title: say("for 30 days") },
    { value: "90", title: say("for 90 days") },
    { value: "365", title: say("for a year") },
  ],
};

/** The form of a new API client. */
export const newClientPage: ConsolePage = {
  path: "/developer/clients/new",
  section: "/developer/clients",
  needs: "clients",
  show: async (visit, state) => newClientView(visit, stateOf(state, "add")),
  acts: { add: addClient },
};

function newClientView(visit: Visit, state: FormState): View {
  return {
    title: say("Add API client"),
    parents: [{ title: say("API clients"), path: "/developer/clients" }],
    body: card(
      form(visit, {
        ...{ act: "add", state, fields: [...FIELDS, END], extra: scopesField(visit, state) },
        hidden: { key: newFormKey(state.value("key")) },
        buttons: html`${button(say("Create secret"), { look: "primary" })}${linkButton(say("Cancel"), `${visit.base}/developer/clients`)}`,
      }),
    ),
  };
}

/** Returns the choice of scopes, among those of the person. It follows a preset, and is sent only without one. */
function scopesField(visit: Visit, state: FormState): Markup {
  const preset = state.value("preset") ?? "shop";
  const chosen: readonly string[] = presetOf(preset)?.scopes ?? state.all("scope");
  const boxes = ROLES[visit.store.role].scopes.map(
    (scope) => html`<label><input type="checkbox" name="scope" value="${scope}" data-scope
      ${attributes({ checked: chosen.includes(scope) })}><code>${scope}</code></label>`,
  );
  return html`<details class="disclosure" ${attributes({ open: preset === "custom" })}>
    <summary>${say("Scopes")}</summary><div class="check-grid">${boxes}</div></details>`;
}
