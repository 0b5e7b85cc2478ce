import { endWithUs } from "../../support/ends-with-us.ts";
import type { BenchStore } from "./environment.ts";
import type { Load, Outcome } from "./load.ts";

const PROGRAM = decodeURIComponent(new URL("load.ts", import.meta.url).pathname);
let runs = 0;

/**
 * Runs a load generator against stores in a separate process; throws unless every request is answered with
 * the expected status, 202 for events.
 */
export async function runLoad(
  origin: string,
  stores: BenchStore | BenchStore[],
  { expect = 202, ...shape }: Partial<Load> & { expect?: number },
): Promise<Outcome> {
  const load: Load = { connections: 32, run: `run-${++runs}`, ...shape, origin, stores: [stores].flat() };
  const child = Bun.spawn([process.execPath, PROGRAM], {
    stdin: new Blob([JSON.stringify(load)]),
    stdout: "pipe",
    stderr: "pipe",
  });
  endWithUs(child);
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`the load generator failed: ${err}`);
  const outcome: Outcome = JSON.parse(out);
  const others = Object.keys(outcome.statuses).filter((status) => status !== String(expect));
  if (others.length > 0)
    throw new Error(`not every request was answered ${expect}: ${JSON.stringify(outcome.statuses)}`);
  return outcome;
}

export function perSecond({ requests, seconds }: Outcome): number {
  return requests / seconds;
}
