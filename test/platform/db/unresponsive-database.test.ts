import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { connect } from "../../../src/platform/db/connect.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { freezePostgres } from "../../support/freeze-postgres.ts";
import { dataFolder, type ServiceProcess, startProcess } from "../../support/process.ts";
import { startService } from "../../support/service.ts";
import { slowdown } from "../../support/slowdown.ts";

/** The documented limits are five seconds, and two for a health check; the margin is for busy machines. */
const ANSWERED_WITHIN_MS = 12_000;
const WELL_WITHIN_MS = 15_000;

let folder: Awaited<ReturnType<typeof dataFolder>>;
let service: ServiceProcess;
let secret: string;
let goOn = () => {};
beforeAll(async () => {
  folder = await dataFolder();
  service = await startProcess({ DATA_DIR: folder.path, EVENT_RATE_LIMIT: "0" });
  secret = /Secret +(\S+)/.exec(service.output())?.[1] ?? "";
});
afterEach(() => goOn());
afterAll(async () => {
  service.signal("SIGTERM");
  await service.exited;
  await folder.remove();
});

type Answered = { status: number; retryAfter: string | null; ms: number; body: string };

async function ask(path: string, body?: object, key?: string): Promise<Answered> {
  const begin = performance.now();
  const answer = await fetch(`${service.origin}${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      Authorization: `Bearer ${secret}`,
      "Content-Type": "application/json",
      ...(key !== undefined && { "Idempotency-Key": key }),
    },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await answer.text();
  const { status, headers } = answer;
  return { status, retryAfter: headers.get("retry-after"), ms: performance.now() - begin, body: text };
}

const STORE = "/v2.2/stores/demo";
const event = (customer: object) => ({ eventName: "visited", customer, uniqueId: crypto.randomUUID() });

/** Requests that use the database in each way. */
const REQUESTS: Record<string, () => Promise<Answered>> = {
  "a read": () => ask(`${STORE}/returns`),
  "an order": () => ask(`${STORE}/orders`, order(crypto.randomUUID())),
  "an event": () => ask(`${STORE}/events`, event({ id: "ann" })),
  "an event of a new customer": () => ask(`${STORE}/events`, event({ id: crypto.randomUUID() })),
  "events in bulk": () => ask(`${STORE}/events/bulk`, { events: [event({ id: "ann" })] }),
  "a streamed list": () => ask("/api/v1/warehouse/return/list?from=2020-01-01"),
  "the ASN report": () => ask("/api/v1/warehouse/reporting/asn"),
};

const answerAll = () =>
  Promise.all(
    Object.entries(REQUESTS).flatMap(([name, send]) =>
      [1, 2, 3, 4, 5].map(async () => [name, await send()] as const),
    ),
  );

async function untilWell(): Promise<void> {
  const end = performance.now() + WELL_WITHIN_MS * slowdown();
  for (const [name, send] of Object.entries(REQUESTS)) {
    for (let answer = await send(); answer.status >= 300; answer = await send()) {
      if (performance.now() > end) throw new Error(`${name} is still ${answer.status}: ${answer.body}`);
      await Bun.sleep(50);
    }
  }
}

test("while the database is unresponsive every request is 503 with Retry-After, and then the service recovers", async () => {
  await untilWell();
  goOn = await freezePostgres(folder.path);
  for (const [name, { status, retryAfter, ms }] of await answerAll()) {
    expect([name, status, retryAfter]).toEqual([name, 503, "1"]);
    expect(ms).toBeLessThan(ANSWERED_WITHIN_MS * slowdown());
  }
  const ready = await ask("/readyz");
  expect([ready.status, JSON.parse(ready.body)]).toEqual([
    503,
    expect.objectContaining({ status: "not ready", database: false, writable: false, ready: true }),
  ]);
  expect((await ask("/metrics")).status).toBe(200);
  goOn();
  await untilWell();
  expect((await ask("/readyz")).status).toBe(200);
});

test("/readyz reports it at once, even while requests wait for the database", async () => {
  goOn = await freezePostgres(folder.path);
  const waiting = answerAll();
  const begin = performance.now();
  // A health check may be half a second old.
  while ((await ask("/readyz")).status === 200) await Bun.sleep(50);
  expect(performance.now() - begin).toBeLessThan((ANSWERED_WITHIN_MS / 2) * slowdown());
  await waiting;
  goOn();
  await untilWell();
});

test("a request in progress when the database became unresponsive takes effect once when it is repeated", async () => {
  const orders = Array.from({ length: 20 }, (_, i) => order(`silent-${crypto.randomUUID()}-${i}`));
  const send = () => Promise.all(orders.map((one) => ask(`${STORE}/orders`, one, one.orderId)));
  const sent = send();
  await Bun.sleep(5);
  goOn = await freezePostgres(folder.path);
  for (const { status } of await sent) expect([200, 503]).toContain(status);
  goOn();
  await untilWell();
  expect((await send()).map(({ status }) => status)).toEqual(orders.map(() => 200));
  const returned = await ask(`${STORE}/returns`, returnOf(orders[0]?.orderId ?? ""));
  expect(returned.status).toBe(201);
});

test("a single unresponsive session is closed and replaced", async () => {
  const other = await startService();
  const quick = { statementMs: 500, lockMs: 500, idleInTransactionMs: 5_000 };
  const { db, close } = connect(other.ctx.config.databaseUrl ?? "", () => {}, 16, quick);
  const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  const [{ pid } = { pid: 0 }] = rows;
  process.kill(pid, "SIGSTOP");
  goOn = () => process.kill(pid, "SIGCONT");
  const given = await db.execute(sql`select 1 as one`).catch((error: Error) => error.cause);
  expect(String(given)).toContain("the database does not respond");
  expect((await db.execute(sql`select pg_backend_pid() as pid`)).rows).not.toEqual(rows);
  goOn();
  goOn = () => {};
  await close();
  await other.stop();
});

test("a service with an unresponsive database stops on request", async () => {
  goOn = await freezePostgres(folder.path);
  const waiting = ask(`${STORE}/returns`);
  const stopRequestedAt = performance.now();
  service.signal("SIGTERM");
  expect(await service.exited).toBe(0);
  expect(performance.now() - stopRequestedAt).toBeLessThan(20_000 * slowdown());
  await waiting.catch(() => undefined);
  goOn();
  service = await startProcess({ DATA_DIR: folder.path });
});
