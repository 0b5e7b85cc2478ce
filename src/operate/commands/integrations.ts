import { deleteIntegration, listIntegrations } from "../../features/integrations/configured-integrations.ts";
import { createIntegration } from "../../features/integrations/create-integration.ts";
import { INTEGRATION_KINDS } from "../../features/integrations/schema.ts";
import { problem } from "../../lib/problem.ts";
import { textTable } from "../../lib/text-table.ts";
import { type Command, command, optional, optionalSecret, required, STORE } from "./command.ts";

export const INTEGRATION_COMMANDS: readonly Command[] = [
  command({
    name: "integration create",
    summary: "Add a system that issues return authorizations, or one that pays refunds, by POST to its URL.",
    options: {
      ...STORE,
      kind: optional(INTEGRATION_KINDS.join("|")),
      provider: required("NAME"),
      url: required("URL"),
      token: optionalSecret("T", "AFTERSALE_TOKEN"),
    },
    run: (ctx, { store, kind, ...integration }) =>
      createIntegration(ctx, store, { ...integration, kind: kindOf(kind) }),
    text: ({ integrationId, signingSecret }) =>
      [
        `Created the integration ${integrationId}.`,
        ...(signingSecret ? [`Signing secret (shown once): ${signingSecret}`] : []),
      ].join("\n"),
  }),
  command({
    name: "integration list",
    summary: "List a store's integrations, without their tokens.",
    options: STORE,
    run: async (ctx, { store }) => ({ integrations: await listIntegrations(ctx, store) }),
    text: ({ integrations }) =>
      textTable(
        ["INTEGRATION", "CREATED", "KIND", "PROVIDER", "URL"],
        integrations.map(({ integrationId, createdAt, kind, provider, url }) => [
          integrationId,
          createdAt,
          kind,
          provider,
          url,
        ]),
      ),
  }),
  command({
    name: "integration delete",
    summary: "Delete an integration and its token. Results that it has given stay with their returns.",
    options: { ...STORE, integration: required("ID") },
    run: async (ctx, { store, integration }) => {
      await deleteIntegration(ctx, store, integration);
      return { deleted: true };
    },
    text: () => "Deleted. New returns don't request it.",
  }),
];

function kindOf(text: string | undefined): (typeof INTEGRATION_KINDS)[number] | undefined {
  const kind = INTEGRATION_KINDS.find((known) => known === text);
  if (text !== undefined && !kind) {
    throw problem("invalid_request", `The kind is one of ${INTEGRATION_KINDS.join(", ")}, not ${text}.`);
  }
  return kind;
}
