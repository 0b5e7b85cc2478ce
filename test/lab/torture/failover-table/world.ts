import { createProcessCli } from "../../../support/cli.ts";
import { type DatabaseLink, linkTo } from "../../../support/database-link.ts";
import { earlierVersion } from "../../../support/earlier-version.ts";
import { type HostNames, nameHosts } from "../../../support/host-names.ts";
import { type ServiceProcess, startProcess } from "../../../support/process.ts";
import { openPair, type Pair } from "../../../support/standby.ts";
import { KEY } from "../databases.ts";

/** A store, whose service runs on a primary with a standby behind one address. */
export type World = {
  pair: Pair;
  link: DatabaseLink;
  names: HostNames;
  storeId: string;
  secret: string;
  /** Starts processes of the version. */
  start(count: number): Promise<ServiceProcess[]>;
  close(): Promise<void>;
};

const NAME = "database.test";

/** With a commit, the code of that version. Throws where the repository's history doesn't have it. */
export async function openWorld(commit: string | undefined): Promise<World> {
  const code = commit === undefined ? undefined : await earlierVersion(commit);
  if (commit !== undefined && !code) throw new Error(`There is no commit ${commit}.`);
  const names = await nameHosts([NAME]);
  const pair = await openPair();
  const link = await linkTo(pair.primary().url);
  const url = link.url.replace("127.0.0.1", NAME);
  const settings = { ENCRYPTION_KEY: KEY, DEMO: "0", EVENT_RATE_LIMIT: "0", LOG_LEVEL: "warn" };
  const env = { ...settings, ...names.env, DATABASE_URL: url };
  const command = code && [process.execPath, `${code.path}/src/main.ts`];
  const close = async () => {
    await link.close();
    await pair.close();
    await names.remove();
    await code?.remove();
  };
  try {
    // The first start makes the tables.
    await end(await startProcess(env, command));
    const cli = createProcessCli({ ...settings, DATABASE_URL: link.url }, code?.path);
    const { storeId } = await cli.json("store create --name Measured");
    const { secret } = await cli.json(`client create --store ${storeId} --name measuring`);
    return {
      ...{ pair, link, names, storeId: String(storeId), secret: String(secret), close },
      start: (count) => Promise.all(Array.from({ length: count }, () => startProcess(env, command))),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Ends a process also when it waits for a database. */
export async function end({ signal, exited }: ServiceProcess): Promise<void> {
  signal("SIGKILL");
  await exited;
}
