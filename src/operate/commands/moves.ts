import { textTable } from "../../lib/text-table.ts";
import { findLeftovers } from "../moves/leftovers.ts";
import { listMoves } from "../moves/move-record.ts";
import { moveStore } from "../moves/move-store.ts";
import { undoMove } from "../moves/undo-move.ts";
import { type Command, command, optional, STORE } from "./command.ts";

export const MOVE_COMMANDS: readonly Command[] = [
  command({
    name: "store move",
    summary:
      "Move a store to another cell while it is open. Interrupted, it goes on when it is called again; --undo goes back, until the store is handed over.",
    options: { ...STORE, to: optional("CELL"), undo: {} },
    place: "directory",
    run: async (ctx, { store, to, undo }, terminal) => {
      const report = { step: terminal.onProgress, share: terminal.onShare };
      if ((to === undefined) === !undo) throw new Error("Either --to CELL or --undo is needed.");
      if (to !== undefined) return moveStore(ctx, { storeId: store, to }, report);
      return undoMove(ctx, store, report);
    },
    text: (result) =>
      "to" in result
        ? `Moved the store ${result.storeId} from the cell ${result.from} to ${result.to}.`
        : `The store ${result.storeId} stays in the cell ${result.cell}.`,
  }),
  command({
    name: "store moves",
    summary: "List the moves of stores that are not complete, and what earlier ones have left in the cells.",
    options: {},
    place: "directory",
    run: async (ctx) => {
      return { moves: await listMoves(ctx), leftovers: await findLeftovers(ctx) };
    },
    text: ({ moves, leftovers }) =>
      [
        textTable(
          ["STORE", "FROM", "TO", "STEP", "BEGAN"],
          moves.map(({ storeId, fromCell, toCell, step, startedAt }) => [
            ...[storeId, fromCell, toCell, step],
            startedAt.toISOString(),
          ]),
        ),
        ...leftovers.map((left) =>
          "problem" in left
            ? `The cell ${left.cell} can't be asked: ${left.problem}`
            : `The cell ${left.cell} has the ${left.kind} ${left.name} of a move that is over: drop it.`,
        ),
      ].join("\n"),
  }),
];
