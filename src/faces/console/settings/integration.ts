import type { Integration, IntegrationTest } from "../../../features/integrations/schema.ts";
import { type FormState, stateOf, UNSENT } from "../../pages/form.ts";
import { at, type Content, html, type Label, type Markup } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { badge } from "../components/badge.ts";
import { card, details } from "../components/card.ts";
import { ago } from "../components/time.ts";
import { sentenceText } from "../fault-words.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { INTEGRATIONS, integrationForm, integrationOf } from "./integration-form.ts";

/** Settings: one integration; it is tested, changed and deleted here. */
export const integrationPage: ConsolePage = {
  path: `${INTEGRATIONS}/:integrationId`,
  section: INTEGRATIONS,
  needs: "store_write",
  show: async (visit, state) => integrationView(visit, await read(visit), state),
  acts: {
    test: async (visit) => {
      const [integration, tested] = await Promise.all([
        read(visit),
        visit.api.post<IntegrationTest>(`${apiPath(visit)}/test`),
      ]);
      return integrationView(visit, integration, UNSENT, tested);
    },
    save: async (visit, input) => {
      await visit.api.patch(apiPath(visit), integrationOf(input));
      return { to: INTEGRATIONS + at`/${visit.params.integrationId ?? ""}`, notice: say("Saved.") };
    },
    delete: async (visit) => {
      await visit.api.delete(apiPath(visit));
      return { to: INTEGRATIONS, notice: say("Deleted. New returns don't ask it.") };
    },
  },
};

function apiPath({ store, params }: Visit): string {
  return at`/stores/${store.storeId}/integrations/${params.integrationId ?? ""}`;
}

function read(visit: Visit): Promise<Integration> {
  return visit.api.get<Integration>(apiPath(visit));
}

function integrationView(
  visit: Visit,
  integration: Integration,
  state: FormState,
  tested?: IntegrationTest,
): View {
  const { id, url, hasToken, createdAt } = integration;
  const settings = details([
    [
      say("What it does"),
      say(integration.kind === "refunds" ? "pays what returns owe" : "issues return authorizations"),
    ],
    [say("URL"), html`<bdi class="long">${url}</bdi>`],
    [say("Bearer token"), say(hasToken ? "set" : "none")],
    [say("Id"), html`<code>${id}</code>`],
    [say("Added"), ago(createdAt, visit.ctx.now())],
  ]);
  const edit = integrationForm(visit, { act: "save", state: stateOf(state, "save"), integration });
  const remove = actButton(visit, {
    ...{ act: "delete", text: say("Delete"), look: "danger" },
    confirm: {
      title: say("Delete this integration?"),
      text: say("New returns don't ask it any more. What it has responded stays with the returns."),
    },
  });
  return {
    title: integration.provider,
    parents: [{ title: say("Integrations"), path: INTEGRATIONS }],
    actions:
      integration.kind === "refunds"
        ? undefined
        : actButton(visit, { act: "test", text: say("Send test request") }),
    body: html`<div class="sections">${tested && testCard(tested)}${card(settings)}
      ${card(edit, { title: say("Settings") })}
      ${card(remove, { title: say("Delete") })}</div>`,
  };
}

function testCard({ accepted, status, durationMs, responseBody, error }: IntegrationTest): Markup {
  const outcome = accepted
    ? badge(say("Accepted"), "good")
    : badge(say(status === null ? "No response" : "Refused"), "bad");
  const rows: [Label, Content][] = [
    [say("Result"), outcome],
    [
      say("Status"),
      status === null ? html`<bdi>${error !== null && sentenceText(error)}</bdi>` : String(status),
    ],
    [say("Duration"), say("{ms} ms", { ms: durationMs })],
  ];
  const body = responseBody
    ? html`<pre class="body" tabindex="0" aria-label="${say("Beginning of the response")}">${responseBody}</pre>`
    : status !== null && html`<p class="help">${say("The response is empty.")}</p>`;
  return html`<div role="status">${card(html`${details(rows)}${body}`, {
    title: say("Test request"),
    lead: say("A return that doesn't exist was posted, with the id and the tag “test”."),
  })}</div>`;
}
