import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openEmbedded } from "../../src/db/embedded/open-embedded.ts";
import { dataFolder, type ServiceProcess, startProcess } from "../support/process.ts";
import { operate } from "./operate.ts";

/** What is killed with SIGKILL: the service, the postmaster of its embedded Postgres, or both, as when the power fails. */
export const KINDS = ["service", "postgres", "both"] as const;
export type Kind = (typeof KINDS)[number];

/** The real service on a data folder of its own, with one store, to be killed and started again. */
export type ServiceUnderTest = {
  /** Where it listens now. */
  origin(): string;
  storeId: string;
  secret: string;
  kill(kind: Kind): Promise<void>;
  /** Starts the service unless it runs. */
  revive(): Promise<void>;
  /** Whether the service ended without having been killed. */
  hasDied(): boolean;
  /** Everything that all its processes have printed. */
  output(): string;
  dataDir: string;
  /** Stops it, with its Postgres, and removes its folder. */
  end(): Promise<void>;
};

export async function startServiceUnderTest(): Promise<ServiceUnderTest> {
  const folder = await dataFolder();
  const settings = { DATA_DIR: folder.path, EVENT_RATE_LIMIT: "0", LOG_LEVEL: "warn", DEMO: "0" };
  let earlier = "";
  let isAlive = false;
  let service: ServiceProcess;

  async function revive() {
    if (isAlive) return;
    const started = await startProcess(settings);
    if (service) earlier += service.output();
    service = started;
    isAlive = true;
    void started.exited.then(() => {
      if (service === started) isAlive = false;
    });
  }

  async function killService() {
    const dead = service;
    dead.signal("SIGKILL");
    await dead.exited;
    isAlive = false;
  }

  async function end() {
    if (isAlive) {
      service.signal("SIGTERM");
      await service.exited;
    }
    // Where the service was dead its Postgres may still run: the last one to leave stops it.
    await (await openEmbedded({ dataDir: folder.path, mode: "cli" })).close();
    await folder.remove();
  }

  try {
    await revive();
    const { storeId } = await operate(settings, "store", "create", "--name", "Torture");
    const client = ["client", "create", "--store", String(storeId), "--name", "Torturer"];
    const { secret } = await operate(settings, ...client);
    return {
      origin: () => service.origin,
      storeId: String(storeId),
      secret: String(secret),
      kill: async (kind) => {
        if (kind !== "service") process.kill(await postmaster(folder.path), "SIGKILL");
        if (kind !== "postgres") await killService();
      },
      revive,
      hasDied: () => !isAlive,
      output: () => earlier + service.output(),
      dataDir: folder.path,
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function postmaster(dataDir: string): Promise<number> {
  const [pid] = (await readFile(join(dataDir, "pg", "postmaster.pid"), "utf8")).split("\n");
  return Number(pid);
}
