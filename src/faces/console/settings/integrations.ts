import type { CreatedIntegration, Integration } from "../../../features/integrations/schema.ts";
import { stateOf } from "../../pages/form.ts";
import { at, html } from "../../pages/html.ts";
import { onceForForm, onceHeader } from "../../pages/once.ts";
import { badge } from "../components/badge.ts";
import { breakable } from "../components/breakable.ts";
import { linkButton } from "../components/button.ts";
import { card } from "../components/card.ts";
import { emptyState } from "../components/empty-state.ts";
import { filterOf } from "../components/filters.ts";
import { pager } from "../components/pager.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import { signingSecretView } from "../developer/secret.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { INTEGRATIONS, integrationForm, integrationOf } from "./integration-form.ts";

const LEAD = say(
  "Systems that issue return authorizations of their own, such as a carrier's or a warehouse's, or that pay refunds.",
);

/** Settings: the systems that are asked for external return authorizations. */
export const integrationsPage: ConsolePage = {
  path: INTEGRATIONS,
  needs: "store_write",
  show: async (visit) => {
    const cursor = filterOf(visit.url, "after");
    const path = at`/stores/${visit.store.storeId}/integrations`;
    const { body, next } = await visit.api.list<{ integrations: Integration[] }>(path, { cursor });
    return listView(visit, body.integrations, next);
  },
};

/** The form of a new integration. */
export const newIntegrationPage: ConsolePage = {
  path: `${INTEGRATIONS}/new`,
  section: INTEGRATIONS,
  needs: "store_write",
  show: async (visit, state) => ({
    title: say("Add integration"),
    parents: [{ title: say("Integrations"), path: INTEGRATIONS }],
    lead: say("It is asked for an authorization of each new return that wants one."),
    body: card(integrationForm(visit, { act: "add", state: stateOf(state, "add") })),
  }),
  acts: {
    add: async (visit, input) => {
      const path = at`/stores/${visit.store.storeId}/integrations`;
      const integration = integrationOf(input);
      const once = await onceHeader(input, "integration", JSON.stringify(integration));
      const { id, signingSecret } = await onceForForm(() =>
        visit.api.post<CreatedIntegration>(path, integration, once),
      );
      const list = { title: say("Integrations"), path: INTEGRATIONS };
      if (signingSecret !== undefined) return signingSecretView(visit, { id, secret: signingSecret, list });
      return { to: INTEGRATIONS + at`/${id}`, notice: say("Added. Send it a test now.") };
    },
  },
};

function listView(visit: Visit, integrations: Integration[], next: string | undefined): View {
  const add = linkButton(say("Add integration"), `${visit.base}${INTEGRATIONS}/new`, "primary");
  const now = visit.ctx.now();
  const list = table({
    label: say("Integrations"),
    rows: integrations,
    empty: emptyState(
      say("No integrations yet"),
      say(
        "Each one gets the new returns that ask for an external authorization, and its response stands on the return.",
      ),
      add,
    ),
    columns: [
      {
        title: say("Name"),
        kind: "main",
        cell: ({ id, provider }) =>
          html`<a href="${visit.base + INTEGRATIONS + at`/${id}`}"><bdi>${provider}</bdi></a><small><code>${id}</code></small>`,
      },
      { title: say("URL"), cell: ({ url }) => html`<bdi class="long">${breakable(url)}</bdi>` },
      {
        title: say("Token"),
        cell: ({ hasToken }) => (hasToken ? badge(say("Set#token"), "good") : badge(say("None#token"))),
      },
      { title: say("Added"), cell: ({ createdAt }) => ago(createdAt, now) },
    ],
  });
  return {
    title: say("Integrations"),
    lead: LEAD,
    actions: integrations.length > 0 ? add : undefined,
    body: html`${list}${pager(visit.url, next)}`,
  };
}
