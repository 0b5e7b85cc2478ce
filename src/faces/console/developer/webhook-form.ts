import type { Webhook } from "../../../features/webhooks/schema.ts";
import type { Form, FormState } from "../../pages/form.ts";
import { html, type Markup } from "../../pages/html.ts";
import { button, linkButton } from "../components/button.ts";
import { type Field, form } from "../components/form.ts";
import type { Visit } from "../page.ts";

type Options = { act: string; state: FormState; cancelTo: string; webhook?: Webhook };

/** Returns the form of a new webhook, or of one that is changed. */
export function webhookForm(visit: Visit, { act, state, cancelTo, webhook }: Options): Markup {
  const fields: Field[] = [
    {
      ...{ type: "url", name: "url", label: "URL", required: true, pointer: "/webhook/callback/url" },
      help: "Reachable from here, by https.",
      value: webhook?.callback.url,
      control: { maxlength: 2_048, autocomplete: "off", placeholder: "https://erp.example.com/returns" },
    },
    {
      ...{
        type: "text",
        name: "token",
        label: "Bearer token",
        pointer: "/webhook/callback/auth/bearer/token",
      },
      help: "Sent with each request as Authorization: Bearer. Requests are signed in any case.",
      value: webhook?.callback.auth?.bearer.token,
      control: { maxlength: 4_096, autocomplete: "off", spellcheck: "false" },
    },
    {
      ...{ type: "text", name: "externalId", label: "Your own id", pointer: "/webhook/externalId" },
      value: webhook?.externalId ?? undefined,
      control: { maxlength: 255, autocomplete: "off" },
    },
  ];
  if (!webhook)
    fields.push({
      type: "checkbox",
      name: "backfill",
      label: "Send an event of every existing return first",
    });
  return form(visit, {
    ...{ act, state, fields },
    buttons: html`${button(webhook ? "Save" : "Add webhook", { look: "primary" })}${linkButton("Cancel", cancelTo)}`,
  });
}

/** Returns the callback and the id that a form has, as the API takes them. */
export function webhookOf(input: Form) {
  const token = input.get("token");
  return {
    callback: { url: input.get("url"), auth: token === "" ? null : { bearer: { token } } },
    externalId: input.get("externalId") || null,
  };
}
