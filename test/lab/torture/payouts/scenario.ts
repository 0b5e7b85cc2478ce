import type { Scenario } from "../scenario.ts";
import { torturePayouts } from "./run.ts";

const PAYERS = ["integration", "connector"];

/** The scenario of `bun run torture payouts`. */
export const payouts: Scenario = {
  options: "[--returns 10000] [--kills 20] [--by integration|connector]",
  about: `completes 10,000 returns through 3 processes, reopens and adjusts some, and kills the processes and Postgres,
while the payee, or with --by connector the shop, loses answers, answers late, refuses, fails, doesn't know, and pays other amounts than were asked for.
With --by connector units are restocked and taken back too. Ends with 1 if a key took effect twice, a payout was neither paid in the
end nor held because more would be refunded than was paid for the order, or paid not what it says, the payouts of a return didn't add up to what it owed at any moment, or the shop hasn't each
restocked unit once.`,
  run: async ({ seed, say, number, names, text }) => {
    const [returns, kills] = [number("returns", 10_000), number("kills", 20)];
    const isByShop = text("by") !== undefined && names("by", PAYERS).includes("connector");
    const by = isByShop ? "connector" : "integration";
    const run = await torturePayouts({ returns, kills, seed, by, say });
    const moods = Object.entries(run.tally).map(([mood, count]) => `${count} ${mood}`);
    const lines = [
      `${run.payouts} payouts of ${returns} returns; ${run.requests} requests with ${run.keys} keys`,
      `the payee's answers: ${moods.join(", ")}`,
      ...(isByShop ? [`${run.restocks} changes of the shop's stock`] : []),
      `${run.held} payouts held in the end, with which more would be refunded than was paid for the order`,
      `${run.kills.process} kills of a process, ${run.kills.postgres} of Postgres`,
      `sums of a return compared ${run.checks} times`,
    ];
    return { differences: run.differences, lines };
  },
};
