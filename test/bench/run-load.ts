import { endWithUs } from "../support/ends-with-us.ts";
import type { BenchStore } from "./environment.ts";
import type { Load, Outcome } from "./load.ts";

const PROGRAM = new URL("load.ts", import.meta.url).pathname;
let runs = 0;

/**
 * Runs a load generator against stores in a separate process; throws unless every request is answered 202.
 */
export async function runLoad(
  origin: string,
  stores: BenchStore | BenchStore[],
  shape: Pick<Load, "size"> & Partial<Load>,
): Promise<Outcome> {
  const load: Load = {
    connections: 32,
    ...shape,
    origin,
    stores: [stores].flat(),
    run: `run-${++runs}`,
  };
  const child = Bun.spawn([process.execPath, decodeURIComponent(PROGRAM), JSON.stringify(load)], {
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
  const others = Object.keys(outcome.statuses).filter((status) => status !== "202");
  if (others.length > 0)
    throw new Error(`not every request was answered 202: ${JSON.stringify(outcome.statuses)}`);
  return outcome;
}

export function perSecond({ requests, seconds }: Outcome): number {
  return requests / seconds;
}
