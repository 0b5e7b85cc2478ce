import type { Webhook } from "../../../features/webhooks/schema.ts";
import { instantIn } from "../../../lib/local-days.ts";
import { type FormState, stateOf } from "../../pages/form.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { button } from "../components/button.ts";
import { card } from "../components/card.ts";
import { form } from "../components/form.ts";
import { shownUrl } from "../components/shown-url.ts";
import type { ConsolePage, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { signingSecretView } from "./secret.ts";
import { webhookForm, webhookOf } from "./webhook-form.ts";

const WEBHOOKS = "/developer/webhooks";

/** Developer: what can be changed of a webhook. */
export const webhookSettingsPage: ConsolePage = {
  path: `${WEBHOOKS}/:webhookId/settings`,
  section: WEBHOOKS,
  needs: "webhooks_write",
  show: async (visit, state) => {
    const { webhook } = await visit.api.get<{ webhook: Webhook }>(apiPath(visit));
    return {
      title: say("Settings of the webhook"),
      parents: [
        { title: say("Webhooks"), path: WEBHOOKS },
        { title: shownUrl(webhook.callback.url), path: pagePath(visit) },
      ],
      body: html`<div class="sections">${settings(visit, webhook, state)}</div>`,
    };
  },
  acts: {
    save: async (visit, input) => {
      await visit.api.put(apiPath(visit), { webhook: webhookOf(input) });
      return { to: pagePath(visit), notice: say("Saved. The next attempt uses it.") };
    },
    rotate: async (visit) => {
      const { signingSecret } = await visit.api.post<{ signingSecret: string }>(
        `${apiPath(visit)}/rotate-secret`,
      );
      const text = say(
        "For 24 hours each request carries a signature with this secret and one with the last.",
      );
      return signingSecretView(visit, { id: visit.params.webhookId ?? "", secret: signingSecret, text });
    },
    replay: async (visit, input) => {
      const typed = input.get("start");
      const start = instantIn(typed, visit.store.timeZone) ?? typed;
      await visit.api.post(`${apiPath(visit)}/replay`, { start });
      return { to: pagePath(visit), notice: say("The replay has started.") };
    },
    delete: async (visit) => {
      await visit.api.delete(apiPath(visit));
      return { to: WEBHOOKS, notice: say("Deleted. Nothing more is sent to it.") };
    },
  },
};

function apiPath({ params }: Visit): string {
  return at`/webhooks/${params.webhookId ?? ""}`;
}

function pagePath({ params }: Visit): string {
  return WEBHOOKS + at`/${params.webhookId ?? ""}`;
}

function settings(visit: Visit, webhook: Webhook, state: FormState): Markup {
  const edit = webhookForm(visit, {
    ...{ act: "save", state: stateOf(state, "save"), webhook },
    cancelTo: visit.base + pagePath(visit),
  });
  const replay = form(visit, {
    ...{ act: "replay", state: stateOf(state, "replay"), buttons: button(say("Replay")) },
    fields: [
      {
        ...{ type: "datetime-local", name: "start", pointer: "/start", required: true },
        label: say("From ({timeZone})", { timeZone: visit.store.timeZone }),
        help: say("Every event of this moment and later is sent again, as a new delivery."),
      },
    ],
  });
  const rotate = actButton(visit, {
    ...{ act: "rotate", text: say("Rotate signing secret") },
    confirm: {
      title: say("Rotate the signing secret?"),
      text: say("You get a new one now. For 24 hours requests carry both signatures."),
    },
  });
  const remove = actButton(visit, {
    ...{ act: "delete", text: say("Delete"), look: "danger" },
    confirm: {
      title: say("Delete this webhook?"),
      text: say("Waiting events are never sent, and its deliveries are gone. This can't be undone."),
    },
  });
  return html`${card(edit)}
    ${card(replay, { title: say("Replay#title"), lead: say("For a receiver that has lost what it got.") })}
    ${card(rotate, { title: say("Signing secret") })}
    ${card(remove, { title: say("Delete") })}`;
}
