import { Gauge, type Registry } from "prom-client";

/** The moves of stores that are not over. `seconds` is the age of the oldest. */
export type UnfinishedMoves = { running: number; abandoned: number; seconds: number };

/** What a process that serves cells knows of them. */
export type CellSources = {
  cells(): Promise<{ cell: string; isUp: boolean }[]>;
  /** Undefined while the directory can't be read. */
  moves(): Promise<UnfinishedMoves | undefined>;
};

const OF_ONE_DATABASE: CellSources = { cells: async () => [], moves: async () => undefined };

/** Adds the metrics of cells and of moves between them, which a service of one database has without values. */
export function observeCells(registry: Registry, { cells, moves }: CellSources = OF_ONE_DATABASE): void {
  const registers = [registry];
  new Gauge({
    name: "aftersale_cell_up",
    help: "Whether the database of a cell responds to this process: 1, or 0 also when it could not be opened yet.",
    labelNames: ["cell"],
    registers,
    async collect() {
      const all = await cells();
      this.reset();
      for (const { cell, isUp } of all) this.set({ cell }, isUp ? 1 : 0);
    },
  });
  new Gauge({
    name: "aftersale_moves",
    help: "Moves of stores that are not over, by state: running, or abandoned when the process has died.",
    labelNames: ["state"],
    registers,
    async collect() {
      const unfinished = await moves();
      this.reset();
      if (!unfinished) return;
      this.set({ state: "running" }, unfinished.running);
      this.set({ state: "abandoned" }, unfinished.abandoned);
    },
  });
  new Gauge({
    name: "aftersale_move_oldest_seconds",
    help: "Age of the oldest move that is not over; 0 without one.",
    registers,
    async collect() {
      const unfinished = await moves();
      if (unfinished) this.set(unfinished.seconds);
      else this.remove();
    },
  });
}
