import { TOPICS, type Webhook } from "../../../features/webhooks/schema.ts";
import type { Form, FormState } from "../../pages/form.ts";
import { html, type Markup } from "../../pages/html.ts";
import { newFormKey } from "../../pages/once.ts";
import { button, linkButton } from "../components/button.ts";
import { type Field, form } from "../components/form.ts";
import type { Visit } from "../page.ts";
import { type Plain, say } from "../texts/texts.ts";

/** What people read for each topic. */
export const TOPIC_WORDS: Record<Webhook["topic"], { title: Plain; text: Plain }> = {
  return: { title: "Returns", text: "Returns: every change of a return" },
  withdrawal: { title: "Withdrawals", text: "Withdrawals: each statement of withdrawal" },
  mail: { title: "Mails", text: "Mails: a mail to a shopper is queued, sent or has failed" },
};

type Options = { act: string; state: FormState; cancelTo: string; webhook?: Webhook };

/** Returns the form of a new webhook, or of one that is changed. */
export function webhookForm(visit: Visit, { act, state, cancelTo, webhook }: Options): Markup {
  const topic: Field = {
    ...{ type: "select", name: "topic", label: say("Topic"), pointer: "/webhook/topic", required: true },
    options: TOPICS.map((value) => ({ value, title: say(TOPIC_WORDS[value].text) })),
    help: say("It can't be changed later: a program that wants several adds a webhook for each."),
  };
  const fields: Field[] = [
    ...(webhook ? [] : [topic]),
    {
      ...{ type: "url", name: "url", label: say("URL"), required: true, pointer: "/webhook/callback/url" },
      help: say("Reachable from here, by https."),
      value: webhook?.callback.url,
      control: { maxlength: 2_048, autocomplete: "off", placeholder: "https://erp.example.com/returns" },
    },
    {
      ...{
        type: "text",
        name: "token",
        label: say("Bearer token"),
        pointer: "/webhook/callback/auth/bearer/token",
      },
      help: say("Sent with each request as Authorization: Bearer. Requests are signed in any case."),
      value: webhook?.callback.auth?.bearer.token,
      control: { maxlength: 4_096, autocomplete: "off", spellcheck: "false" },
    },
    {
      ...{ type: "text", name: "externalId", label: say("Your own id"), pointer: "/webhook/externalId" },
      value: webhook?.externalId ?? undefined,
      control: { maxlength: 255, autocomplete: "off" },
    },
  ];
  if (!webhook)
    fields.push({
      ...{ type: "checkbox", name: "backfill", pointer: "/webhook/backfill" },
      label: say("Send an event of every existing return first"),
      help: say("For the topic Returns alone."),
    });
  return form(visit, {
    ...{ act, state, fields },
    ...(!webhook && { hidden: { key: newFormKey(state.value("key")) } }),
    buttons: html`${button(say(webhook ? "Save" : "Add webhook"), { look: "primary" })}${linkButton(say("Cancel"), cancelTo)}`,
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
