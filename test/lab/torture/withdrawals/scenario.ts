import type { Scenario } from "../scenario.ts";
import { tortureWithdrawals } from "./run.ts";

const WANTED_MS = 2_000;

/** The scenario of `bun run torture withdrawals`. */
export const withdrawals: Scenario = {
  options: "[--withdrawals 10000] [--kills 20]",
  about: `sends 10,000 withdrawals through 3 processes, some again with their key after a lost answer, and kills the
processes and Postgres, while the mail server refuses mails for now or takes them without an answer. Ends with 1 if a
confirmed one hasn't exactly one row, one receipt and one mail, each with the statement to the letter, a row was never
sent, a unit was returned twice, or the numbers have a gap.`,
  run: async ({ seed, say, number }) => {
    const [count, kills] = [number("withdrawals", 10_000), number("kills", 20)];
    const run = await tortureWithdrawals({ withdrawals: count, kills, seed, say });
    const { arrived, refused, lost } = run.mails;
    const lines = [
      `${run.confirmed} withdrawals confirmed, ${run.unanswered} sent once and not answered; ${run.rows} rows, ${run.units} units returned`,
      `${run.kills.process} kills of a process, ${run.kills.postgres} of Postgres`,
      `${arrived} mails arrived; ${refused} commands refused for now, ${lost} answers lost`,
      `from confirmation to mail: median ${Math.round(run.medianMs)} ms (wanted at most ${WANTED_MS}), slowest ${Math.round(run.slowestMs)} ms`,
    ];
    return { differences: run.differences, lines };
  },
};
