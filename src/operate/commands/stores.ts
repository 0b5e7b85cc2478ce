import { createStore, type FirstStatus } from "../../features/stores/create-store.ts";
import { deleteStore } from "../../features/stores/delete-store.ts";
import { listStores } from "../../features/stores/list-stores.ts";
import { FIRST_STATUSES } from "../../features/stores/settings-schema.ts";
import { updateStore } from "../../features/stores/update-store.ts";
import { omitNullish } from "../../lib/omit-nullish.ts";
import { textTable } from "../../lib/text-table.ts";
import { type Command, command, optional, required, STORE } from "./command.ts";

const SETTINGS = {
  currency: optional("USD"),
  "time-zone": optional("Europe/Berlin"),
  "first-status": optional(FIRST_STATUSES.join("|")),
};

export const STORE_COMMANDS: readonly Command[] = [
  command({
    name: "store create",
    summary: "Create a store.",
    options: {
      id: optional("ID"),
      name: required("NAME"),
      ...SETTINGS,
    },
    place: "new-store",
    run: (ctx, { "first-status": firstStatus, "time-zone": timeZone, ...store }) =>
      createStore(ctx, { ...store, timeZone, firstStatus }),
    text: ({ storeId }) => `Created the store ${storeId}.`,
  }),
  command({
    name: "store update",
    summary: "Change settings of a store. Orders and returns that exist keep what they have.",
    options: { ...STORE, name: optional("NAME"), ...SETTINGS },
    run: async (ctx, { store, name, currency, "first-status": status, "time-zone": timeZone }) => {
      const author = { storeId: store, by: "store update", byId: null };
      // An invalid status is a fault of the change.
      const firstStatus = status as FirstStatus | undefined;
      return updateStore(ctx, author, omitNullish({ name, currency, timeZone, firstStatus }));
    },
    text: ({ name, currency, timeZone, firstStatus }) =>
      `The store ${name} has the currency ${currency}, the time zone ${timeZone} and the first status ${firstStatus}.`,
  }),
  command({
    name: "store list",
    summary: "List the stores.",
    options: {},
    run: async (ctx) => ({ stores: await listStores(ctx) }),
    text: ({ stores }) =>
      textTable(
        ["STORE", "CREATED", "CURRENCY", "TIME ZONE", "FIRST STATUS", "NAME"],
        stores.map(({ id, createdAt, currency, timeZone, firstStatus, name }) => [
          ...[id, createdAt, currency, timeZone, firstStatus, name],
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
