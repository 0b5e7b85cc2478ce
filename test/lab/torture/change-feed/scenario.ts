import type { Scenario } from "../scenario.ts";
import { tortureFeed } from "./run.ts";

const MINUTE_MS = 60_000;

/** The scenario of `bun run torture changes`. */
export const changes: Scenario = {
  options: "[--minutes 5]",
  about: `runs 8 writers that change all listed objects through 3 processes, and kills the processes, Postgres and a
reader that follows the change feed. Ends with 1 if the reader misses a change, gets one twice or out of order, or ends
with a state that differs from the lists.`,
  run: async ({ seed, say, number }) => {
    const ms = number("minutes", 5) * MINUTE_MS;
    const run = await tortureFeed({ ms, killEveryMs: 5_000, seed, say });
    const { process, reader, postgres } = run.kills;
    const lines = [
      `${run.changes} changes of ${run.objects} listed objects, by ${run.writes} requests`,
      `${process} kills of a process, ${reader} of the reader, ${postgres} of Postgres`,
    ];
    return { differences: run.differences, lines };
  },
};
