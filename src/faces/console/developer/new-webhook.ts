import { stateOf } from "../../pages/form.ts";
import { at } from "../../pages/html.ts";
import { onceForForm, onceHeader } from "../../pages/once.ts";
import { card } from "../components/card.ts";
import type { ConsolePage } from "../page.ts";
import { say } from "../texts/texts.ts";
import { signingSecretView } from "./secret.ts";
import { webhookForm, webhookOf } from "./webhook-form.ts";

const WEBHOOKS = "/developer/webhooks";

type Created = { webhook: { id: string }; signingSecret: string };

/** The form of a new webhook. */
export const newWebhookPage: ConsolePage = {
  path: `${WEBHOOKS}/new`,
  section: WEBHOOKS,
  needs: "webhooks_write",
  show: async (visit, state) => ({
    title: say("Add webhook"),
    parents: [{ title: say("Webhooks"), path: WEBHOOKS }],
    lead: say("It receives what happens from now on."),
    body: card(
      webhookForm(visit, { act: "add", state: stateOf(state, "add"), cancelTo: visit.base + WEBHOOKS }),
    ),
  }),
  acts: {
    add: async (visit, input) => {
      const topic = input.get("topic") || "return";
      const webhook = { topic, ...webhookOf(input), backfill: input.get("backfill") === "on" };
      const once = await onceHeader(input, "webhook", JSON.stringify(webhook));
      const path = at`/stores/${visit.store.storeId}/webhooks`;
      const created = await onceForForm(() => visit.api.post<Created>(path, { webhook }, once));
      return signingSecretView(visit, { id: created.webhook.id, secret: created.signingSecret });
    },
  },
};
