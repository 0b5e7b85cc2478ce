import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openEmbedded } from "../../../src/platform/db/embedded/open-embedded.ts";
import { dataFolder, type ServiceProcess, startProcess } from "../../support/process.ts";
import { operate } from "./operate.ts";

/**
 * What SIGKILL ends: the service, the postmaster of its embedded Postgres, or both, as in a power failure.
 */
export const KINDS = ["service", "postgres", "both"] as const;
export type Kind = (typeof KINDS)[number];

/** The real service on its own data folder, with one store; it can be killed and started again. */
export type ServiceUnderTest = {
  /** Returns the origin of the current process. */
  origin(): string;
  storeId: string;
  secret: string;
  kill(kind: Kind): Promise<void>;
  /** Starts the service unless it is running. */
  revive(): Promise<void>;
  /** Returns whether the service has ended without being killed. */
  hasDied(): boolean;
  /** Returns the output of all processes. */
  output(): string;
  dataDir: string;
  /** Stops the service and its Postgres and removes the folder. */
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
    // The Postgres of a killed service may still run; the last process to close it stops it.
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
