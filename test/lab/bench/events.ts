import { prepareEnvironment } from "./environment.ts";
import { backlog, bulk, growth, half, limiter, single, stores } from "./event-figures.ts";
import { findPgbench, YARDSTICK } from "./pgbench.ts";
import type { Ratio } from "./report.ts";

const STORED = 1_000_000;
const STORED_FULL = 10_000_000;
/** The length of a turn. */
const SECONDS = 5;

/**
 * Compares the rate at which events are accepted with pgbench on the same database. `--stored N` or `--full`
 * sets the number of stored events for the cost of one more; `--only` selects figures; `--seconds` sets the
 * length of a turn.
 */
export async function benchEvents(options: string[]): Promise<Ratio[]> {
  const program = findPgbench();
  const stored = Number(optionOf(options, "--stored") ?? (options.includes("--full") ? STORED_FULL : STORED));
  const seconds = Number(optionOf(options, "--seconds") ?? SECONDS);
  const only = optionOf(options, "--only")?.split(",");
  const environment = await prepareEnvironment();
  const ratios: Ratio[] = [];
  try {
    await (await environment.server()).stop();
    await environment.sql.query(YARDSTICK);
    const figures = { single, stores, half, bulk, backlog, limiter, growth };
    for (const [name, figure] of Object.entries(figures)) {
      if (only && !only.includes(name)) continue;
      process.stderr.write(`${name} …\n`);
      ratios.push(...(await figure(environment, { program, stored, seconds })));
    }
  } finally {
    await environment.clear();
  }
  return ratios;
}

function optionOf(options: string[], name: string): string | undefined {
  const at = options.indexOf(name);
  return at < 0 ? undefined : options[at + 1];
}
