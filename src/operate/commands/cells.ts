import { textTable } from "../../lib/text-table.ts";
import { addCell } from "../../platform/cells/add-cell.ts";
import { describeCells } from "../../platform/cells/describe-cells.ts";
import { openForStores } from "../../platform/cells/directory.ts";
import { planBalance } from "../../platform/cells/plan-balance.ts";
import { removeCell } from "../moves/remove-cell.ts";
import { type Command, command, requiredSecret } from "./command.ts";

const MB = 1_000_000;

export const CELL_COMMANDS: readonly Command[] = [
  command({
    name: "cell add",
    summary:
      "Add a database as a cell, with the stores and secrets in it, to the directory in DATABASE_URL. Again: register what is missing, or change its address.",
    argument: "NAME",
    options: { postgres: requiredSecret("URL", "AFTERSALE_CELL_URL") },
    place: "directory",
    run: (ctx, { file: name, postgres: url }) => addCell(ctx, { name, url }),
    text: ({ name, stores, secrets }) =>
      `The cell ${name} is in the directory, with ${stores} stores and ${secrets} secrets that were not in it before.`,
  }),
  command({
    name: "cell list",
    summary: "List the cells: how many stores each has, whether it can be reached, and how large it is.",
    options: {},
    place: "directory",
    run: async (ctx) => ({ cells: await describeCells(ctx) }),
    text: ({ cells }) =>
      textTable(
        ["CELL", "DATABASE", "NEW STORES", "STORES", "REACHABLE", "MB"],
        cells.map(({ name, host, open, stores, reachable, bytes }) => [
          ...[name, host, open ? "yes" : "no", String(stores), reachable ? "yes" : "no"],
          bytes === undefined ? "-" : (bytes / MB).toFixed(0),
        ]),
      ),
  }),
  command({
    name: "cell close",
    summary: "Create no new stores in a cell from now on; with --reopen, create them again.",
    argument: "NAME",
    options: { reopen: {} },
    place: "directory",
    run: async (ctx, { file: name, reopen = false }) => {
      await openForStores(ctx, name, reopen);
      return { open: reopen };
    },
    text: ({ open }) => (open ? "The cell takes new stores." : "The cell takes no new stores."),
  }),
  command({
    name: "cell open",
    summary: "Create new stores in a cell that was closed again.",
    argument: "NAME",
    options: {},
    place: "directory",
    run: async (ctx, { file: name }) => {
      await openForStores(ctx, name, true);
      return { open: true };
    },
    text: () => "The cell takes new stores.",
  }),
  command({
    name: "cell remove",
    summary:
      "Take a cell that holds no store any more out of the directory; its database stays. With --lost also one whose database is gone.",
    argument: "NAME",
    options: { lost: {} },
    place: "directory",
    run: async (ctx, { file: name, lost = false }) => {
      await removeCell(ctx, name, { isLost: lost });
      return { removed: name };
    },
    text: ({ removed }) =>
      `The cell ${removed} is no longer in the directory. Processes close their connections to it.`,
  }),
  command({
    name: "cell balance",
    summary:
      "List the moves after which closed cells are empty and the open ones have equally many stores, 100 at most. It moves nothing.",
    options: { "dry-run": {} },
    place: "directory",
    run: async (ctx, { "dry-run": isDry = false }) => {
      if (!isDry) throw new Error("cell balance moves nothing by itself: add --dry-run for the list.");
      return { moves: await planBalance(ctx) };
    },
    text: ({ moves }) =>
      textTable(
        ["STORE", "FROM", "TO"],
        moves.map(({ storeId, from, to }) => [storeId, from, to]),
      ),
  }),
];
