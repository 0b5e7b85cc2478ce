import { createCli, createProcessCli } from "./cli.ts";
import { type ServiceProcess, startProcess } from "./process.ts";
import type { Shop } from "./shop-of-a-version.ts";

export const KEY = "a key for tests only";

export type RunningVersion = ServiceProcess & {
  /** Creates a store with a location and a secret, by the version's own commands. */
  newShop(storeId: string): Promise<Shop>;
  stop(): Promise<void>;
};

/**
 * Starts a process of a version on a database: the code in `folder`, or today's. Webhooks may go to the host and
 * port of `hook`.
 */
export async function startVersion(
  url: string,
  { folder, hook = "" }: { folder?: string; hook?: string } = {},
): Promise<RunningVersion> {
  const hosts = hook && new URL(hook).host;
  const env = { DATABASE_URL: url, ENCRYPTION_KEY: KEY, WEBHOOK_ALLOWED_HOSTS: hosts, LOG_LEVEL: "warn" };
  const started = await startProcess(env, folder ? [process.execPath, `${folder}/src/main.ts`] : undefined);
  const cli = folder ? createProcessCli(env, folder) : createCli(env);
  return {
    ...started,
    newShop: async (storeId) => {
      await cli.json(`store create --id ${storeId} --name Shop`);
      const { locationId } = await cli.json(`location create --store ${storeId} --name Main`);
      const { secret } = await cli.json(`client create --store ${storeId} --name test`);
      return { origin: started.origin, storeId, secret: String(secret), locationId: String(locationId) };
    },
    stop: async () => {
      started.signal("SIGTERM");
      await started.exited;
    },
  };
}
