import { interleave } from "../interleave/scenario.ts";
import { medusa } from "../medusa/scenario.ts";
import { movesIn } from "./cells/moves.ts";
import { replay } from "./cells/replay.ts";
import { cells } from "./cells/scenario.ts";
import { changes } from "./change-feed/scenario.ts";
import { erase } from "./erase/scenario.ts";
import { tortureEvents } from "./events.ts";
import { failover } from "./failover/scenario.ts";
import { failoverTable } from "./failover-table/scenario.ts";
import { backup, history, move } from "./history/scenario.ts";
import { matrix } from "./matrix/scenario.ts";
import { money } from "./money/scenario.ts";
import { neighbours } from "./neighbours/scenario.ts";
import { pairs } from "./pairs/scenario.ts";
import { payouts } from "./payouts/scenario.ts";
import { raw } from "./raw/scenario.ts";
import type { Scenario } from "./scenario.ts";
import { tries } from "./tries/scenario.ts";
import { tortureWebhooks } from "./webhooks.ts";
import { withdrawals } from "./withdrawals/scenario.ts";

/** Every scenario of `bun run torture`, by name. Longer scenarios are defined in their own folders. */
export const SCENARIOS: Record<string, Scenario> = {
  changes,
  erase,
  matrix,
  history,
  failover,
  "failover-table": failoverTable,
  backup,
  cells,
  replay,
  move,
  raw,
  money,
  neighbours,
  payouts,
  medusa,
  withdrawals,
  tries,
  pairs,
  interleave,
  events: {
    options: "[--rounds 20]",
    about: `starts the service on a new folder and, in each round, kills it, its Postgres, and both with SIGKILL under
load. Ends with 1 if an event that was answered 202 is not stored exactly once.`,
    run: async ({ seed, say, number }) => {
      const rounds = number("rounds", 20);
      const { differences, events, tally, outagesMs, drainMs } = await tortureEvents({ rounds, seed, say });
      const outages = Object.entries(outagesMs).map(([kind, all]) => {
        const sorted = all.toSorted((a, b) => a - b);
        const middle = sorted[Math.floor(sorted.length / 2)];
        return `events were accepted again after a kill of ${kind}: median ${middle} ms, longest ${sorted.at(-1)} ms`;
      });
      const lines = [
        `${events} events in ${tally.answered} requests answered 202, ${tally.refused} refused, ${tally.broken} broken off`,
        ...outages,
        `the queue was empty ${drainMs} ms after the last request`,
      ];
      return { differences, lines };
    },
  },
  webhooks: {
    options: "[--returns 2000] [--cells 1]",
    about: `changes each return 20 times through 4 API processes, with 3 workers of which one is killed every few
seconds, processes that are frozen, a Postgres that is ended twice, and a receiver that responds at random. Ends with 1 if
a return's events arrived out of order, with a gap, in overlapping attempts, or not at all. With several cells each has
a Postgres that is ended twice, and as many stores are moved among them, by movers of which half are killed.`,
    run: async ({ seed, say, number }) => {
      const cells = Math.floor(number("cells", 1));
      const faults = { kills: 30, freezes: 7, restarts: 2 * cells };
      const fleet = { changes: 20, apis: 4, workers: 3, cells, faults };
      const returns = number("returns", 2_000);
      const tortured = await tortureWebhooks({ ...fleet, returns, seed, say });
      const { differences, events, discarded, attempts, moves, drainMs } = tortured;
      const answers = Object.entries(attempts).map(([mood, count]) => `${count} ${mood}`);
      const lines = [
        `${events} events, ${discarded} of them discarded; attempts: ${answers.join(", ")}`,
        movesIn(moves),
        `everything was delivered or discarded ${drainMs} ms after the last change`,
      ];
      return { differences, lines };
    },
  },
};
