import { order, returnOf } from "../../support/fixtures.ts";
import { apiOrigins, type FleetWithStores, type TorturedStore } from "./fleet.ts";
import { type Random, seeded, shuffled } from "./random.ts";

/** The changes of one return: the number that succeeded, and the number whose outcome is unknown. */
export type Changed = { store: TorturedStore; returnId: string; answered: number; unknown: number };

export type Changes = {
  /** Returns the share of the changes that is done, from 0 to 1. */
  progress(): number;
  finished: Promise<void>;
  stop(): void;
};

type Calling = { fleet: FleetWithStores; store: TorturedStore; random: Random };
type Asked = [method: string, path: string, body: object, key?: string];

const CLIENTS = 24;
const RETRY_MS = 50;
const PATIENCE_MS = 60_000;

/** Creates returns of all stores, each of its own order, through random API processes. */
export async function openReturns(fleet: FleetWithStores, count: number, seed: number): Promise<Changed[]> {
  const opened: Changed[] = [];
  const random = seeded(seed);
  let next = 0;
  await inParallel(async () => {
    while (next < count) {
      const name = `torture-${next}`;
      const store = fleet.stores[next++ % fleet.stores.length] as TorturedStore;
      const from = { fleet, store, random };
      await create(from, `/stores/${store.storeId}/orders`, order(name), `order-${name}`);
      const text = await create(from, `/stores/${store.storeId}/returns`, returnOf(name), `return-${name}`);
      const { return: created } = JSON.parse(text) as { return: { id: string } };
      opened.push({ store, returnId: created.id, answered: 1, unknown: 0 });
    }
  });
  return opened;
}

/** Sends one creation, once per key, until it is answered with a success. */
async function create(from: Calling, path: string, body: object, key: string): Promise<string> {
  for (const end = performance.now() + PATIENCE_MS; ; await Bun.sleep(RETRY_MS)) {
    const { status, text } = await call(from, "POST", path, body, key);
    if (status >= 200 && status < 300) return text;
    if (status === 409 || performance.now() > end) {
      throw new Error(`POST ${path} was answered ${status} ${text}`);
    }
  }
}

/** Changes each return `times` times in a random order; retries each change until it succeeds. */
export function startChanges(fleet: FleetWithStores, all: Changed[], times: number, seed: number): Changes {
  const random = seeded(seed);
  const left = shuffled(
    all.flatMap((one) => Array.from({ length: times }, () => one)),
    random,
  );
  const total = left.length;
  let done = 0;
  let running = true;

  async function client() {
    for (let one = left.pop(); one && running; one = left.pop()) {
      while (running && !(await change(fleet, random, one))) await Bun.sleep(RETRY_MS);
      done++;
    }
  }

  const finished = inParallel(client);
  // A caller that awaits `finished` gets the error; without one, this avoids an unhandled rejection.
  finished.catch(() => undefined);
  return {
    progress: () => done / total,
    finished,
    stop: () => {
      running = false;
    },
  };
}

/** Sends one change; returns whether its response was a success. */
async function change(fleet: FleetWithStores, random: Random, one: Changed): Promise<boolean> {
  const path = `/returns/${one.returnId}`;
  const text = String(random.between(1, 1e9));
  const kinds: Asked[] = [
    ["POST", `${path}/comments`, { comment: { message: text } }],
    ["PATCH", path, { tags: [{ name: text }] }],
    ["PUT", `${path}/status`, { status: random.chance(0.5) ? "flagged" : "open" }],
  ];
  const answer = await call({ fleet, random, store: one.store }, ...(kinds[random.between(0, 2)] as Asked));
  if (answer.status === 409) return false;
  const isAnswered = answer.status >= 200 && answer.status < 300;
  if (isAnswered) one.answered++;
  else one.unknown++;
  return isAnswered;
}

/** Returns status 0 if the connection broke; throws for a response other than a success, 409 or 503. */
async function call(
  { fleet, store: { secret }, random }: Calling,
  ...[method, path, body, key]: Asked
): Promise<{ status: number; text: string }> {
  const origins = apiOrigins(fleet);
  try {
    const answer = await fetch(`${origins[random.between(0, origins.length - 1)]}/v2.2${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${secret}`,
        "Content-Type": "application/json",
        ...(key && { "Idempotency-Key": key }),
      },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status < 300 || [409, 503].includes(answer.status)) return { status: answer.status, text };
    throw new Error(`${method} ${path} was answered ${answer.status} ${text}`);
  } catch (error) {
    if (error instanceof Error && / was answered /.test(error.message)) throw error;
    return { status: 0, text: "" };
  }
}

async function inParallel(work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: CLIENTS }, work));
}
