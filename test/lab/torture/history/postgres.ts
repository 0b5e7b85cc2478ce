import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { openEmbedded } from "../../../../src/platform/db/embedded/open-embedded.ts";
import { dataFolder } from "../../../support/process.ts";
import type { Random } from "../random.ts";
import { retry } from "../retry.ts";

/** A Postgres of the harness; it restarts by itself at the same address when it ends. */
export type Postgres = {
  url: string;
  dataDir: string;
  /** Ends the postmaster with a signal: SIGKILL for a crash, SIGINT for a restart. */
  end(signal: "SIGKILL" | "SIGINT"): Promise<void>;
  /** Kills one backend; Postgres then ends all others and recovers. */
  killBackend(random: Random): Promise<void>;
  /** Suspends all Postgres processes. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Resolves when Postgres accepts connections. */
  answers(): Promise<void>;
  /** Stops Postgres; its folder stays until `close`. */
  stop(): Promise<void>;
  /** Stops Postgres and removes its folder. */
  close(): Promise<void>;
};

const CONNECT_WITHIN_MS = 2_000;
const CLOSE_WITHIN_MS = 30_000;

export async function openPostgres(settings: Record<string, string> = {}): Promise<Postgres> {
  const folder = await dataFolder();
  const embedded = await openEmbedded({
    dataDir: folder.path,
    mode: "server",
    settings: { max_connections: "300", ...settings },
  });
  let frozen: number[] = [];

  async function postmaster(): Promise<number | undefined> {
    const text = await readFile(join(folder.path, "pg", "postmaster.pid"), "utf8").catch(() => "");
    return Number.parseInt(text, 10) || undefined;
  }

  function thaw() {
    for (const pid of frozen.splice(0)) signal(pid, "SIGCONT");
  }

  let stopped: Promise<void> | undefined;
  async function stop() {
    thaw();
    const closed = embedded.close().then(() => true);
    const inTime = await Promise.race([closed.catch(() => false), Bun.sleep(CLOSE_WITHIN_MS)]);
    const pid = inTime ? undefined : await postmaster();
    if (pid) signal(pid, "SIGKILL");
  }
  const stopOnce = () => (stopped ??= stop());

  return {
    url: embedded.url,
    dataDir: folder.path,
    end: async (name) => {
      const pid = await postmaster();
      if (pid) signal(pid, name);
    },
    killBackend: async (random) => {
      const backends = await childrenOf(await postmaster());
      const backend = backends[random.between(0, backends.length - 1)];
      if (backend) signal(backend, "SIGKILL");
    },
    freeze: async () => {
      const pid = await postmaster();
      if (!pid) return;
      // Suspends the postmaster first, so that it starts no further processes.
      frozen = [pid];
      signal(pid, "SIGSTOP");
      frozen.push(...(await childrenOf(pid)));
      for (const child of frozen.slice(1)) signal(child, "SIGSTOP");
    },
    thaw,
    answers: () => retry(() => tryConnect(embedded.url)),
    stop: stopOnce,
    close: async () => {
      await stopOnce();
      await folder.remove();
    },
  };
}

async function tryConnect(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  client.on("error", () => {});
  await client.connect();
  await client.end();
}

/** Sends a signal; ignores a process that has already ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function childrenOf(parent: number | undefined): Promise<number[]> {
  if (!parent) return [];
  const listing = Bun.spawn(["ps", "-A", "-o", "pid=,ppid="], { stdout: "pipe", stderr: "ignore" });
  const lines = (await new Response(listing.stdout).text()).trim().split("\n");
  return lines.flatMap((line) => {
    const [pid, ppid] = line.trim().split(/\s+/).map(Number);
    return ppid === parent && pid ? [pid] : [];
  });
}
