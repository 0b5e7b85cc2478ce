import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "./ends-with-us.ts";

/** Names of hosts that the service processes of a test know. */
export type HostNames = {
  /** The environment of a process that knows them. */
  env: Record<string, string>;
  /** Lets the names lead to this machine from now on, or to an error, as when their name server is away. */
  setKnown(isKnown: boolean): Promise<void>;
  remove(): Promise<void>;
};

export async function nameHosts(names: string[]): Promise<HostNames> {
  const folder = await temporaryFolder("aftersale-names-");
  const path = join(folder.path, "names.json");
  const setKnown = async (isKnown: boolean) => {
    const addresses = names.map((name) => [name, isKnown ? "127.0.0.1" : null]);
    // A process may read it at any moment.
    await writeFile(`${path}.new`, JSON.stringify(Object.fromEntries(addresses)));
    await rename(`${path}.new`, path);
  };
  await setKnown(true);
  // A relative path, because BUN_OPTIONS can't contain a path with a space.
  const env = { HOST_NAMES: path, BUN_OPTIONS: "--preload ./test/support/host-names-preload.ts" };
  return { env, setKnown, remove: folder.remove };
}
