import pg from "pg";
import { type Changed, type Changes, openReturns, startChanges } from "./changes.ts";
import { type Fleet, startFleet } from "./fleet.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { retry } from "./retry.ts";

export type WebhookTortureOptions = {
  returns: number;
  /** The number of changes of each return. */
  changes: number;
  apis: number;
  workers: number;
  /** How often a worker is killed and Postgres is ended during the changes. */
  kills: number;
  restarts: number;
  seed: number;
  say(line: string): void;
};

export type TorturedWebhooks = {
  differences: string[];
  events: number;
  discarded: number;
  attempts: Receiver["attempts"];
  /** The time from the last change until every event was delivered or discarded. */
  drainMs: number;
};

const SETTINGS = { WEBHOOK_TIMEOUT: "300ms", WEBHOOK_RETRY_SCHEDULE: "0s,50ms,100ms,200ms,400ms" };
const DRAIN_WITHIN_MS = 300_000;

/**
 * Changes returns through several processes while workers are killed and Postgres is ended, with a receiver
 * that responds at random, then compares the received events with the changes.
 */
export async function tortureWebhooks(options: WebhookTortureOptions): Promise<TorturedWebhooks> {
  const receiver = await startReceiver(options.seed);
  const { apis, workers } = options;
  const fleet = await startFleet({
    ...{ apis, workers },
    settings: { ...SETTINGS, WEBHOOK_ALLOWED_HOSTS: receiver.host },
  });
  try {
    await subscribe(fleet, receiver);
    const opened = await openReturns(fleet, options.returns, options.seed);
    const changes = startChanges(fleet, opened, options.changes, options.seed);
    try {
      await injectFaults(fleet, changes, options);
      await changes.finished;
    } finally {
      changes.stop();
    }
    return await examine(fleet, receiver, opened, options);
  } finally {
    await fleet.end();
    await receiver.close();
  }
}

async function subscribe({ origins, storeId, secret }: Fleet, { url }: Receiver): Promise<void> {
  const callback = { url, auth: { bearer: { token: "torture" } } };
  const answer = await fetch(`${origins[0]}/v2.2/stores/${storeId}/webhooks`, {
    method: "POST",
    headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
    body: JSON.stringify({ webhook: { topic: "return", callback } }),
  });
  if (answer.status !== 201) throw new Error(`the webhook was answered ${answer.status}`);
}

/** Kills workers and ends Postgres, spread evenly over the changes. */
async function injectFaults(fleet: Fleet, changes: Changes, options: WebhookTortureOptions): Promise<void> {
  const { kills, restarts, say } = options;
  const total = kills + restarts;
  const everyNth = Math.ceil(total / (restarts + 1));
  let killed = 0;
  let restarted = 0;
  for (let fault = 1; fault <= total; fault++) {
    while (changes.progress() < fault / (total + 1)) {
      await Promise.race([Bun.sleep(10), changes.finished]);
    }
    const isRestart = restarted < restarts && fault % everyNth === 0;
    const what = isRestart ? "ending Postgres" : `killing worker ${killed % options.workers}`;
    say(`${fault} of ${total}: ${what} at ${Math.round(100 * changes.progress())} % of the changes`);
    if (isRestart) await fleet.hitPostgres(restarted++ % 2 === 0 ? "SIGKILL" : "SIGINT");
    else await fleet.replaceWorker(killed++);
  }
}

async function examine(
  fleet: Fleet,
  receiver: Receiver,
  opened: Changed[],
  { say }: WebhookTortureOptions,
): Promise<TorturedWebhooks> {
  const client = await retry(() => connected(fleet.databaseUrl));
  try {
    const drainMs = await drained(client, say);
    const { rows } = await client.query<Row>(
      "select return_id, seq, state, type, at::text from webhook_events order by return_id, seq",
    );
    const discarded = rows.filter(({ state }) => state === "discarded").length;
    const differences = [...fleet.crashes, ...receiver.faults, ...compare(rows, opened, receiver)];
    return { differences, events: rows.length, discarded, attempts: receiver.attempts, drainMs };
  } finally {
    await client.end();
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  return client;
}

async function drained(client: pg.Client, say: (line: string) => void): Promise<number> {
  const startedAt = performance.now();
  for (let poll = 1; ; poll++) {
    const { rows } = await client.query<{ pending: number }>(
      "select coalesce(sum(pending), 0)::int as pending from webhook_streams",
    );
    const waited = Math.round(performance.now() - startedAt);
    const pending = rows[0]?.pending ?? 0;
    if (pending === 0) return waited;
    if (waited > DRAIN_WITHIN_MS) throw new Error(`${pending} events are not delivered after ${waited} ms`);
    if (poll % 50 === 0) say(`${pending} events are pending`);
    await Bun.sleep(100);
  }
}

type Row = { return_id: string; seq: number; state: string; type: string; at: string };

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
