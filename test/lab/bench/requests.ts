import { prepareEnvironment } from "./environment.ts";
import { findPgbench } from "./pgbench.ts";
import type { Ratio } from "./report.ts";
import { CASES, compareRequest } from "./request-figures.ts";
import { prepareWorld } from "./request-world.ts";

const OBJECTS = 20_000;
const TURNS = 3;
const SECONDS = 5;
const CONNECTIONS = [32, 128];

/**
 * Compares single reads, a list, and writes of orders and returns with pgbench on the same rows of the same
 * database. `--stored N` sets the number of returns, `--seconds N` the length of a turn, `--turns N` their
 * number; `--only` selects figures.
 */
export async function benchRequests(options: string[]): Promise<Ratio[]> {
  const optionOf = (name: string) =>
    options.includes(name) ? options[options.indexOf(name) + 1] : undefined;
  const program = findPgbench();
  const only = optionOf("--only")?.split(",") ?? Object.keys(CASES);
  const pace = {
    program,
    turns: Number(optionOf("--turns") ?? TURNS),
    seconds: Number(optionOf("--seconds") ?? SECONDS),
    connections: CONNECTIONS,
  };
  const environment = await prepareEnvironment();
  const ratios: Ratio[] = [];
  try {
    process.stderr.write("filling …\n");
    const world = await prepareWorld(environment, Number(optionOf("--stored") ?? OBJECTS) / 2);
    for (const name of only) {
      process.stderr.write(`${name} …\n`);
      ratios.push(...(await compareRequest(world, name, pace)));
    }
    await world.server.stop();
  } finally {
    await environment.clear();
  }
  return ratios;
}
