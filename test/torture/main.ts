import { parseArgs } from "node:util";
import { type Tortured, tortureEvents } from "./events.ts";

const USAGE = `bun run torture events [--rounds 20] [--seed N]

Starts the service on a folder of its own and kills it, its Postgres and both with SIGKILL under load, as many times each
as there are rounds. Ends with 1 if an event that was answered 202 is not there once.
`;
const SHOWN = 10;

try {
  const { rounds, seed } = read(process.argv.slice(2));
  process.stdout.write(`seed ${seed}\n`);
  const tortured = await tortureEvents({ rounds, seed, say: (line) => process.stdout.write(`${line}\n`) });
  process.stdout.write(summary(tortured));
  process.exitCode = tortured.differences.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}

function read(args: string[]): { rounds: number; seed: number } {
  const option = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    args,
    options: { rounds: option, seed: option },
    allowPositionals: true,
  });
  const rounds = Number(values.rounds ?? 20);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const isRight = positionals.join(" ") === "events" && Number.isInteger(rounds) && rounds > 0;
  if (!isRight || !Number.isInteger(seed)) throw new Error(USAGE);
  return { rounds, seed };
}

function summary({ differences, events, tally, outagesMs, drainMs }: Tortured): string {
  const outages = Object.entries(outagesMs).map(([kind, all]) => {
    const sorted = all.toSorted((a, b) => a - b);
    const middle = sorted[Math.floor(sorted.length / 2)];
    return `events were taken again after a kill of ${kind}: median ${middle} ms, longest ${sorted.at(-1)} ms`;
  });
  const shown = differences.slice(0, SHOWN).map((difference) => `  ${difference}`);
  return `${[
    `${events} events in ${tally.answered} requests answered 202, ${tally.refused} refused, ${tally.broken} broken off`,
    ...outages,
    `the queue was empty ${drainMs} ms after the last request`,
    `${differences.length} differences`,
    ...shown,
  ].join("\n")}\n`;
}
