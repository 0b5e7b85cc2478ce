import type { ServiceProcess } from "../../../support/process.ts";
import type { World } from "./world.ts";

/** One write through one process, by the clock of `performance`; the status is 0 without an answer. */
export type Write = { process: number; mark: string; start: number; end: number; status: number };

export type Writers = { writes: Write[]; stop(): Promise<void> };

const EVERY_MS = 100;
const PATIENCE_MS = 10_000;
let marks = 0;

/** Writes an event through each process ten times a second, without waiting for those before it. */
export function startWriters(processes: ServiceProcess[], { storeId, secret }: World): Writers {
  const writes: Write[] = [];
  const open = new Set<Promise<void>>();

  async function write(process: number, origin: string): Promise<void> {
    const mark = `mark-${++marks}`;
    const start = performance.now();
    const status = await post(`${origin}/v2.2/stores/${storeId}/events`, secret, {
      ...{ eventName: "measured", customer: { id: `customer-${process}` }, data: { mark } },
    });
    writes.push({ process, mark, start, end: performance.now(), status });
  }

  const timer = setInterval(() => {
    for (const [i, { origin }] of processes.entries()) {
      const one = write(i, origin).finally(() => open.delete(one));
      open.add(one);
    }
  }, EVERY_MS);
  return {
    writes,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}

async function post(url: string, secret: string, body: object): Promise<number> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      // On a broken connection that is kept alive, fetch would send the request again.
      keepalive: false,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await response.text();
    return response.status;
  } catch {
    // Refused, broken off or too late.
    return 0;
  }
}
