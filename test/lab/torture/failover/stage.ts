import { type DatabaseLink, linkTo } from "../../../support/database-link.ts";
import { type HostNames, nameHosts } from "../../../support/host-names.ts";
import { query } from "../../../support/query.ts";
import { openPair, type Pair } from "../../../support/standby.ts";
import { type Databases, environmentOn } from "../databases.ts";
import { retry } from "../retry.ts";

/** A primary and its standby, and the ways to them that the processes know. */
export type Stage = {
  pair: Pair;
  /** The one address of the database, which leads to the primary in good times. */
  front: DatabaseLink;
  /** Returns the way to the primary of the processes that know both servers. */
  own(): DatabaseLink;
  names: HostNames;
  /** Each process knows one of these addresses. */
  urls: string[];
  databases: Databases;
};

const [FRONT, ONE, OTHER] = ["database.test", "one.test", "other.test"] as const;

export async function openStage(settings: Record<string, string>): Promise<Stage> {
  const names = await nameHosts([FRONT, ONE, OTHER]);
  const pair = await openPair();
  const [one, other] = [pair.primary(), pair.standby()];
  const front = await linkTo(one.url);
  const links = new Map([
    [one, await linkTo(one.url)],
    [other, await linkTo(other.url)],
  ]);
  const linkOf = (server: typeof one) => links.get(server) as DatabaseLink;
  const server = {
    get url() {
      return pair.primary().url;
    },
    thaw: () => {
      for (const each of [one, other]) each.thaw();
    },
  };
  const name = "the service";
  const databases: Databases = {
    ...{ names: [name], servers: [server], first: server },
    env: environmentOn(front.url, { ...names.env, ...settings }),
    cellOf: async () => name,
    query: (_, text, values) => retry(() => query(pair.primary().url, text, values)),
    stop: async () => {
      for (const link of [front, ...links.values()]) await link.close();
    },
    close: async () => {
      await pair.close();
      await names.remove();
    },
  };
  const hosts = `${ONE}:${portOf(linkOf(one))},${OTHER}:${portOf(linkOf(other))}`;
  const urls = [
    named(front.url, `${FRONT}:${portOf(front)}`),
    `${named(front.url, hosts)}?target_session_attrs=read-write`,
  ];
  return { pair, front, own: () => linkOf(pair.primary()), names, urls, databases };
}

function portOf({ url }: DatabaseLink): string {
  return new URL(url).port;
}

function named(url: string, host: string): string {
  return url.replace(new URL(url).host, host);
}
