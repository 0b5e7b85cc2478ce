import { once } from "node:events";
import { access, constants, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import { HOST } from "./free-port.ts";
import { readPidFile } from "./pid-file.ts";
import { postgresFault } from "./postgres-fault.ts";
import { launch } from "./postgres-user.ts";

const PAUSE_MS = 10;
const MAX_LOG_BYTES = 1_000_000;

const SETTINGS = {
  listen_addresses: HOST,
  unix_socket_directories: "",
  max_connections: "200",
  shared_buffers: "128MB",
  huge_pages: "off",
  // Parallel workers use /dev/shm, of which containers have little.
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
  // The service logs errors itself; they contain customers' data.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
};

/** Starts Postgres; resolves to undefined when it is ready, or to the reason why it doesn't start. */
export async function startPostmaster(
  { folder, programs, user, settings }: Cluster,
  port: number,
): Promise<string | undefined> {
  const all = { ...SETTINGS, ...(await preloading(programs.postgres)), ...settings, port };
  const args = ["-D", folder, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
  const log = await open(join(folder, "aftersale.log"), O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  try {
    if (user) await log.chown(user.uid, user.gid);
    if ((await log.stat()).size > MAX_LOG_BYTES) await log.truncate(0);
    const { size } = await log.stat();
    const child = launch(user, programs.postgres, args, ["ignore", log.fd, log.fd]);
    const ended = once(child, "exit").then(() => true);
    child.unref();
    while (!(await Promise.race([ended, sleep(PAUSE_MS, false)]))) {
      const file = await readPidFile(folder);
      if (file?.pid === child.pid && file?.ready) return undefined;
    }
    // Another process may have truncated the log.
    const from = (await log.stat()).size < size ? 0 : size;
    const { buffer, bytesRead } = await log.read(Buffer.alloc(65_536), 0, 65_536, from);
    return await postgresFault(buffer.toString("utf8", 0, bytesRead), folder, child.pid);
  } finally {
    await log.close();
  }
}

/**
 * Returns settings by which a started Postgres reads again, beside its first queries, what its last run had in
 * memory; an empty object where the package comes without that library.
 */
async function preloading(postgres: string): Promise<Record<string, string>> {
  const folder = join(dirname(dirname(postgres)), "lib", "postgresql");
  const isThere = (ending: string) =>
    access(join(folder, `pg_prewarm.${ending}`)).then(
      () => true,
      () => false,
    );
  return (await isThere("so")) || (await isThere("dylib")) ? { shared_preload_libraries: "pg_prewarm" } : {};
}
