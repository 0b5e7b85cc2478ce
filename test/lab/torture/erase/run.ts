import { openPostgres, type Postgres } from "../history/postgres.ts";
import { createLog } from "../history/service-process.ts";
import { createSlot, type Slot } from "../history/slot.ts";
import { inParallel } from "../in-parallel.ts";
import { operate } from "../operate.ts";
import { query } from "../query.ts";
import { type Random, seeded } from "../random.ts";
import { retry } from "../retry.ts";
import { differencesOf, readMarks } from "./marks.ts";
import { createPerson, emailOf, type Kind, markOf, type Send } from "./people.ts";

export type EraseTortureOptions = {
  persons: number;
  others: number;
  kills: number;
  seed: number;
  say(line: string): void;
};

export type TorturedErasures = {
  differences: string[];
  persons: number;
  kills: { process: number; postgres: number };
  /** Writes of the load while persons were erased. */
  writes: number;
  /** From the request to the end of its erasure, of the slowest. */
  slowestMs: number;
  /** From the first request to the end of the last erasure. */
  totalMs: number;
};

const PROCESSES = 3;
const KEY = "a key for torture only";
const LOADS = 4;
const GIVE_UP_MS = 20_000;
const ERASED_WITHIN_MS = 180_000;

/**
 * Erases persons through three processes while other clients write, and the processes and Postgres are killed.
 * Then nothing of the persons may be left anywhere in the database, the rows of others must be as before, and
 * who came back meanwhile must be a new customer.
 */
export async function tortureErasures(options: EraseTortureOptions): Promise<TorturedErasures> {
  const { persons, others, kills: killCount, seed, say } = options;
  const random = seeded(seed);
  const postgres = await openPostgres();
  const receiver = Bun.serve({
    ...{ port: 0, hostname: "127.0.0.1" },
    fetch: async (request) => new Response((await request.text()).slice(0, 2_000)),
  });
  const host = `127.0.0.1:${receiver.port}`;
  const settings = { DATABASE_URL: postgres.url, ENCRYPTION_KEY: KEY, DEMO: "0", LOG_LEVEL: "warn" };
  const [log, crashes] = [createLog(), [] as string[]];
  const slots = Array.from({ length: PROCESSES }, (_, i) =>
    createSlot({
      ...{ name: `process-${i + 1}`, role: "api", link: undefined, log, crashes, offsetMs: () => 0 },
      env: { ...settings, ROLE: "all", EVENT_RATE_LIMIT: "0", WEBHOOK_ALLOWED_HOSTS: host },
    }),
  );
  const kills = { process: 0, postgres: 0 };
  try {
    await slots[0]?.start();
    await Promise.all(slots.slice(1).map((slot) => slot.start()));
    const { storeId } = await operate(settings, "store", "create", "--name", "Torture");
    const client = ["client", "create", "--store", String(storeId), "--name", "Torturer"];
    const { secret } = await operate(settings, ...client);
    const send = sender(slots, { storeId: String(storeId), secret: String(secret) }, random);
    const callback = { url: `http://${host}/`, auth: null };
    await send("POST", "/:store/webhooks", { webhook: { topic: "return", callback } });

    const ids = await inParallel(persons, (n) => createPerson(send, "gone", n));
    await inParallel(others, (n) => createPerson(send, "kept", n));
    await delivered(postgres.url);
    const before = await readMarks(postgres.url);
    say(`${persons} persons and ${others} others created`);

    const load = startLoad(send);
    const killing = killAll({ slots, postgres, random, count: killCount, kills, say });
    const startedAt = performance.now();
    const requested = new Map<string, number>();
    await inParallel(persons, async (n) => {
      const id = ids[n] ?? "";
      await send("POST", `/:store/customers/${encodeURIComponent(id)}/erase`);
      requested.set(id, performance.now());
      // Some come back at once.
      if (n % 5 === 0) await comeBack(send, n);
    });
    const slowestMs = await erased(postgres.url, requested);
    const totalMs = performance.now() - startedAt;
    await killing;
    const writes = await load.stop();
    await delivered(postgres.url);

    const after = await readMarks(postgres.url);
    const left = Array.from({ length: persons }, (_, n) => n).flatMap((n) => {
      const places = new Map(after.get(markOf("gone", n)));
      // The address of one who came back belongs to the new customer.
      if (n % 5 === 0) for (const place of OF_NEW) places.delete(place);
      return [...places].map(([place, count]) => `${markOf("gone", n)} is left ${count} times in ${place}`);
    });
    const changed = Array.from({ length: others }, (_, n) =>
      differencesOf(markOf("kept", n), before, after),
    ).flat();
    const lost = await lostAmong(send, persons);
    const differences = [...crashes, ...left, ...changed, ...lost, ...(await gapsIn(postgres.url))];
    return { differences, persons, kills, writes, slowestMs, totalMs };
  } finally {
    await Promise.allSettled(slots.map((slot) => slot.stop()));
    await postgres.close();
    await receiver.stop(true);
  }
}

/** Where a new customer's own address stands. */
const OF_NEW = ["public.customers.email", "public.customers.email_key", "public.storefront_events.body"];

async function comeBack(send: Send, n: number): Promise<void> {
  const email = emailOf("gone", n);
  const mark = markOf("later", n);
  await send("POST", "/:store/events", {
    ...{ eventName: "returned", uniqueId: `later-${n}`, customer: { email, firstName: mark } },
    data: { said: mark },
  });
}

/** Returns a line for each person that came back and is no customer, or has lost the event. */
async function lostAmong(send: Send, persons: number): Promise<string[]> {
  const lost: string[] = [];
  for (let n = 0; n < persons; n += 5) {
    const found = await send("GET", `/:store/customers?email=${encodeURIComponent(emailOf("gone", n))}`);
    if (found.firstName !== markOf("later", n))
      lost.push(`${markOf("later", n)} is ${JSON.stringify(found)}`);
    const { events } = await send("GET", `/:store/events?customer=${encodeURIComponent(String(found.id))}`);
    const names = (events as { eventName: string }[]).map(({ eventName }) => eventName);
    if (names.join() !== "returned")
      lost.push(`${markOf("later", n)} has the events ${names.join() || "none"}`);
  }
  return lost;
}

function sender(
  slots: Slot[],
  { storeId, secret }: { storeId: string; secret: string },
  random: Random,
): Send {
  return async (method, path, body) => {
    const key = crypto.randomUUID();
    return retry(async () => {
      const origins = slots.flatMap((slot) => slot.origin() ?? []);
      const origin = origins[random.between(0, origins.length - 1)];
      if (!origin) throw new Error("no process is running");
      const response = await fetch(`${origin}/v2.2${path.replace("/:store", `/stores/${storeId}`)}`, {
        method,
        headers: {
          Authorization: `Bearer ${secret}`,
          ...(body && { "Content-Type": "application/json", "Idempotency-Key": key }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(GIVE_UP_MS),
      });
      const text = await response.text();
      // A repeat of a request that had taken effect: without a key of its own, or after the erasure.
      const isRepeated = response.status === 404 && path.endsWith("/erase");
      if (!response.ok && !isRepeated)
        throw new Error(`${method} ${path} was answered ${response.status} ${text}`);
      return text && response.ok ? (JSON.parse(text) as Record<string, unknown>) : {};
    });
  };
}

/** Starts clients that write customers, events and orders of their own. */
function startLoad(send: Send): { stop(): Promise<number> } {
  let [isRunning, writes, next] = [true, 0, 0];
  const clients = Array.from({ length: LOADS }, async () => {
    while (isRunning) {
      await createPerson(send, "load" satisfies Kind, next++);
      writes++;
    }
  });
  return {
    stop: async () => {
      isRunning = false;
      await Promise.all(clients);
      return writes;
    },
  };
}

type Killing = {
  slots: Slot[];
  postgres: Postgres;
  random: Random;
  count: number;
  kills: TorturedErasures["kills"];
  say(line: string): void;
};

async function killAll({ slots, postgres, random, count, kills, say }: Killing): Promise<void> {
  for (let n = 0; n < count; n++) {
    await Bun.sleep(random.between(300, 2_500));
    const slot = slots[random.between(0, slots.length - 1)];
    if (random.chance(0.2)) {
      kills.postgres++;
      await postgres.end("SIGKILL");
      await postgres.answers();
    } else {
      kills.process++;
      await slot?.kill();
      await slot?.start();
    }
    say(`${kills.process} processes and ${kills.postgres} times Postgres killed`);
  }
}

/** Waits until no erasure is left; returns how long the slowest took. */
async function erased(url: string, requested: Map<string, number>): Promise<number> {
  const left = new Map(requested);
  let slowest = 0;
  for (const until = performance.now() + ERASED_WITHIN_MS; left.size > 0; await Bun.sleep(100)) {
    if (performance.now() > until) throw new Error(`${left.size} erasures did not end`);
    const rows = await query<{ id: string }>(url, "select customer_id as id from erasures").catch(
      () => undefined,
    );
    if (!rows) continue;
    const open = new Set(rows.map(({ id }) => id));
    for (const [id, at] of left) {
      if (open.has(id)) continue;
      slowest = Math.max(slowest, performance.now() - at);
      left.delete(id);
    }
  }
  return slowest;
}

/** Waits until every delivery is made, every bulk request recorded and every file of orders imported. */
async function delivered(url: string): Promise<void> {
  await retry(async () => {
    const [row] = await query<{ left: number }>(
      url,
      `select (select count(*) from webhook_events where state = 'pending')::int
         + (select count(*) from event_batches)::int
         + (select count(*) from order_imports where finished_at is null)::int as left`,
    );
    if (row?.left !== 0) throw new Error(`${row?.left} deliveries, batches and imports are left`);
  });
}

/** Returns a line for each stream whose events are not numbered without a gap, and each return erased twice. */
async function gapsIn(url: string): Promise<string[]> {
  const gaps = await query<{ id: string }>(
    url,
    `select return_id as id from webhook_events group by store_id, webhook_id, return_id having max(seq) <> count(*)`,
  );
  const twice = await query<{ id: string }>(
    url,
    "select return_id as id from return_history where is_erasure group by 1 having count(*) > 1",
  );
  return [
    ...gaps.map(({ id }) => `the deliveries of ${id} have a gap`),
    ...twice.map(({ id }) => `${id} was erased twice`),
  ];
}
