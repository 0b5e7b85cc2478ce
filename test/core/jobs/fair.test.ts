import { beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import { defineJob } from "../../../src/core/jobs/define-job.ts";
import { type StoreJobData, sendFairly, trySlice } from "../../../src/core/jobs/fair.ts";
import { createJobs } from "../../../src/core/jobs/jobs.ts";
import { useService } from "../../support/use-service.ts";

type Work = StoreJobData & { name: string; left: number };

const service = useService();
let boss: PgBoss;
let queue = "";
beforeAll(async () => {
  boss = new PgBoss({ connectionString: service.ctx.config.databaseUrl, supervise: false, schedule: false });
  await boss.start();
});
beforeEach(async () => {
  queue = `test.${crypto.randomUUID()}`;
  await boss.createQueue(queue);
});
service.beforeStop(() => boss.stop({ graceful: false }));

function jobOf() {
  const job = defineJob<Work>({ name: queue, queue: {}, work: {}, handle: async () => {} });
  return { job, ctx: { ...service.ctx, jobs: createJobs(boss, service.ctx.db) } };
}

function send(data: Work): Promise<void> {
  const { job, ctx } = jobOf();
  return sendFairly(ctx, job, data);
}

/**
 * Runs jobs slice by slice, `workers` at a time, until none or a number of slices is done; returns the names
 * in order.
 */
async function work({ workers = 1, slices = 1_000 } = {}): Promise<string[]> {
  const done: string[] = [];
  while (done.length < slices) {
    const jobs = [];
    for (let n = 0; n < workers; n++) jobs.push(...(await boss.fetch<Work>(queue, { groupConcurrency: 1 })));
    if (jobs.length === 0) break;
    for (const { id, data } of jobs) {
      done.push(data.name);
      if (data.left > 1) await send({ ...data, left: data.left - 1 });
      await boss.complete(queue, id);
    }
  }
  return done;
}

const count = (names: string[], prefix: string) => names.filter((name) => name.startsWith(prefix)).length;

test("jobs of one store start in the order in which they were sent", async () => {
  for (const name of ["a1", "a2", "a3"]) await send({ storeId: "a", name, left: 1 });
  expect(await work()).toEqual(["a1", "a2", "a3"]);
});

test("a store with many jobs gets as many turns as one with a single job", async () => {
  for (let n = 1; n <= 50; n++) await send({ storeId: "a", name: `a${n}`, left: 5 });
  await work({ slices: 7 });
  await send({ storeId: "b", name: "b", left: 10 });
  const until = await work({ slices: 22 });
  expect(count(until, "b")).toBe(10);
});

test("a store that comes later does not displace earlier ones", async () => {
  for (let n = 1; n <= 3; n++) await send({ storeId: "a", name: `a${n}`, left: 100 });
  await work({ slices: 60 });
  await send({ storeId: "b", name: "b", left: 100 });
  const both = await work({ slices: 40 });
  expect(count(both, "a")).toBeWithin(18, 23);
  expect(count(both, "b")).toBeWithin(18, 23);
});

test("with two workers no store occupies both while another waits", async () => {
  for (let n = 1; n <= 20; n++) await send({ storeId: "a", name: `a${n}`, left: 2 });
  await send({ storeId: "b", name: "b", left: 5 });
  const first = await work({ workers: 2, slices: 10 });
  expect(count(first, "b")).toBe(5);
});

test("every job is run to its end", async () => {
  for (const storeId of ["a", "b", "c"]) {
    for (let n = 1; n <= 4; n++) await send({ storeId, name: storeId, left: n });
  }
  const done = await work({ workers: 2 });
  expect(["a", "b", "c"].map((name) => count(done, name))).toEqual([10, 10, 10]);
});

test("a failed slice is logged and queued behind others with growing pauses, which a success resets", async () => {
  const { job, ctx } = jobOf();
  await sendFairly(ctx, job, { storeId: "a", name: "a", left: 1 });
  await sendFairly(ctx, job, { storeId: "b", name: "b", left: 1 });
  const failing = async () => {
    throw new Error("broken");
  };
  const [first] = await boss.fetch<Work>(queue);
  await trySlice(ctx, job, { data: first?.data as Work, work: failing });
  await boss.complete(queue, first?.id ?? "");
  const [second] = await boss.fetch<Work>(queue);
  expect(second?.data.name).toBe("b");
  const [again] = await boss.fetch<Work>(queue, { ignoreStartAfter: true });
  expect(again?.data).toMatchObject({ name: "a", failures: 1 });
  expect(await dueIn()).toEqual([1]);
  for (const failures of [6, 7, 60]) {
    await trySlice(ctx, job, { data: { storeId: "c", name: "c", left: 1, failures }, work: failing });
  }
  expect(await dueIn()).toEqual([1, 60, 60, 60]);
  expect(service.log.filter(({ job }) => job === queue)).toMatchObject([
    { storeId: "a", failures: 1, againInSeconds: 1, level: 50 },
    { storeId: "c", failures: 7, againInSeconds: 60 },
    { storeId: "c", failures: 8 },
    { storeId: "c", failures: 61 },
  ]);
  const given: Work[] = [];
  const data = { storeId: "c", name: "c", left: 1, failures: 3 };
  await trySlice(ctx, job, { data, work: async (own) => given.push(own) });
  expect(given).toEqual([{ storeId: "c", name: "c", left: 1 }]);
});

test("a slice that has failed `maxFailures` times throws, so the queue fails the job", async () => {
  const { job, ctx } = jobOf();
  const work = async () => {
    throw new Error("broken");
  };
  const data = { storeId: "a", name: "a", left: 1, failures: 4 };
  await trySlice(ctx, job, { data, work, maxFailures: 5 });
  expect(trySlice(ctx, job, { data: { ...data, failures: 5 }, work, maxFailures: 5 })).rejects.toThrow(
    "broken",
  );
});

/** Returns after how many seconds each queued job may start. */
async function dueIn(): Promise<number[]> {
  const { rows } = await service.ctx.db.execute<{ seconds: number }>(sql`
    select round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job
    where name = ${queue} and start_after > created_on order by created_on`);
  return rows.map(({ seconds }) => seconds);
}
