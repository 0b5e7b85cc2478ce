import { pino } from "pino";
import { createContext } from "../../../src/boot/create-context.ts";
import { inTransaction } from "../../../src/core/ctx.ts";
import { appendEvents, storePayloads } from "../../../src/core/delivery/outbox.ts";
import { readConfig } from "../../../src/platform/config/config.ts";

/** The input of a publisher, which runs as a separate process. */
export type Publishing = {
  url: string;
  encryptionKey: string;
  storeId: string;
  /** The number of webhooks; return n has the webhook `hook-<n % webhooks>`. */
  webhooks: number;
  returns: number;
  /** Events per second. */
  rate: number;
  seconds: number;
};

const task: Publishing = JSON.parse(process.argv[2] ?? "{}");
await publish(task);
process.exit(0);

/** Publishes events at the given rate, each in its own transaction, as changes of returns do. */
async function publish({ url, encryptionKey, storeId, webhooks, returns, rate, seconds }: Publishing) {
  const config = readConfig({ DATABASE_URL: url, ENCRYPTION_KEY: encryptionKey });
  const { ctx, close } = await createContext(config, pino({ level: "warn" }), "cli");
  const begin = performance.now();
  const running = new Set<Promise<void>>();
  for (let n = 0; n < rate * seconds; n++) {
    const wait = begin + (n * 1_000) / rate - performance.now();
    if (wait > 0) await Bun.sleep(wait);
    const number = n % returns;
    const one = append(number).finally(() => running.delete(one));
    running.add(one);
  }
  await Promise.all(running);
  await close();

  function append(number: number): Promise<void> {
    const [returnId, webhookId] = [`ret-${number}`, `hook-${number % webhooks}`];
    const state = { return: { id: returnId, filling: "x".repeat(2_500) }, order: {} };
    const at = new Date();
    return inTransaction(ctx, async (tx) => {
      const change = {
        aboutId: returnId,
        type: "updated" as const,
        at,
        merchantName: "Bench shop",
        shown: state,
      };
      const [payloadId = ""] = storePayloads(tx, storeId, [change]);
      const event = { webhookId, returnId, type: "updated" as const, at, payloadId, requestId: "bench" };
      await appendEvents(tx, storeId, { events: [event] });
    });
  }
}
