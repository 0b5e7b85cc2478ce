import pg from "pg";
import { openEmbedded } from "../../../src/platform/db/embedded/open-embedded.ts";
import { compare } from "./compare.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { startLoad } from "./load.ts";
import { seeded } from "./random.ts";
import { KINDS, type Kind, type ServiceUnderTest, startServiceUnderTest } from "./service-under-test.ts";

export type TortureOptions = {
  /** The number of kills of each kind. */
  rounds: number;
  seed: number;
  say(line: string): void;
};

export type Tortured = {
  differences: string[];
  events: number;
  tally: Ledger["tally"];
  /** By kind, the time from each kill until an event was answered 202. */
  outagesMs: Record<Kind, number[]>;
  /** The time from the end of the load until the queue was empty. */
  drainMs: number;
};

const QUIET_MS = { least: 200, most: 2_000 };
const DRAIN_WITHIN_MS = 180_000;

/**
 * Repeatedly kills the service and its Postgres under load, then compares the stored events with the sent
 * ones.
 */
export async function tortureEvents(options: TortureOptions): Promise<Tortured> {
  const target = await startServiceUnderTest();
  try {
    const ledger = createLedger();
    const outagesMs = await underLoad(target, ledger, options);
    const { differences, drainMs } = await examine(target, ledger);
    return { differences, events: ledger.requests.size, tally: ledger.tally, outagesMs, drainMs };
  } finally {
    await target.end();
  }
}

async function underLoad(target: ServiceUnderTest, ledger: Ledger, { rounds, seed, say }: TortureOptions) {
  const load = startLoad(target, ledger, seed);
  const random = seeded(seed);
  const outagesMs: Tortured["outagesMs"] = { service: [], postgres: [], both: [] };
  try {
    for (let round = 0; round < rounds * KINDS.length; round++) {
      const kind = KINDS[round % KINDS.length] as Kind;
      await Bun.sleep(random.between(QUIET_MS.least, QUIET_MS.most));
      if (target.hasDied()) throw new Error(`The service ended by itself:\n${target.output()}`);
      const killed = performance.now();
      await target.kill(kind);
      if (kind !== "postgres") await target.revive();
      await load.probe();
      const outage = Math.round(performance.now() - killed);
      outagesMs[kind].push(outage);
      const { answered, refused, broken } = ledger.tally;
      say(
        `round ${round + 1} of ${rounds * KINDS.length}: killed ${kind}, taking events again after ${outage} ms; ` +
          `${answered} requests answered, ${refused} refused, ${broken} broken off`,
      );
    }
    await load.stop();
    return outagesMs;
  } catch (error) {
    await load.abandon();
    throw error;
  }
}

async function examine(target: ServiceUnderTest, ledger: Ledger) {
  const embedded = await openEmbedded({ dataDir: target.dataDir, mode: "cli" });
  const client = new pg.Client(embedded.url);
  try {
    await client.connect();
    const drainMs = await drained(client);
    return { drainMs, differences: await compare(client, target.storeId, ledger) };
  } finally {
    await client.end();
    await embedded.close();
  }
}

async function drained(client: pg.Client): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const { rows } = await client.query<{ what: string; count: number }>(
      `select state::text as what, count(*)::int from pgboss.job
       where name = 'events.record' and state < 'completed' group by 1
       union all select 'kept', count(*)::int from event_batches having count(*) > 0`,
    );
    const waited = Math.round(performance.now() - startedAt);
    if (rows.length === 0) return waited;
    if (waited > DRAIN_WITHIN_MS) throw new Error(`The queue does not drain: ${JSON.stringify(rows)}`);
    await Bun.sleep(100);
  }
}
