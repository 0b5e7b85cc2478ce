import { order } from "./fixtures.ts";
import type { ServiceProcess } from "./process.ts";

/** The response to a write; status 0 is none. `at` is when it came, of `performance.now()`. */
export type Written = { id: string; status: number; at: number; ms: number; body: string };

export type Writers = {
  /** Every write so far, in the order of the responses. */
  written: Written[];
  stop(): Promise<void>;
};

const PAUSE_MS = 15;
const TIMEOUT_MS = 20_000;

/** Sends orders to a process, several at a time, until stopped. Each has an id of its own, and is sent once. */
export function startWriters(
  { origin }: Pick<ServiceProcess, "origin">,
  { storeId, secret }: { storeId: string; secret: string },
  concurrency = 4,
): Writers {
  const written: Written[] = [];
  let isStopped = false;

  async function write(id: string): Promise<Written> {
    const began = performance.now();
    const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
    try {
      const response = await fetch(`${origin}/v2.2/stores/${storeId}/orders`, {
        ...{ method: "POST", headers, body: JSON.stringify(order(id)) },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const body = await response.text();
      const at = performance.now();
      return { id, status: response.status, at, ms: at - began, body };
    } catch (error) {
      const at = performance.now();
      return { id, status: 0, at, ms: at - began, body: String(error) };
    }
  }

  const running = Array.from({ length: concurrency }, async () => {
    while (!isStopped) {
      written.push(await write(crypto.randomUUID()));
      await Bun.sleep(PAUSE_MS);
    }
  });
  return {
    written,
    stop: async () => {
      isStopped = true;
      await Promise.all(running);
    },
  };
}
