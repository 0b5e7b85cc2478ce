import { type Random, seeded } from "../random.ts";
import type { Actor } from "./actor.ts";
import { chooseOperation } from "./operations/all.ts";
import type { Recorder } from "./recorder.ts";
import type { Shop } from "./shop.ts";

export type Clients = {
  /** Rejects if a client fails, which is a fault of the harness. */
  finished: Promise<unknown>;
  /** Stops the clients after each has finished its current operation. */
  stop(): Promise<void>;
};

export type ClientsOptions = {
  shops: Shop[];
  recorder: Recorder;
  names: string[];
  receiver: string;
  seed: number;
};

const LONGEST_PAUSE_MS = 30;
/** Bounds the memory of a long run, which keeps every call until its end. */
const MAX_CALLS_PER_MINUTE = 6_000;
const MINUTE_MS = 60_000;

/**
 * Starts clients that act at random until they are stopped; each picks a random store for every operation.
 */
export function startClients({ names, seed, ...options }: ClientsOptions): Clients {
  let running = true;
  let marks = 0;
  const clients = names.map((name, i) => {
    const random = seeded(seed * 1_000 + i);
    return { random, actorOf: () => createActor(name, random) };
  });

  function createActor(client: string, random: Random): Actor {
    const { shops, recorder, receiver } = options;
    const shop = shops[random.between(0, shops.length - 1)] as Shop;
    const other = shops[(shop.index + 1) % shops.length] as Shop;
    const secret = shop.secrets.get(client) ?? "";
    return {
      ...{ client, random, shop, other, receiver },
      mark: () => `${shop.sign}-${++marks}`,
      send: (act, request) =>
        recorder.send({ name: client, secret, random }, { ...act, store: shop.index }, request),
    };
  }

  const { calls, now } = options.recorder;
  const startedAt = now();
  const isAhead = () => calls.length > (MAX_CALLS_PER_MINUTE * (now() - startedAt + MINUTE_MS)) / MINUTE_MS;

  const working = clients.map(async ({ random, actorOf }) => {
    while (running) {
      if (!isAhead()) await chooseOperation(random)(actorOf());
      await Bun.sleep(random.between(0, LONGEST_PAUSE_MS));
    }
  });
  const all = Promise.all(working);
  // `stop` throws the error of a failed client.
  all.catch(() => undefined);
  return {
    finished: all,
    stop: async () => {
      running = false;
      await all;
    },
  };
}
