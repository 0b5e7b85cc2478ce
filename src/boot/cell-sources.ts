import type { Logger } from "pino";
import { countMoves } from "../operate/moves/count-moves.ts";
import type { Connection } from "../platform/db/connect.ts";
import type { CellSources } from "../platform/metrics/observe-cells.ts";
import { createSampler } from "../platform/metrics/sampler.ts";
import type { ServedCells } from "./served-cells.ts";

/** A scrape reads the directory no more often, and waits for it no longer. */
const MOVES = { maxAgeMs: 5_000, maxWaitMs: 1_000 };

/** Returns what the metrics of a process read of its cells and of the directory. */
export function cellSources(cells: ServedCells, { monitorDb }: Connection, log: Logger): CellSources {
  return {
    cells: () =>
      Promise.all(
        cells.all().map(async ({ name, service }) => {
          const health = await service?.ctx.databaseHealth.check();
          return { cell: name, isUp: health?.responsive === true };
        }),
      ),
    moves: createSampler(() => countMoves(monitorDb), {
      ...MOVES,
      onError: (err) => log.warn({ err }, "can't read the moves of stores"),
    }),
  };
}
