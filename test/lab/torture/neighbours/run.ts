import { endWithUs } from "../../../support/ends-with-us.ts";
import type { Databases } from "../databases.ts";
import { apiOrigins, startWithStores, type TorturedStore } from "../fleet.ts";
import { operate } from "../operate.ts";
import { retry } from "../retry.ts";
import { type Compared, compared, table } from "./compare.ts";
import { openLargeReturns, openReturns } from "./open-returns.ts";
import { measure, type QuietStore } from "./quiet.ts";
import { type Receivers, startReceivers } from "./receiver.ts";
import { ask, type LoudStore, must, type StoreAccess, V2 } from "./store.ts";

export type NeighboursOptions = {
  ways: string[];
  /** How long the quiet store is measured before and during each way. */
  quietMs: number;
  duringMs: number;
  /** The longest wait for the effects of a way to end. */
  calmWithinMs: number;
  /** The amount of data of the misbehaving store. */
  returns: number;
  largeOrders: number;
  linesPerLargeOrder: number;
  seed: number;
  say(line: string): void;
};

const RAMP_MS = 1_500;
const QUIET_RETURNS = 40;
const CALM_MS = 500;
const SAMPLE_MS = 300;
const LOUD = decodeURIComponent(new URL("./loud.ts", import.meta.url).pathname);

/** Measures one store while another store on the same processes misbehaves in one way after another. */
export async function tortureNeighbours(options: NeighboursOptions): Promise<Compared[]> {
  const { ways, quietMs, duringMs, seed, say } = options;
  const receivers = await startReceivers();
  const fleet = await startWithStores({
    ...{ apis: 1, workers: 1, cells: 1, stores: 1 },
    settings: {
      ...{ WEBHOOK_ALLOWED_HOSTS: receivers.host, NAME_SERVER: receivers.nameServer },
      // A relative path, because BUN_OPTIONS can't contain a path with a space.
      BUN_OPTIONS: "--preload ./test/lab/torture/neighbours/name-server.ts",
    },
  });
  try {
    const [origin = ""] = apiOrigins(fleet);
    const [store] = fleet.stores as [TorturedStore];
    const loud = await openLoud({ origin, ...store }, receivers, options);
    const quiet = await openQuiet(origin, fleet.databases, receivers);
    await measure(quiet, quietMs, seed);
    const rows: Compared[] = [];
    for (const way of ways) {
      say(`measuring during ${way}`);
      const before = await measure(quiet, quietMs, seed);
      const noise = makeNoise(way, loud);
      await Bun.sleep(RAMP_MS);
      const during = await measure(quiet, duringMs, seed + 1);
      await noise.stop();
      await retry(() => endWebhooks(loud));
      await calm(quiet, options);
      const measured = compared(way, before, during);
      rows.push(...measured);
      for (const line of table(measured).slice(1)) say(line);
    }
    return rows;
  } finally {
    await fleet.close();
    receivers.close();
  }
}

async function openLoud(
  store: StoreAccess,
  { slow }: Receivers,
  { returns, largeOrders, linesPerLargeOrder }: NeighboursOptions,
): Promise<LoudStore> {
  const opened = await openReturns(store, "loud", returns);
  const largeReturns = await openLargeReturns(store, largeOrders, linesPerLargeOrder);
  return { ...store, returns: opened.returns, largeReturns, slowReceiver: slow };
}

async function openQuiet(origin: string, { env }: Databases, receivers: Receivers): Promise<QuietStore> {
  const { storeId } = await operate(env, "store", "create", "--name", "Quiet");
  const ofStore = ["--store", String(storeId), "--name", "Quiet"];
  const { secret } = await operate(env, "client", "create", ...ofStore);
  const { locationId } = await operate(env, "location", "create", ...ofStore);
  const store = { origin, storeId: String(storeId), secret: String(secret) };
  const opened = await openReturns(store, "quiet", QUIET_RETURNS);
  await must(store, `${V2}/stores/:store/webhooks`, {
    method: "POST",
    body: { webhook: { topic: "return", callback: { url: receivers.quiet, auth: null } } },
  });
  return { ...store, ...opened, locationId: String(locationId), received: receivers.received };
}

function makeNoise(way: string, store: LoudStore): { stop(): Promise<void> } {
  const child = Bun.spawn([process.execPath, LOUD, JSON.stringify({ way, store })], {
    ...{ stdout: "ignore", stderr: "inherit" },
  });
  endWithUs(child);
  return {
    stop: async () => {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

/** Deletes the webhooks of the misbehaving store. */
async function endWebhooks(store: LoudStore): Promise<void> {
  const path = `${V2}/stores/:store/webhooks`;
  const { webhooks } = await must<{ webhooks: { id: string }[] }>(store, path);
  for (const { id } of webhooks) await ask(store, `${V2}/webhooks/${id}`, { method: "DELETE" });
}

/** Waits until every request is fast and succeeds again, at most `calmWithinMs`. */
async function calm(store: QuietStore, { calmWithinMs, seed }: NeighboursOptions): Promise<void> {
  for (const end = performance.now() + calmWithinMs; performance.now() < end; ) {
    const { times, failures } = await measure(store, SAMPLE_MS, seed);
    if (failures.length === 0 && Math.max(...Object.values(times).flat()) < CALM_MS) return;
  }
}
