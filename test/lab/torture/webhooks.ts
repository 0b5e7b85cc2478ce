import { type Moves, startMoves } from "./cells/moves.ts";
import { strayRows } from "./cells/read-cells.ts";
import { type Changed, type Changes, openReturns, startChanges } from "./changes.ts";
import type { Databases } from "./databases.ts";
import { apiOrigins, type FleetWithStores, startWithStores } from "./fleet.ts";
import { drain } from "./history/drain.ts";
import { seeded } from "./random.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { webhookFaults } from "./webhook-faults.ts";

export type WebhookTortureOptions = {
  returns: number;
  /** The number of changes of each return. */
  changes: number;
  apis: number;
  workers: number;
  /** The number of databases. Of several each is a cell with one of as many stores, which are moved among them. */
  cells: number;
  /** How often a worker is killed, a process is frozen and a Postgres is ended during the changes. */
  faults: { kills: number; freezes: number; restarts: number };
  seed: number;
  say(line: string): void;
};

export type TorturedWebhooks = {
  differences: string[];
  events: number;
  discarded: number;
  attempts: Receiver["attempts"];
  moves: Moves["tally"];
  /** The time from the last change until every event was delivered or discarded. */
  drainMs: number;
};

const SETTINGS = { WEBHOOK_TIMEOUT: "300ms", WEBHOOK_RETRY_SCHEDULE: "0s,50ms,100ms,200ms,400ms" };
const DRAIN_WITHIN_MS = 300_000;
/** The share of movers that are killed. */
const KILLED_SHARE = 0.5;

/**
 * Changes returns through several processes while workers are killed, processes are frozen, databases are ended and
 * stores are moved, with a receiver that responds at random, then compares the received events with the changes.
 */
export async function tortureWebhooks(options: WebhookTortureOptions): Promise<TorturedWebhooks> {
  const { apis, workers, cells, returns, seed, say } = options;
  const receiver = await startReceiver(seed);
  const fleet = await startWithStores({
    ...{ apis, workers, cells, stores: cells },
    settings: { ...SETTINGS, WEBHOOK_ALLOWED_HOSTS: receiver.host },
  });
  try {
    await subscribe(fleet, receiver);
    const opened = await openReturns(fleet, returns, seed);
    const changes = startChanges(fleet, opened, options.changes, seed);
    const storeIds = fleet.stores.map(({ storeId }) => storeId);
    const random = seeded(seed + 1);
    const moves = startMoves(fleet.databases, storeIds, { random, killedShare: KILLED_SHARE, say });
    try {
      await injectFaults(fleet, changes, options);
      await changes.finished;
    } finally {
      changes.stop();
      await moves.stop();
    }
    return { ...(await examine(fleet, receiver, opened, options)), moves: moves.tally };
  } finally {
    await fleet.close();
    await receiver.close();
  }
}

async function subscribe(fleet: FleetWithStores, { url }: Receiver): Promise<void> {
  const [origin] = apiOrigins(fleet);
  const callback = { url, auth: { bearer: { token: "torture" } } };
  for (const { storeId, secret } of fleet.stores) {
    const answer = await fetch(`${origin}/v2.2/stores/${storeId}/webhooks`, {
      method: "POST",
      headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
      body: JSON.stringify({ webhook: { topic: "return", callback } }),
    });
    if (answer.status !== 201) throw new Error(`the webhook was answered ${answer.status}`);
  }
}

/** Injects the faults in turns, spread evenly over the changes. */
async function injectFaults(
  fleet: FleetWithStores,
  changes: Changes,
  { faults, say }: WebhookTortureOptions,
): Promise<void> {
  const all = webhookFaults(fleet, faults);
  for (const [i, fault] of all.entries()) {
    while (changes.progress() < (i + 1) / (all.length + 1)) {
      await Promise.race([Bun.sleep(10), changes.finished]);
    }
    const what = await fault();
    say(`${i + 1} of ${all.length}: ${what} at ${Math.round(100 * changes.progress())} % of the changes`);
  }
}

async function examine(
  { databases, crashes }: FleetWithStores,
  receiver: Receiver,
  opened: Changed[],
  { say }: WebhookTortureOptions,
): Promise<Omit<TorturedWebhooks, "moves">> {
  const { ms: drainMs, pending } = await drain(databases, DRAIN_WITHIN_MS, say);
  const rows = await eventsIn(databases);
  const discarded = rows.filter(({ state }) => state === "discarded").length;
  const differences = [
    ...[...crashes, ...pending, ...receiver.faults],
    ...(await strayRows(databases)),
    ...compare(rows, opened, receiver),
  ];
  return { differences, events: rows.length, discarded, attempts: receiver.attempts, drainMs };
}

type Row = { return_id: string; seq: number; state: string; type: string; at: string };

/** Returns the events of all databases, those of a return in their order. */
async function eventsIn({ names, query }: Databases): Promise<Row[]> {
  const text = "select return_id, seq, state, type, at::text from webhook_events order by return_id, seq";
  return (await Promise.all(names.map((name) => query<Row>(name, text, [])))).flat();
}

function compare(rows: Row[], opened: Changed[], { arrived }: Receiver): string[] {
  const differences: string[] = [];
  const byReturn = Map.groupBy(rows, (row) => row.return_id);
  for (const { returnId, answered, unknown } of opened) {
    const events = byReturn.get(returnId) ?? [];
    const { firsts, taken } = arrived.get(returnId) ?? { firsts: [], taken: new Set<number>() };
    const say = (what: string) => differences.push(`${returnId}: ${what}`);
    if (events.length < answered || events.length > answered + unknown) {
      say(`${events.length} events of ${answered} changes that were answered and ${unknown} that were not`);
    }
    if (events.some(({ seq }, i) => seq !== i + 1)) say("its numbers have a gap");
    if (new Set(events.map(({ at }) => at)).size < events.length) say("two events with one time");
    for (const { seq, state } of events) {
      if (state !== "delivered" && state !== "discarded") say(`${seq} is ${state}`);
      if (state === "delivered" && !taken.has(seq)) say(`${seq} counts as delivered and was never taken`);
    }
    const last = events.length;
    if (firsts.some((seq) => seq > last)) say("the receiver got an event that was never published");
  }
  return differences;
}
