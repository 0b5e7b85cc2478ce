import { createStore } from "../../features/stores/create-store.ts";
import { deleteStore } from "../../features/stores/delete-store.ts";
import { listStores } from "../../features/stores/list-stores.ts";
import { FIRST_STATUSES } from "../../features/stores/settings-schema.ts";
import { textTable } from "../../lib/text-table.ts";
import { type Command, command, optional, required, STORE } from "./command.ts";

export const STORE_COMMANDS: readonly Command[] = [
  command({
    name: "store create",
    summary: "Create a store.",
    options: {
      id: optional("ID"),
      name: required("NAME"),
      currency: optional("USD"),
      "first-status": optional(FIRST_STATUSES.join("|")),
    },
    place: "new-store",
    run: (ctx, { "first-status": firstStatus, ...store }) => createStore(ctx, { ...store, firstStatus }),
    text: ({ storeId }) => `Created the store ${storeId}.`,
  }),
  command({
    name: "store list",
    summary: "List the stores.",
    options: {},
    run: async (ctx) => ({ stores: await listStores(ctx) }),
    text: ({ stores }) =>
      textTable(
        ["STORE", "CREATED", "CURRENCY", "FIRST STATUS", "NAME"],
        stores.map(({ id, createdAt, currency, firstStatus, name }) => [
          id,
          createdAt,
          currency,
          firstStatus,
          name,
        ]),
      ),
  }),
  command({
    name: "store delete",
    summary:
      "Delete a store for ever: its secrets end at once, its rows are removed in the background. Its name confirms it.",
    options: { ...STORE, confirm: required("NAME") },
    run: async (ctx, { store, confirm }) => {
      await deleteStore(ctx, store, confirm);
      return { deleted: true };
    },
    text: () =>
      "Deleted. Its secrets are no longer valid. In a minute a process with workers begins to remove its rows.",
  }),
];
