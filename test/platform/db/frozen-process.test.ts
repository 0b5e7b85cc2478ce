import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { event, postBulk, storedEvents, taken } from "../../support/events.ts";
import { napsOn } from "../../support/naps.ts";
import { type ServiceProcess, startProcess } from "../../support/process.ts";
import { newReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { environmentOf, useService } from "../../support/use-service.ts";
import { newWebhook } from "../../support/webhooks.ts";

/** Much longer than the timeout after which the database releases the locks of a frozen process. */
const GOES_ON_WITHIN_MS = 45_000;

const service = useService({ eventRateLimit: 0 });
const running = new Set<ServiceProcess>();
service.beforeStop(async () => {
  for (const one of running) {
    one.signal("SIGCONT");
    one.signal("SIGKILL");
  }
  await Promise.all([...running].map(({ exited }) => exited));
});

async function start(role: "api" | "worker"): Promise<ServiceProcess> {
  const started = await startProcess({ ...environmentOf(service), ROLE: role });
  running.add(started);
  return started;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + GOES_ON_WITHIN_MS; !(await condition()); await Bun.sleep(50)) {
    if (performance.now() > end) throw new Error("the wait timed out");
  }
}

test("a worker frozen in a transaction delays no events for long, and loses or duplicates none", async () => {
  const store = await service.newStore();
  const other = await service.newStore({ beside: store });
  const naps = await napsOn(store, "events");
  const stopped = await start("worker");
  await naps.begin(store.id);
  expect(await postBulk(store, [event({ uniqueId: "first" })])).toEqual(taken);
  await naps.asleep();
  stopped.signal("SIGSTOP");
  await naps.end();

  await start("worker");
  for (let i = 0; i < 30; i++) {
    const customer = { id: `customer-${i % 5}` };
    expect(await postBulk(store, [event({ customer }), event({ customer })])).toEqual(taken);
    expect(await postBulk(other, [event({ customer }), event({ customer })])).toEqual(taken);
  }
  await until(async () => (await storedEvents(other)).length === 60);
  await until(async () => (await storedEvents(store)).length === 61);

  stopped.signal("SIGCONT");
  await until(async () => (await waitingJobs(store)) === 0);
  expect(await storedEvents(store)).toHaveLength(61);
  const further = await service.newStore({ beside: store });
  expect(await postBulk(further, [event()])).toEqual(taken);
  await until(async () => (await storedEvents(further)).length === 1);
  expect(await isAlive(stopped)).toBe(true);
});

test("a process frozen in a change of a return delays only changes of that return, and not for long", async () => {
  const store = await service.newStore();
  const other = await service.newStore({ beside: store });
  const [changed, unchanged, elsewhere] = [
    await newReturn(store),
    await newReturn(store),
    await newReturn(other),
  ];
  // The payload of a webhook is read between the change and its commit.
  await newWebhook(store);
  const naps = await napsOn(store, "returns");
  const [stopped, running] = [await start("api"), await start("api")];
  const ask = (from: ServiceProcess, { secret }: TestStore, path: string, body?: object) =>
    fetch(`${from.origin}${path}`, {
      method: body ? "PUT" : "GET",
      headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(GOES_ON_WITHIN_MS),
    });
  const change = (from: ServiceProcess) =>
    ask(from, store, `/v2.2/returns/${changed.id}/status`, { status: "in_transit" });

  await naps.begin(changed.id);
  const unanswered = change(stopped).catch(() => undefined);
  await naps.asleep();
  stopped.signal("SIGSTOP");
  await naps.end();

  let answered = 0;
  const repeats = Array.from({ length: 25 }, async () => {
    const { status } = await change(running);
    answered++;
    return status;
  });
  let meanwhile = 0;
  while (answered === 0) {
    const others = await Promise.all([
      ask(running, other, "/readyz"),
      ask(running, other, `/v2.2/returns/${elsewhere.id}`),
      ask(running, other, `/v2.2/returns/${elsewhere.id}/status`, { status: "flagged" }),
      ask(running, store, `/v2.2/returns/${unchanged.id}/status`),
    ]);
    expect(others.map(({ status }) => status)).toEqual([200, 200, meanwhile === 0 ? 204 : 409, 200]);
    meanwhile++;
  }
  expect(meanwhile).toBeGreaterThan(5);
  expect((await Promise.all(repeats)).sort()).toEqual([204, ...Array<number>(24).fill(409)]);

  stopped.signal("SIGCONT");
  expect((await unanswered)?.status).toBe(503);
  expect((await ask(stopped, store, `/v2.2/returns/${changed.id}/status`)).status).toBe(200);
  expect(await isAlive(stopped)).toBe(true);
});

async function waitingJobs({ ctx }: TestStore): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: number }>(
    sql`select count(*)::int as count from pgboss.job where name = 'events.record' and state < 'completed'`,
  );
  return rows[0]?.count ?? 0;
}

function isAlive({ exited }: ServiceProcess): Promise<boolean> {
  return Promise.race([exited.then(() => false), Bun.sleep(200).then(() => true)]);
}
