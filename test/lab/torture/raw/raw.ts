import { readdir, readFile } from "node:fs/promises";
import pg from "pg";
import { seeded } from "../random.ts";
import { type Answer, answersIn, fire, loiter } from "./connection.ts";
import type { ConsoleSession } from "./console.ts";
import { probeHealth } from "./probe.ts";
import type { Context, Shop } from "./request.ts";
import { nextShot, type Shot } from "./shots.ts";

export type RawOptions = {
  seed: number;
  requests: number;
  service: { pid: number; port: number; databaseUrl: string; output(): string };
  shop: Shop;
  session: ConsoleSession;
  say(line: string): void;
};

export type Rawed = {
  differences: string[];
  requests: number;
  connections: number;
  /** The number of responses by status. */
  statuses: Record<string, number>;
  /** The growth between the end of the warm-up and the end. */
  grownMb: number;
  grownFiles: number;
  /** The longest time that the event loop was blocked. */
  blockedMs: number;
};

const AT_ONCE = 48;
const LOITERERS = 30;
/** The share of the requests after which memory and open files must not grow further. */
const WARM_UP = 0.5;
const MOST_GROWN_MB = 64;
const MOST_GROWN_FILES = 20;
/** How long a request of health may wait for the others, of which many are at work at a time. */
const MOST_BLOCKED_MS = 500;
const IDLE_MS = 1_000;
const REPORT_EVERY = 5_000;

/** Sends broken requests to a running service until `requests` are sent; returns the violations it saw. */
export async function throwRaw({ seed, requests, service, shop, session, say }: RawOptions): Promise<Rawed> {
  const random = seeded(seed);
  let ids = 0;
  const context: Context = { random, shop, session, nextId: () => `raw-${++ids}` };
  const differences: string[] = [];
  const statuses: Record<string, number> = {};
  const claimed = new Set<string>();
  /** The ids of orders whose requests have an unknown outcome. */
  const unknown = new Set<string>();
  let [sent, connections, reported] = [0, 0, 0];

  const take = (shot: Shot, answers: Answer[]) => {
    for (const { status, headers, body } of answers) {
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status >= 500 && !isVersionRefusal(status, headers))
        differences.push(`${status} to ${shot.kind}: ${shown(shot)} ${body.slice(0, 300)}`);
      const made = status === 200 ? /"externalOrderId":"(raw-\d+)"/.exec(body)?.[1] : undefined;
      if (made) claimed.add(made);
      if (status === 429 && !/^retry-after:/im.test(headers)) differences.push("429 without Retry-After");
    }
  };
  const run = async (until: number) => {
    while (sent < until && differences.length < 100) {
      const shot = nextShot(context);
      sent += shot.requests;
      connections++;
      const answers = answersIn(await fire(shot, service.port));
      take(shot, answers);
      // The outcome is unknown, because the client or the server closed the connection before the response.
      if (answers.length < shot.requests && !shot.isCut) for (const id of shot.orderIds) unknown.add(id);
      if (sent - reported >= REPORT_EVERY) {
        reported = sent;
        say(`${sent} requests on ${connections} connections: ${JSON.stringify(statuses)}`);
      }
    }
  };
  const all = async (until: number) => {
    const loiterers = loiter(service.port, LOITERERS);
    await Promise.all(Array.from({ length: AT_ONCE }, () => run(until)));
    loiterers.close();
    await Bun.sleep(IDLE_MS);
    return footprint(service.pid);
  };

  const before = await all(requests * WARM_UP);
  const probe = probeHealth(service);
  const after = await all(requests);
  const blockedMs = await probe.stop();
  const [grownMb, grownFiles] = [after.residentMb - before.residentMb, after.files - before.files];
  if (grownMb > MOST_GROWN_MB) differences.push(`its memory has grown by ${grownMb} MB`);
  if (grownFiles > MOST_GROWN_FILES) differences.push(`${grownFiles} more files are open`);

  if (blockedMs > MOST_BLOCKED_MS) differences.push(`it was busy with others for ${blockedMs} ms`);
  differences.push(...(await effectFaults(service.databaseUrl, shop, claimed, unknown)));
  differences.push(...(await aliveFaults(service.port, shop, session)));
  const failures = service.output().match(/^.*"level":[56]0.*$/gm) ?? [];
  differences.push(...failures.slice(0, 10).map((line) => `it logged ${line}`));
  return { differences, requests: sent, connections, statuses, grownMb, grownFiles, blockedMs };
}

/**
 * Whether a 505 comes from the runtime, which refuses unsupported HTTP versions before the service sees the
 * request.
 */
function isVersionRefusal(status: number, headers: string): boolean {
  return status === 505 && !/^x-request-id:/im.test(headers);
}

/** Checks that every order answered 200 exists and that no refused order exists. */
async function effectFaults(
  url: string,
  shop: Shop,
  claimed: Set<string>,
  unknown: Set<string>,
): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    "select external_id as id from orders where store_id = $1",
    [shop.id],
  );
  await client.end();
  const stored = new Set(rows.map(({ id }) => id).filter((id) => id.startsWith("raw-")));
  const lost = [...claimed].filter((id) => !stored.has(id));
  const unexpected = [...stored].filter((id) => !claimed.has(id) && !unknown.has(id));
  return [
    ...lost.map((id) => `order ${id} was answered 200 and isn't there`),
    ...unexpected.map((id) => `order ${id} is there and was not answered 200`),
  ];
}

async function aliveFaults(port: number, shop: Shop, { cookie }: ConsoleSession): Promise<string[]> {
  const headers = { Authorization: `Bearer ${shop.secret}`, Cookie: cookie };
  const answers = await Promise.all(
    ["/healthz", "/readyz", `/v2.2/returns/${shop.returnId}`, `/console/stores/${shop.id}`].map((path) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers, redirect: "manual" }),
    ),
  );
  return answers
    .filter(({ status }) => status !== 200)
    .map(({ status, url }) => `afterwards ${url} is ${status}`);
}

/** Returns memory and open files of a process from /proc; zeros on systems without it. */
async function footprint(pid: number): Promise<{ residentMb: number; files: number }> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
  return {
    residentMb: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024),
    files: files.length,
  };
}

function shown({ pieces }: Shot): string {
  return JSON.stringify(Buffer.concat(pieces).toString("latin1").slice(0, 300));
}
