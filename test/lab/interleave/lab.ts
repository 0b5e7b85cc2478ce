import pg from "pg";
import { createApp } from "../../../src/app.ts";
import { createContext } from "../../../src/boot/create-context.ts";
import { createLog } from "../../../src/boot/create-log.ts";
import type { Ctx } from "../../../src/core/ctx.ts";
import { guardCell } from "../../../src/platform/cells/store-states.ts";
import { readConfig } from "../../../src/platform/config/config.ts";
import { serverAt } from "../../../src/platform/db/server.ts";
import { JOBS } from "../../../src/workers.ts";
import { type MailServer, openMailServer } from "../../support/open-mail-server.ts";
import { createOutsideWorld, type OutsideWorld } from "../../support/outside-world.ts";
import { restockPlainly } from "../../support/shops/plain-restock.ts";
import { createReader } from "./footprint.ts";
import { type Change, closeGate } from "./gate.ts";
import { createShops, type Shops } from "./shop.ts";

/** A process of the service: verbs that run in different ones share the database and nothing else. */
export type Process = { ctx: Ctx; fetch(request: Request): Promise<Response>; errors: string[] };

export type Lab = {
  monitor: pg.Client;
  world: OutsideWorld;
  mailServer: MailServer;
  shops: Shops;
  /** By the name of an actor. */
  processes: Map<string, Process>;
  /** For what happens before and after the schedules. */
  quiet: Process;
  tablesOf: Awaited<ReturnType<typeof createReader>>;
  /** Whether a process is making a connection. */
  connects(): boolean;
  /** Changes statements of the actors, until it is called again. */
  plant(change: Change | undefined): void;
  change: Change;
  close(): Promise<void>;
};

export const ACTORS = ["a", "b", "c"];

/** Known to the driver, not to its types. */
const PIPELINE: object = { pipeline: true };

const SETTINGS = {
  ENCRYPTION_KEY: "a key for tests only",
  EVENT_RATE_LIMIT: "0",
  DATABASE_CONNECTIONS: "20",
  MAIL_FROM: "shop@example.test",
};

/** Starts the processes on an empty or migrated database, in this one; the gate holds what the actors send. */
export async function openLab(databaseUrl: string): Promise<Lab> {
  const monitor = new pg.Client({ connectionString: databaseUrl, ...PIPELINE });
  await monitor.connect();
  const { rows } = await monitor.query<{ name: string }>("select quote_ident(current_database()) as name");
  // A deadlock ends at once, and always for the session that closes it.
  await monitor.query(`alter database ${rows[0]?.name} set deadlock_timeout = '1ms'`);
  await monitor.query(`alter database ${rows[0]?.name} set jit = off`);
  const world = createOutsideWorld();
  const mailServer = await openMailServer();
  const url = withoutLimits(databaseUrl);
  const shops = createShops();
  const undoRestock = restockPlainly();
  const open = () => openProcess(url, { world, mailServer, shops });
  const quiet = await open();
  // As a database that stores move out of.
  await guardCell(quiet.ctx);
  const processes = new Map<string, Opened>();
  for (const name of ACTORS) processes.set(name, await open());
  let planted: Change | undefined;
  const openGate = closeGate();
  return {
    ...{ monitor, world, mailServer, shops, processes, quiet },
    tablesOf: await createReader(monitor),
    connects: () => serverAt(url).attempts.size > 0,
    plant: (change) => {
      planted = change;
    },
    change: (text) => planted?.(text),
    close: async () => {
      openGate();
      undoRestock();
      for (const { close } of [...processes.values(), quiet]) await close();
      await mailServer.close();
      await monitor.end();
    },
  };
}

/** A transaction is open for as long as a schedule holds it, which depends on the machine. */
function withoutLimits(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const limits = ["lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"];
  url.searchParams.set("options", limits.map((limit) => `-c ${limit}=0`).join(" "));
  return url.href;
}

type Opened = Process & { close(): Promise<void> };

async function openProcess(
  databaseUrl: string,
  { world, mailServer, shops }: Pick<Lab, "world" | "mailServer" | "shops">,
): Promise<Opened> {
  const errors: string[] = [];
  const log = createLog("error", {
    write: (line) => {
      const { err, msg } = JSON.parse(line) as { err?: { message?: string }; msg?: string };
      const error = `${msg}: ${err?.message}`;
      // What a busy machine does to connections that no verb uses is no fault.
      if (!/^the job queue failed|timeout/i.test(error)) errors.push(error);
    },
  });
  const config = readConfig({ ...SETTINGS, SMTP_URL: mailServer.url, DATABASE_URL: databaseUrl });
  const { ctx: opened, close } = await createContext(config, log, "cli");
  const { post, callIntegration, resolve } = world;
  const ctx: Ctx = { ...opened, post, callIntegration, callShop: shops.callShop, resolve };
  const app = createApp(ctx, { ready: true, stopping: false });
  return { ctx, fetch: async (request) => app.fetch(request), errors, close };
}

/** Does a job's work in a process, as a worker does that has fetched it. */
export async function runJob({ ctx }: Process, name: string, data: object[]): Promise<void> {
  const job = JOBS.find((one) => one.name === name);
  if (!job) throw new Error(`there is no job ${name}`);
  await job.handle(ctx, data);
  await job.waitUntilIdle?.(ctx);
}

const MAX_ROUNDS = 50;
/** Jobs that work for a store; a sweep finds those that were lost. */
const OF_STORES = [
  ...["events.record", "customers.erase", "customers.merge", "payouts.send", "mails.send"],
  ...["restocks.send", "connectors.poll"],
];
/** Streams whose leases lapse; those of erasures do so too. */
export const LEASED_STREAMS = [
  ...["webhook_streams", "payout_streams", "mail_streams", "restock_streams", "connectors"],
];
const LEASED = ["erasures", ...LEASED_STREAMS];

/**
 * Runs all queued jobs, those that were to wait included, until none is left: those of a queue in their order, and queues by
 * name, because which of two has its turn first is free. Returns the errors of those that fail.
 */
export async function drain({ monitor, quiet }: Pick<Lab, "monitor" | "quiet">): Promise<string[]> {
  const errors: string[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { rows } = await monitor.query<{ name: string; data: object }>(
      `with taken as (
         delete from pgboss.job where state in ('created', 'retry', 'active') returning name, data, created_on
       )
       select name, data from taken order by name, created_on`,
    );
    if (rows.length === 0) return errors;
    for (const [name, all] of Map.groupBy(rows, (row) => row.name)) {
      const data = all.map((row) => row.data);
      errors.push(...(await failuresOf(name, () => runJob(quiet, name, data))));
    }
  }
  return [...errors, `jobs were sent again and again, ${MAX_ROUNDS} times`];
}

/** The error of the driver is what a failed query was caused by. */
async function failuresOf(name: string, work: () => Promise<unknown>): Promise<string[]> {
  try {
    await work();
    return [];
  } catch (error) {
    const { message, cause } = error as Error;
    return [`${name}: ${cause instanceof Error ? cause.message : message}`];
  }
}

/** Does what other processes do once the leases of a session that has ended are over. Returns the errors of what fails. */
export async function takeOver(lab: Lab, storeId: string): Promise<string[]> {
  // A pause ends by itself, or is ended by who heals the move.
  await lab.monitor.query("delete from store_states where store_id = $1", [storeId]);
  for (const table of LEASED) {
    await lab.monitor.query(`update ${table} set leased_until = null where store_id = $1`, [storeId]);
  }
  return sweep(lab, storeId);
}

/** Lets so much time pass that what has failed is tried again, and work whose wake-up came to nothing is found by its rows. Returns the same. */
export async function sweep({ monitor, quiet }: Lab, storeId: string): Promise<string[]> {
  await monitor.query("update customer_merges set retry_at = null where store_id = $1", [storeId]);
  await monitor.query("update event_batches set due_at = now() where store_id = $1 and due_at > now()", [
    storeId,
  ]);
  await monitor.query("update connectors set due_at = now() where store_id = $1 and due_at > now()", [
    storeId,
  ]);
  const errors: string[] = [];
  for (const name of OF_STORES)
    errors.push(...(await failuresOf(name, () => runJob(quiet, name, [{ storeId }]))));
  for (const job of JOBS) {
    const swept = async () => {
      await job.sweep?.(quiet.ctx);
      await job.waitUntilIdle?.(quiet.ctx);
    };
    if (job.sweep) errors.push(...(await failuresOf(job.name, swept)));
  }
  return errors;
}
