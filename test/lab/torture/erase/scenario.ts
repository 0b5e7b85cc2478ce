import type { Scenario } from "../scenario.ts";
import { tortureErasures } from "./run.ts";

/** The scenario of `bun run torture erase`. */
export const erase: Scenario = {
  options: "[--persons 1000] [--kills 20]",
  about: `erases 1,000 persons through 3 processes while other clients write, and kills the processes and Postgres.
Ends with 1 if a text of one of them is left anywhere in the database, a row of others has changed, a person who came
back is not a new customer, or a delivery has no number.`,
  run: async ({ seed, say, number }) => {
    const [persons, kills] = [number("persons", 1_000), number("kills", 20)];
    const run = await tortureErasures({ persons, others: Math.ceil(persons / 4), kills, seed, say });
    const lines = [
      `${run.persons} persons erased within ${Math.round(run.totalMs / 1_000)} s, the slowest after ${Math.round(run.slowestMs / 1_000)} s`,
      `${run.kills.process} kills of a process, ${run.kills.postgres} of Postgres, ${run.writes} customers of others created meanwhile`,
    ];
    return { differences: run.differences, lines };
  },
};
