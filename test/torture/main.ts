import { parseArgs } from "node:util";
import { type Tortured, tortureEvents } from "./events.ts";
import { type TorturedWebhooks, tortureWebhooks } from "./webhooks.ts";

const USAGE = `bun run torture events [--rounds 20] [--seed N]
bun run torture webhooks [--returns 2000] [--seed N]

events: starts the service on a folder of its own and kills it, its Postgres and both with SIGKILL under load, as many times
each as there are rounds. Ends with 1 if an event that was answered 202 is not there once.

webhooks: changes each return 20 times through 4 API processes, with 3 workers of which one is killed every few seconds, a
Postgres that ends twice, and a receiver that answers at random. Ends with 1 if a return was told out of order, with a gap,
twice at a time, or not at all.
`;
const SHOWN = 10;

type Asked = { what: string; rounds: number; returns: number; seed: number };

try {
  const asked = read(process.argv.slice(2));
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say(`seed ${asked.seed}`);
  const { differences, lines } =
    asked.what === "events" ? await events(asked, say) : await webhooks(asked, say);
  const shown = differences.slice(0, SHOWN).map((difference) => `  ${difference}`);
  say([...lines, `${differences.length} differences`, ...shown].join("\n"));
  process.exitCode = differences.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}

function read(args: string[]): Asked {
  const option = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    args,
    options: { rounds: option, returns: option, seed: option },
    allowPositionals: true,
  });
  const what = positionals.join(" ");
  const rounds = Number(values.rounds ?? 20);
  const returns = Number(values.returns ?? 2_000);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const isRight = ["events", "webhooks"].includes(what) && [rounds, returns].every((count) => count > 0);
  if (!isRight || ![rounds, returns, seed].every(Number.isInteger)) throw new Error(USAGE);
  return { what, rounds, returns, seed };
}

async function events({ rounds, seed }: Asked, say: (line: string) => void) {
  const { differences, events, tally, outagesMs, drainMs }: Tortured = await tortureEvents({
    rounds,
    seed,
    say,
  });
  const outages = Object.entries(outagesMs).map(([kind, all]) => {
    const sorted = all.toSorted((a, b) => a - b);
    const middle = sorted[Math.floor(sorted.length / 2)];
    return `events were taken again after a kill of ${kind}: median ${middle} ms, longest ${sorted.at(-1)} ms`;
  });
  const lines = [
    `${events} events in ${tally.answered} requests answered 202, ${tally.refused} refused, ${tally.broken} broken off`,
    ...outages,
    `the queue was empty ${drainMs} ms after the last request`,
  ];
  return { differences, lines };
}

async function webhooks({ returns, seed }: Asked, say: (line: string) => void) {
  const fleet = { changes: 20, apis: 4, workers: 3, kills: 30, restarts: 2 };
  const tortured: TorturedWebhooks = await tortureWebhooks({ ...fleet, returns, seed, say });
  const { differences, events, discarded, attempts, drainMs } = tortured;
  const answers = Object.entries(attempts).map(([mood, count]) => `${count} ${mood}`);
  const lines = [
    `${events} events, ${discarded} of them discarded; attempts: ${answers.join(", ")}`,
    `everything was delivered or discarded ${drainMs} ms after the last change`,
  ];
  return { differences, lines };
}
