import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";

/** The address that Postgres listens on. */
export const HOST = "127.0.0.1";

/** Returns the port of the last run if it is still free, so that the URL stays the same. */
export async function freePort(folder: string): Promise<number> {
  const options = await readFile(join(folder, "postmaster.opts"), "utf8").catch(() => "");
  const last = Number(/"port=(\d+)"/.exec(options)?.[1]);
  for (let port = last || randomPort(); ; port = randomPort()) if (await isFree(port)) return port;
}

/** Below the ephemeral ports, one of which might be in use when Postgres restarts. */
function randomPort(): number {
  return randomInt(16_384, 32_768);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, HOST, () => server.close(() => resolve(true)));
  });
}
