import { deleteIntegration, listIntegrations } from "../../features/integrations/configured-integrations.ts";
import { createIntegration } from "../../features/integrations/create-integration.ts";
import { textTable } from "../../lib/text-table.ts";
import { type Command, command, optionalSecret, required, STORE } from "./command.ts";

export const INTEGRATION_COMMANDS: readonly Command[] = [
  command({
    name: "integration create",
    summary: "Add a system that issues external return authorizations, by POST to its URL.",
    options: {
      ...STORE,
      provider: required("NAME"),
      url: required("URL"),
      token: optionalSecret("T", "AFTERSALE_TOKEN"),
    },
    run: (ctx, { store, ...integration }) => createIntegration(ctx, store, integration),
    text: ({ integrationId }) => `Created the integration ${integrationId}.`,
  }),
  command({
    name: "integration list",
    summary: "List a store's integrations, without their tokens.",
    options: STORE,
    run: async (ctx, { store }) => ({ integrations: await listIntegrations(ctx, store) }),
    text: ({ integrations }) =>
      textTable(
        ["INTEGRATION", "CREATED", "PROVIDER", "URL"],
        integrations.map(({ integrationId, createdAt, provider, url }) => [
          integrationId,
          createdAt,
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
