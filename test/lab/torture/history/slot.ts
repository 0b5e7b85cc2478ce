import type { DatabaseLink } from "../../../support/database-link.ts";
import { retry } from "../retry.ts";
import { type Log, type ServiceProcess, startServiceProcess } from "./service-process.ts";

export type Role = "api" | "worker";

/** A slot in which one process at a time runs; each process has a different clock offset. */
export type Slot = {
  name: string;
  role: Role;
  /** Its proxy to the database, if it has one. */
  link: DatabaseLink | undefined;
  /** Returns the origin of its process; undefined while none runs. */
  origin(): string | undefined;
  /** Starts a process and, like a supervisor, retries until one is ready. */
  start(): Promise<void>;
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Ends the process with SIGTERM, and with SIGKILL if that takes too long. */
  stop(): Promise<void>;
};

export type SlotOptions = Pick<Slot, "name" | "role" | "link"> & {
  env: Record<string, string>;
  log: Log;
  /** Gets a line when a process ends without being killed. */
  crashes: string[];
  /** The error of the next process's clock. */
  offsetMs(): number;
};

const STOP_WITHIN_MS = 15_000;

export function createSlot({ name, role, link, env, log, crashes, offsetMs }: SlotOptions): Slot {
  let current: ServiceProcess | undefined;
  let stopping = false;

  async function start() {
    const started = await retry(() => startServiceProcess(env, { name, offsetMs: offsetMs(), log }));
    if (stopping) return started.signal("SIGKILL");
    current = started;
    void started.exited.then((code) => {
      if (current !== started) return;
      current = undefined;
      crashes.push(`${name} ended by itself with ${code}`);
    });
  }

  async function kill() {
    const killed = current;
    current = undefined;
    killed?.signal("SIGKILL");
    await killed?.exited;
  }

  return {
    name,
    role,
    link,
    origin: () => current?.origin,
    start,
    kill,
    freeze: () => current?.signal("SIGSTOP"),
    thaw: () => current?.signal("SIGCONT"),
    stop: async () => {
      stopping = true;
      const last = current;
      current = undefined;
      last?.signal("SIGCONT");
      last?.signal("SIGTERM");
      const late = setTimeout(() => last?.signal("SIGKILL"), STOP_WITHIN_MS);
      await last?.exited;
      clearTimeout(late);
    },
  };
}
