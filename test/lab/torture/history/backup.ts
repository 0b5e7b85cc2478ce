import { join } from "node:path";
import pg from "pg";
import { temporaryFolder } from "../../../support/ends-with-us.ts";
import { type Measured, measuredCommand } from "../../../support/measured-command.ts";
import { retry } from "../retry.ts";
import type { Call } from "./call.ts";
import type { Receiver } from "./receiver.ts";
import type { Shop } from "./shop.ts";

/** A backup, and the times between which its moment is, by the harness's clock. */
export type Backup = {
  path: string;
  from: number;
  until: number;
  command: Measured;
  remove(): Promise<void>;
};

type Settings = { url: string; key: string };

/** Takes a backup as an operator does; repeats it when Postgres is killed meanwhile. */
export async function takeBackup({ url, key }: Settings, now: () => number): Promise<Backup> {
  const folder = await temporaryFolder("aftersale backup ");
  const path = join(folder.path, "a.backup");
  const times = await retry(async () => {
    const from = now();
    const command = await measuredCommand({ DATABASE_URL: url, ENCRYPTION_KEY: key }, "backup", path);
    return { from, until: now(), command };
  });
  return { path, ...times, remove: folder.remove };
}

export async function restoreBackup({ path }: Backup, { url, key }: Settings): Promise<Measured> {
  return measuredCommand({ DATABASE_URL: url, ENCRYPTION_KEY: key }, "restore", path);
}

/**
 * Returns the history that a restored database must agree with: without the calls after the backup; those beside
 * it may be in it or not.
 */
export function callsUntil(calls: Call[], { from, until }: Backup): Call[] {
  return calls
    .filter(({ start }) => start <= until)
    .map((call) => {
      if (call.end < from) return call;
      const { reads, numbers, missing, ...rest } = call;
      return { ...rest, outcome: "unknown" };
    });
}

type StreamRow = { webhook_id: string; return_id: string; last: number };

/**
 * Makes the receiver forget what it got after the backup's moment. An event before a finished one of its stream
 * was received before that moment, also if it is due again.
 */
export async function forgetUndelivered(url: string, shops: Shop[], { streams }: Receiver): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<StreamRow>(
    `select webhook_id, return_id, max(seq) as last from webhook_events where state <> 'pending'
     group by webhook_id, return_id`,
  );
  await client.end();
  const finished = new Map(
    rows.map(({ webhook_id, return_id, last }) => [`${webhook_id} ${return_id}`, last]),
  );
  const tokens = shops.flatMap(({ untouched, webhooks }) => [untouched, ...webhooks]);
  const ids = new Map(tokens.map(({ token, id }) => [token, id]));
  for (const stream of streams.values()) {
    const last = finished.get(`${ids.get(stream.token)} ${stream.returnId}`) ?? 0;
    stream.arrivals = stream.arrivals.filter(({ sequence }) => sequence <= last);
  }
}
