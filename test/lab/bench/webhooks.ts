import { prepareEnvironment } from "./environment.ts";
import type { Ratio } from "./report.ts";
import { growth, idle, isolation, latency, outage, speed } from "./webhook-figures.ts";

const MOST = 1_000_000;

/**
 * Measures the throughput, latency and isolation of deliveries. `--stored N` sets the size of the large backlog; `--only` selects figures.
 */
export async function benchWebhooks(options: string[]): Promise<Ratio[]> {
  const most = Number(optionOf(options, "--stored") ?? MOST);
  const only = optionOf(options, "--only")?.split(",");
  const environment = await prepareEnvironment();
  const ratios: Ratio[] = [];
  try {
    await (await environment.server()).stop();
    const figures = { latency, isolation, outage, idle, speed, growth };
    for (const [name, figure] of Object.entries(figures)) {
      if (only && !only.includes(name)) continue;
      process.stderr.write(`${name} …\n`);
      ratios.push(...(await figure(environment, { most })));
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
