import { createClient } from "../../features/stores/create-client.ts";
import { deleteClient } from "../../features/stores/delete-client.ts";
import { listClients } from "../../features/stores/list-clients.ts";
import { revokeClient } from "../../features/stores/revoke-client.ts";
import { textTable } from "../../lib/text-table.ts";
import { type Command, command, optional, required, STORE } from "./command.ts";

const itemsIn = (text: string | undefined) => text?.split(",").map((item) => item.trim());

export const CLIENT_COMMANDS: readonly Command[] = [
  command({
    name: "client create",
    summary:
      "Create an API client and its secret, with all scopes by default. With origins the secret is publishable: their pages may send storefront events with it.",
    options: { ...STORE, name: required("NAME"), scopes: optional("A,B"), origins: optional("URL,URL") },
    run: (ctx, { store, name, scopes, origins }) =>
      createClient(ctx, store, { name, scopes: itemsIn(scopes), origins: itemsIn(origins) }),
    text: ({ clientId, secret }) =>
      `Created the API client ${clientId}. Its secret, shown only once:\n${secret}`,
  }),
  command({
    name: "client list",
    summary: "List a store's API clients, revoked ones included.",
    options: STORE,
    run: async (ctx, { store }) => ({ clients: await listClients(ctx, store) }),
    text: ({ clients }) =>
      textTable(
        ["CLIENT", "CREATED", "REVOKED", "NAME", "SCOPES", "ORIGINS"],
        clients.map((client) => [
          client.clientId,
          client.createdAt,
          client.revokedAt ?? "-",
          client.name,
          client.scopes.join(","),
          client.origins.join(",") || "-",
        ]),
      ),
  }),
  command({
    name: "client revoke",
    summary: "Revoke an API client's secret immediately.",
    options: { ...STORE, client: required("ID") },
    run: async (ctx, { store, client }) => {
      await revokeClient(ctx, store, client);
      return { revoked: true };
    },
    text: () => "Revoked. Its secret is no longer valid.",
  }),
  command({
    name: "client delete",
    summary: "Remove an API client from the list; its secret is no longer valid.",
    options: { ...STORE, client: required("ID") },
    run: async (ctx, { store, client }) => {
      await deleteClient(ctx, store, client);
      return { deleted: true };
    },
    text: () => "Deleted. Its secret is no longer valid.",
  }),
];
