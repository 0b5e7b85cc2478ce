import { V2 } from "../history/actor.ts";
import type { Act, Call } from "../history/call.ts";
import { PRODUCT } from "../history/operations/orders.ts";
import { createRecorder, type Target } from "../history/recorder.ts";
import type { Shop } from "../history/shop.ts";
import type { Random } from "../random.ts";

/** How long a process took until each kind of write succeeded again, or undefined if it didn't in time. */
export type Recovery = { process: string; ms: number | undefined };

export type Prober = {
  /** Writes through each process, over and over, until it serves each kind of write again. */
  probe(since: number): Promise<Recovery[]>;
  calls: Call[];
};

export type ProberOptions = { shop: Shop; name: string; random: Random; targets(): Target[]; now(): number };

const EVERY_MS = 100;
const GIVE_UP_MS = 15_000;
/** The clients' marks of the same store are lower. */
const FIRST_MARK = 1_000_000_000;

/** Returns a prober; its writes are recorded like those of clients, with a store that clients use too. */
export function createProber({ shop, name, random, targets, now }: ProberOptions): Prober {
  const calls: Call[] = [];
  const secret = shop.secrets.get(name) ?? "";
  let marks = FIRST_MARK;

  async function probeOne(target: Target, since: number): Promise<Recovery> {
    const recorder = createRecorder({ targets: () => [target], signs: [], now });
    const client = { name, secret, random };
    const firsts = await Promise.all(
      WRITES.map((write) =>
        firstSuccess(async () => {
          const mark = `${shop.sign}-${marks++}`;
          const { act, path, body } = write(mark, target.name);
          const { call } = await recorder.send(
            client,
            { ...act, store: shop.index },
            { method: "POST", path: `${V2}/stores/${shop.storeId}${path}`, body },
          );
          return call.outcome === "done" ? call.end - since : undefined;
        }),
      ),
    );
    calls.push(...recorder.calls);
    const done = firsts.filter((ms) => ms !== undefined);
    return { process: target.name, ms: done.length === firsts.length ? Math.max(...done) : undefined };
  }

  return {
    calls,
    probe: (since) => Promise.all(targets().map((target) => probeOne(target, since))),
  };
}

/** Begins an attempt every tenth of a second until one succeeds, without waiting for those before it. */
async function firstSuccess(attempt: () => Promise<number | undefined>): Promise<number | undefined> {
  const attempts: Promise<unknown>[] = [];
  let first: number | undefined;
  for (const end = performance.now() + GIVE_UP_MS; first === undefined; ) {
    if (performance.now() > end) break;
    attempts.push(
      attempt().then((ms) => {
        if (ms !== undefined) first = Math.min(ms, first ?? ms);
      }),
    );
    await Bun.sleep(EVERY_MS);
  }
  await Promise.all(attempts);
  return first;
}

type Write = (mark: string, process: string) => { act: Omit<Act, "store">; path: string; body: object };

/** Events and orders are written in different ways, by connections of different pools. */
const WRITES: Write[] = [
  (mark, process) => {
    const id = `probe-${process}`;
    return {
      act: {
        operation: "POST events (probe)",
        effects: [{ kind: "event", mark, group: mark }],
        patches: [{ kind: "event", mark, id, fields: {} }],
      },
      path: "/events",
      body: { eventName: "probed", customer: { id }, data: { mark } },
    };
  },
  (mark) => ({
    act: { operation: "POST orders (probe)", effects: [{ kind: "order", mark, group: `order-${mark}` }] },
    path: "/orders",
    body: {
      ...{
        orderId: `order-${mark}`,
        createdAt: "2026-03-01T10:00:00.000Z",
        currencyCode: "EUR",
        tags: [mark],
      },
      lineItems: [{ id: "line-1", productId: PRODUCT, title: "Tee", quantity: 1, price: 1, discount: 0 }],
      customer: {},
    },
  }),
];
