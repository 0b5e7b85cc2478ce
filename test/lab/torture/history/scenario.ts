import { COMMAND_MEMORY_MB } from "../../../support/measured-command.ts";
import { movesIn } from "../cells/moves.ts";
import type { Scenario, ScenarioRequest, ScenarioResult } from "../scenario.ts";
import type { Call } from "./call.ts";
import { type HistoryOptions, type HistoryRun, textOf, tortureHistory } from "./run.ts";
import { describe } from "./violation.ts";

const MINUTE_MS = 60_000;

const FULL = {
  ...{ clients: 14, stores: 3, apis: 3, workers: 2 },
  ...{ faultEveryMs: 7_000, longestMs: 20_000, skewMs: 5_000, drainWithinMs: 3 * MINUTE_MS },
};

/** The scenario of `bun run torture history`. */
export const history: Scenario = {
  options: "[--minutes 2] [--cells 1]",
  about: `runs clients that act at random on 3 API processes and 2 workers with different clocks, while processes and
Postgres are killed, frozen, restarted and cut off. Then compares the stored state, and the events at a receiver that
responds at random, with the responses. Ends with 1 if an acknowledged write is lost, duplicated or out of order.
With several cells the stores are spread over them and moved, by movers of which half are killed.`,
  run: async ({ seed, say, number }) => {
    const ms = number("minutes", 2) * MINUTE_MS;
    const run = await tortureHistory({ ...FULL, seed, say, ms, cells: Math.floor(number("cells", 1)) });
    return { differences: describe(run.violations), lines: summaryOf(run) };
  },
};

/** The scenario of `bun run torture backup`. */
export const backup: Scenario = {
  options: "[--minutes 2] [--events N] [--replay FILE]",
  about: `the same, with a backup that is taken in the middle and restored into another Postgres. Compares what the
restored service stores, shows and delivers with the responses before the backup. Ends with 1 if one of these writes is
lost, duplicated or out of order, or a command needs more than ${COMMAND_MEMORY_MB} MB. --events fills a further store first;
--replay makes one from an invoice file, which must read back unchanged at the end.`,
  run: async (request) => operated({ ...optionsOf(request), backupAfter: 500 }),
};

/** The scenario of `bun run torture move`. */
export const move: Scenario = {
  options: "[--minutes 2] [--events N] [--replay FILE]",
  about: `the same, but the faults end in the middle, the service is stopped, its embedded database moved into another
Postgres, and the service started there, while the clients go on. Ends with 1 as the backup does.`,
  run: async (request) => operated({ ...optionsOf(request), moveAfter: 500 }),
};

type Options = Pick<HistoryOptions, "seed" | "say" | "ms" | "events" | "invoices">;

function optionsOf({ seed, say, number, text }: ScenarioRequest): Options {
  const events = Math.floor(number("events", Number.MIN_VALUE));
  return { seed, say, ms: number("minutes", 2) * MINUTE_MS, events, invoices: text("replay") };
}

async function operated(
  options: Options & Pick<HistoryOptions, "backupAfter" | "moveAfter">,
): Promise<ScenarioResult> {
  const run = await tortureHistory({ ...FULL, ...options });
  const large = run.commands.filter(({ memoryMb }) => memoryMb > COMMAND_MEMORY_MB);
  return {
    differences: [
      ...describe(run.violations),
      ...run.differences,
      ...large.map((one) => `too much memory: ${textOf(one)}`),
    ],
    lines: [...run.commands.map(textOf), ...summaryOf(run)],
  };
}

/** Returns the counts of calls, faults, logged errors and deliveries. */
function summaryOf({ checked, tally, moves, attempts, errors, drainMs }: HistoryRun): string[] {
  const { calls } = checked;
  const { kills, freezes, restarts, cuts } = tally;
  const logged = [...errors].map(([message, count]) => `${count} "${message}"`);
  const tried = Object.entries(attempts).map(([mood, count]) => `${count} ${mood}`);
  return [
    `${calls.length} calls: ${counts(calls, ({ outcome }) => outcome)}`,
    counts(calls, ({ operation }) => operation.replace(/^(PUT status|POST remove) .*/, "$1")),
    `statuses: ${counts(calls, ({ status }) => String(status))}`,
    `${kills} kills, ${freezes} freezes, ${restarts} restarts of Postgres, ${cuts} cuts`,
    movesIn(moves),
    `errors logged: ${logged.join(", ") || "none"}`,
    `deliveries: ${tried.join(", ")}; at rest ${drainMs} ms after the last request`,
  ];
}

function counts(calls: Call[], nameOf: (call: Call) => string): string {
  const groups = [...Map.groupBy(calls, nameOf)].toSorted(([, a], [, b]) => b.length - a.length);
  return groups.map(([name, { length }]) => `${length} ${name}`).join(", ");
}
