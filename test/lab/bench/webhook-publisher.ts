import { join } from "node:path";
import { pino } from "pino";
import { ROOT } from "../../support/entries.ts";
import { CODE_FOLDER } from "./environment.ts";

// An earlier version's service starts on no database that today's code has upgraded.
const CODE = join(process.env[CODE_FOLDER] || ROOT, "src");
const { createContext }: typeof import("../../../src/boot/create-context.ts") = await import(
  join(CODE, "boot/create-context.ts")
);
const { inTransaction }: typeof import("../../../src/core/ctx.ts") = await import(join(CODE, "core/ctx.ts"));
const { appendEvents, storePayloads }: typeof import("../../../src/core/delivery/outbox.ts") = await import(
  join(CODE, "core/delivery/outbox.ts")
);
const { readConfig }: typeof import("../../../src/platform/config/config.ts") = await import(
  join(CODE, "platform/config/config.ts")
);

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
