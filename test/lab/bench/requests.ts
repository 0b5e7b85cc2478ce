import { prepareEnvironment } from "./environment.ts";
import { findPgbench } from "./pgbench.ts";
import type { Ratio } from "./report.ts";
import { CASES, compareRequest } from "./request-figures.ts";
import { prepareWorld } from "./request-world.ts";

const OBJECTS = 20_000;
const TURNS = 3;
const SECONDS = 5;
/** At how many connections requests are sent. */
export const CONNECTIONS = [32, 128];

/** Returns what the options of `benchRequests` say. */
export function requestOptions(options: string[]) {
  const optionOf = (name: string) =>
    options.includes(name) ? options[options.indexOf(name) + 1] : undefined;
  return {
    only: optionOf("--only")?.split(",") ?? Object.keys(CASES),
    turns: Number(optionOf("--turns") ?? TURNS),
    seconds: Number(optionOf("--seconds") ?? SECONDS),
    stored: Number(optionOf("--stored") ?? OBJECTS),
  };
}

/**
 * Compares single reads, a list, and writes of orders and returns with pgbench on the same rows of the same
 * database. `--stored N` sets the number of returns, `--seconds N` the length of a turn, `--turns N` their
 * number; `--only` selects figures.
 */
export async function benchRequests(options: string[]): Promise<Ratio[]> {
  const program = findPgbench();
  const { only, stored, ...turns } = requestOptions(options);
  const pace = { program, ...turns, connections: CONNECTIONS };
  const environment = await prepareEnvironment();
  const ratios: Ratio[] = [];
  try {
    process.stderr.write("filling …\n");
    const world = await prepareWorld(environment, stored / 2);
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
