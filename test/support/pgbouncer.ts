import { once } from "node:events";
import { chmod, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { endWithUs, temporaryFolder } from "./ends-with-us.ts";
import type { Pooler } from "./pooler.ts";

const READABLE = 0o755;

/** The program of PgBouncer, if it is installed. */
export const PGBOUNCER = Bun.which("pgbouncer") ?? Bun.which("/usr/sbin/pgbouncer");

/** Starts PgBouncer before a database, in a mode and with further settings. */
export async function startPgBouncer(
  databaseUrl: string,
  mode: string,
  further: Record<string, string> = {},
): Promise<Pooler> {
  if (!PGBOUNCER) throw new Error("PgBouncer isn't installed");
  const { path, remove } = await temporaryFolder("aftersale-pgbouncer-");
  const database = new URL(databaseUrl);
  const name = database.pathname.slice(1);
  const users = join(path, "users");
  const port = await freePort();
  const settings = {
    listen_addr: "127.0.0.1",
    listen_port: String(port),
    unix_socket_dir: "",
    auth_type: "plain",
    auth_file: users,
    pool_mode: mode,
    default_pool_size: "100",
    ...further,
  };
  const lines = Object.entries(settings).map(([setting, value]) => `${setting} = ${value}`);
  const target = `host=${database.hostname} port=${database.port} dbname=${name}`;
  const config = join(path, "pgbouncer.ini");
  await writeFile(config, `[databases]\n${name} = ${target}\n[pgbouncer]\n${lines.join("\n")}\n`);
  await writeFile(users, `"${database.username}" "${decodeURIComponent(database.password)}"\n`);
  // It doesn't run as root, and then reads its files as another user.
  await chmod(path, READABLE);
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = Bun.spawn([PGBOUNCER, "-q", ...user, config], { stdout: "ignore", stderr: "ignore" });
  endWithUs(child);
  database.host = `127.0.0.1:${port}`;
  await untilOpen(database.href);
  return {
    url: database.href,
    stop: async () => {
      child.kill("SIGKILL");
      await child.exited;
      await remove();
    },
  };
}

async function untilOpen(url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client(url);
    client.on("error", () => {});
    const error = await client.connect().then(
      () => client.end(),
      (failure: Error) => failure,
    );
    if (!error) return;
    if (attempt > 100) throw error;
    await Bun.sleep(50);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
