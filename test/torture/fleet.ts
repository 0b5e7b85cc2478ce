import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openEmbedded } from "../../src/db/embedded/open-embedded.ts";
import { dataFolder, type ServiceProcess, startProcess } from "../support/process.ts";
import { operate } from "./operate.ts";
import { retry } from "./retry.ts";

/** The encryption key of all processes of a fleet. */
export const FLEET_KEY = "a key for torture only";

export type FleetOptions = { apis: number; workers: number; settings: Record<string, string> };

/** Several processes of each role on one Postgres, with one store; workers and Postgres can be killed. */
export type Fleet = {
  /** The origins of the API processes. */
  origins: string[];
  databaseUrl: string;
  storeId: string;
  secret: string;
  /** Kills a worker with SIGKILL; resolves while its replacement is still starting. */
  replaceWorker(place: number): Promise<void>;
  /** Ends Postgres with a signal; it restarts by itself at the same address. */
  hitPostgres(signal: "SIGINT" | "SIGKILL"): Promise<void>;
  /** The processes that have ended by themselves. */
  crashes: string[];
  /** Returns the output of all processes. */
  output(): string;
  end(): Promise<void>;
};

export async function startFleet({ apis, workers, settings }: FleetOptions): Promise<Fleet> {
  const folder = await dataFolder();
  const embedded = await openEmbedded({
    dataDir: folder.path,
    mode: "server",
    settings: { max_connections: "300" },
  });
  const env = {
    ...{ DATABASE_URL: embedded.url, ENCRYPTION_KEY: FLEET_KEY, LOG_LEVEL: "warn" },
    ...settings,
  };
  const all: ServiceProcess[] = [];
  const alive = new Set<ServiceProcess>();
  const crashes: string[] = [];
  const working: Promise<ServiceProcess>[] = [];

  async function run(role: "api" | "worker"): Promise<ServiceProcess> {
    const started = await startProcess({ ...env, ROLE: role });
    all.push(started);
    alive.add(started);
    void started.exited.then((code) => {
      if (alive.delete(started)) crashes.push(`${role} ended by itself with ${code}`);
    });
    return started;
  }

  async function stop(one: ServiceProcess, signal: "SIGTERM" | "SIGKILL") {
    alive.delete(one);
    one.signal(signal);
    await one.exited;
  }

  async function end() {
    await Promise.allSettled(working);
    await Promise.all([...alive].map((one) => stop(one, "SIGTERM")));
    await embedded.close();
    await folder.remove();
  }

  try {
    // The first process applies the migrations.
    const first = await run("api");
    working.push(...Array.from({ length: workers }, () => run("worker")));
    const [{ storeId, secret }, otherApis] = await Promise.all([
      makeStore(env),
      Promise.all(Array.from({ length: apis - 1 }, () => run("api"))),
      ...working,
    ]);
    return {
      origins: [first, ...otherApis].map(({ origin }) => origin),
      databaseUrl: embedded.url,
      storeId,
      secret,
      replaceWorker: async (place) => {
        const target = await working[place % working.length];
        if (target) await stop(target, "SIGKILL");
        // Like a process supervisor, restarts a process that can't start while its database is unavailable.
        const next = retry(() => run("worker"));
        working[place % working.length] = next;
        // A caller that awaits this worker gets the error.
        next.catch(() => undefined);
      },
      hitPostgres: async (signal) => {
        const [pid] = (await readFile(join(folder.path, "pg", "postmaster.pid"), "utf8")).split("\n");
        process.kill(Number(pid), signal);
      },
      crashes,
      output: () => all.map((one) => one.output()).join(""),
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function makeStore(env: Record<string, string>): Promise<{ storeId: string; secret: string }> {
  const { storeId } = await operate(env, "store", "create", "--name", "Torture");
  const client = ["client", "create", "--store", String(storeId), "--name", "Torturer"];
  const { secret } = await operate(env, ...client);
  return { storeId: String(storeId), secret: String(secret) };
}
