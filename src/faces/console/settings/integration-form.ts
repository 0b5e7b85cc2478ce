import type { Integration } from "../../../features/integrations/schema.ts";
import type { Form, FormState } from "../../pages/form.ts";
import { html, type Markup } from "../../pages/html.ts";
import { newFormKey } from "../../pages/once.ts";
import { button, linkButton } from "../components/button.ts";
import { type Field, form } from "../components/form.ts";
import type { Visit } from "../page.ts";
import { say } from "../texts/texts.ts";

export const INTEGRATIONS = "/settings/integrations";

const KIND: Field = {
  ...{ type: "select", name: "kind", label: say("What it does"), value: "authorizations" },
  options: [
    { value: "authorizations", title: say("Issues return authorizations") },
    { value: "refunds", title: say("Pays what returns owe") },
  ],
};

type Options = { act: string; state: FormState; integration?: Integration };

/** Returns the form of a new integration, or of one that is changed. The stored token isn't in it. */
export function integrationForm(visit: Visit, { act, state, integration }: Options): Markup {
  const fields: Field[] = [
    ...(integration ? [] : [KIND]),
    {
      ...{ type: "text", name: "provider", label: say("Name"), required: true, value: integration?.provider },
      help: say("Stands beside its response on each new return."),
      control: { maxlength: 200, autocomplete: "off" },
    },
    {
      ...{ type: "url", name: "url", label: say("URL"), required: true, value: integration?.url },
      help: say(
        "Reachable from here, by https. It gets a POST of each return that asks for an authorization.",
      ),
      control: { maxlength: 2_048, autocomplete: "off", placeholder: "https://rma.example.com/returns" },
    },
    {
      ...{
        type: "password",
        name: "token",
        label: say(integration?.hasToken ? "New bearer token" : "Bearer token"),
      },
      help: say(
        integration?.hasToken
          ? "One is set. It stays if this is empty, but is needed again for another URL."
          : "Sent as Authorization: Bearer. It is stored encrypted and never shown again.",
      ),
      control: { maxlength: 4_096, autocomplete: "new-password", spellcheck: "false" },
    },
  ];
  if (integration?.hasToken)
    fields.push({ type: "checkbox", name: "removeToken", label: say("Send no token") });
  return form(visit, {
    ...{ act, state, fields },
    ...(!integration && { hidden: { key: newFormKey(state.value("key")) } }),
    buttons: html`${button(say(integration ? "Save" : "Add integration"), { look: "primary" })}${linkButton(say("Cancel"), visit.base + INTEGRATIONS)}`,
  });
}

/** Returns what a form has, as the API takes it. An empty token leaves the stored one. */
export function integrationOf(input: Form) {
  const token = input.get("token");
  const isRemoved = token === "" && input.get("removeToken") === "on";
  const kind = input.get("kind");
  return {
    ...(kind !== "" && { kind }),
    provider: input.get("provider"),
    url: input.get("url"),
    ...(token !== "" && { token }),
    ...(isRemoved && { token: null }),
  };
}
