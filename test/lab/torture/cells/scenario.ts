import type { Scenario } from "../scenario.ts";
import { tortureCells } from "./run.ts";

/** The scenario of `bun run torture cells`. */
export const cells: Scenario = {
  options: "[--moves 100] [--kills 50] [--fault-every 5] [--stores 3] [--megabytes 100]",
  about: `moves stores among 3 cells while 3 writers each change them through 3 processes, kills movers at random moments,
and kills or freezes processes and kills the Postgres of cells. Ends with 1 if a change that was acknowledged is lost,
doubled or out of order in the feed, the lists or the webhooks, if rows of a store are left in another cell, or if a
request is refused in another way than with 503 and Retry-After, or with 409 where no other request explains it.`,
  run: async ({ seed, say, number, text }) => {
    const orNone = (name: string, otherwise: number) =>
      text(name) === "0" ? undefined : number(name, otherwise);
    const run = await tortureCells({
      ...{
        moves: number("moves", 100),
        kills: orNone("kills", 50) ?? 0,
        faultEvery: orNone("fault-every", 5) ?? Number.POSITIVE_INFINITY,
      },
      ...{
        stores: number("stores", 3),
        megabytes: number("megabytes", 1),
        cells: 3,
        processes: 3,
        seed,
        say,
      },
    });
    const { process, freeze, postgres } = run.faults;
    const sorted = run.pausesMs.toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
    const answers = Object.entries(run.answers).map(([status, count]) => `${count} ${status}`);
    const lines = [
      `${run.moves} moves and ${run.undone} undone, ${run.kills} movers killed, after which ${run.kills - run.killedUndone} moves went on and ${run.killedUndone} back; ${run.writes} requests succeeded`,
      `${process} kills of a process, ${freeze} frozen, ${postgres} kills of a cell's Postgres`,
      `${sorted.length} pauses of undisturbed moves: median ${at(0.5)} ms, p99 ${at(0.99)}, longest ${at(1)}`,
      `responses by status: ${answers.join(", ")}`,
      ...Object.entries(run.conflicts).map(([what, count]) => `409, ${count} times: ${what}`),
      `${run.deliveries} deliveries succeeded`,
    ];
    return { differences: run.differences, lines };
  },
};
