import { beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createBacklog } from "../../../src/core/jobs/backlog.ts";
import { replayJob } from "../../../src/features/webhooks/replay-job.ts";
import type { Db } from "../../../src/platform/db/connect.ts";
import { removeOldJob } from "../../../src/workers.ts";
import { linkTo } from "../../support/database-link.ts";
import { event, postBulk, postEvent } from "../../support/events.ts";
import { freshMetrics } from "../../support/metrics.ts";
import { startService, type TestService, type TestStore } from "../../support/service.ts";
import { slowdown } from "../../support/slowdown.ts";
import { useService, useStore } from "../../support/use-service.ts";

const DURATION = "aftersale_http_request_duration_seconds_count";

const service = useService({ hasIdleQueues: true });
/** In the cell whose metrics the tests read: that which answers requests of no store. */
const first = useStore(service);
let store: TestStore;
beforeEach(async () => {
  store = await service.newStore({ beside: first });
});

describe("GET /metrics", () => {
  test("has Prometheus's text format and requires no authentication", async () => {
    const answer = await service.fetch("/metrics");
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
    ]);
    const line = /^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{(?:\w+="[^"\n]*",?)+\})? [-+\d.eE]+)$/;
    const lines = (await answer.text()).split("\n").filter((text) => text !== "");
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.filter((text) => !line.test(text))).toEqual([]);
  });

  test("counts requests by method, route and status, with any result", async () => {
    const before = await samples();
    await store.get("/stores/:store/orders/none");
    await store.get("/stores/:store/orders/other");
    await postEvent(store, event());
    await postEvent(store, {});
    await service.fetch("/v2.2/stores/whose/orders/none");
    await service.fetch("/healthz");
    const order = 'route="/v2.2/stores/:storeId/orders/:orderId"';
    const events = 'route="/v2.2/stores/:storeId/events"';
    expect(grown(before, await samples(), DURATION)).toEqual({
      [`{method="GET",${order},status="404"}`]: 2,
      [`{method="POST",${events},status="202"}`]: 1,
      [`{method="POST",${events},status="400"}`]: 1,
      '{method="GET",route="/healthz",status="200"}': 1,
      '{method="GET",route="/metrics",status="200"}': 1,
      // The one without a secret.
      '{method="other",route="other",status="4xx"}': 1,
    });
  });

  test("counts in each bucket the requests that took no longer, and in the last all", async () => {
    await store.get("/stores/:store/orders/none");
    const text = await freshMetrics(() => service.fetch("/metrics"));
    const series = 'method="GET",route="/v2.2/stores/:storeId/orders/:orderId",status="404"';
    const lines = text
      .split("\n")
      .filter((line) => line.includes(series) && line.includes("duration_seconds"));
    const buckets = lines.flatMap((line) => {
      const [, le, count] = /_bucket\{le="([^"]+)",.+\} (\d+)$/.exec(line) ?? [];
      return le ? [{ le: le === "+Inf" ? Number.POSITIVE_INFINITY : Number(le), count: Number(count) }] : [];
    });
    const total = Number(
      lines
        .find((line) => line.includes("_count{"))
        ?.split(" ")
        .at(-1),
    );
    expect(buckets.length).toBe(14);
    expect(buckets).toEqual(buckets.toSorted((a, b) => a.le - b.le || a.count - b.count));
    expect(buckets.map(({ count }) => count)).toEqual(
      buckets.map(({ count }) => count).toSorted((a, b) => a - b),
    );
    expect(buckets.at(-1)).toEqual({ le: Number.POSITIVE_INFINITY, count: total });
    expect(total).toBeGreaterThan(0);
  });

  test("counts what clients without a credential request in one series per class of statuses", async () => {
    const before = await samples();
    for (const path of ["/a", "/b/c", "/v2.2/stores", "/docs/none"]) await service.fetch(path);
    await service.fetch("/healthz", { method: "PURGE" });
    await service.fetch("/docs");
    expect(grown(before, await samples(), DURATION)).toEqual({
      '{method="other",route="other",status="2xx"}': 1,
      '{method="other",route="other",status="4xx"}': 5,
      '{method="GET",route="/metrics",status="200"}': 1,
    });
  });

  test("counts accepted events and rejected elements, without duplicates", async () => {
    const before = await samples();
    await postEvent(store, event({ uniqueId: "1" }));
    await postEvent(store, event({ uniqueId: "1" }));
    await postBulk(store, [event(), event({ uniqueId: "1" }), event({ eventName: "" }), 7]);
    const after = await samples();
    expect(grown(before, after, "aftersale_events_accepted_total")).toEqual({ "": 2 });
    expect(grown(before, after, "aftersale_events_rejected_total")).toEqual({ "": 2 });
  });

  test("counts requests over the rate limit, by operation", async () => {
    const slow = await startService({ eventRateLimit: 1 });
    const limited = await slow.newStore();
    const answers = await Promise.all(Array.from({ length: 5 }, () => postEvent(limited, event())));
    const refused = answers.filter(({ status }) => status === 429).length;
    expect(refused).toBeGreaterThan(0);
    expect(grown({}, await samples(slow), "aftersale_rate_limited_requests_total")).toEqual({
      '{operation="events"}': refused,
    });
    await slow.stop();
  });

  test("is separate for each service in a process", async () => {
    const other = await startService({ hasIdleQueues: true });
    await postEvent(store, event());
    expect(grown({}, await samples(other), "aftersale_events_accepted_total")).toEqual({});
    await other.stop();
  });
});

describe("the metrics of waiting jobs", () => {
  test("are reported per queue, with the age of its oldest job, once a job is committed", async () => {
    const own = await startService({ hasIdleQueues: true });
    const owner = await own.newStore();
    await postBulk(owner, [event()]);
    await postBulk(owner, [event()]);
    await own.ctx.jobs.send(removeOldJob, {});
    await own.ctx.db.execute(sql`update pgboss.job set created_on = now() - interval '60 seconds'
      where name = ${removeOldJob.name}`);
    await own.ctx.db.execute(sql`update event_batches set kept_at = now() - interval '90 seconds'
      where id = (select id from event_batches limit 1)`);
    const found = await samples(own);
    expect(found['aftersale_jobs_waiting{queue="events.record"}']).toBe(2);
    expect(found['aftersale_jobs_waiting{queue="retention.remove"}']).toBe(1);
    expect(found['aftersale_jobs_waiting{queue="webhooks.deliver"}']).toBe(0);
    expect(found['aftersale_jobs_oldest_seconds{queue="events.record"}']).toBeWithin(90, 120);
    expect(found['aftersale_jobs_oldest_seconds{queue="retention.remove"}']).toBeWithin(60, 90);
    expect(found['aftersale_jobs_oldest_seconds{queue="webhooks.deliver"}']).toBe(0);
    await own.stop();
  });

  test("are cheap with 100,000 waiting jobs: one query in five seconds for any number of scrapes", async () => {
    const own = await startService({ hasIdleQueues: true });
    await own.ctx.db.execute(sql`
      insert into pgboss.job (name, policy) select ${replayJob.name}, 'standard' from generate_series(1, 100000)`);
    await own.ctx.db.execute(sql`analyze pgboss.job_common`);
    let queries = 0;
    const execute: Db["execute"] = (query) => {
      queries++;
      return own.ctx.db.execute(query);
    };
    const backlog = createBacklog({ ...own.ctx.db, execute }, own.ctx.log, [replayJob]);
    const began = performance.now();
    const measured = await Promise.all(Array.from({ length: 50 }, backlog));
    const tookMs = performance.now() - began;
    expect(measured.map((queues) => queues.map(({ jobs }) => jobs))).toEqual(Array(50).fill([100_000]));
    expect(queries).toBe(1);
    expect(tookMs).toBeLessThan(1_000 * slowdown());
    await own.stop();
  });

  test("are omitted while the database is unavailable, and the others are reported", async () => {
    const link = await linkTo(store.ctx.config.databaseUrl ?? "");
    const own = await startService({ databaseUrl: link.url });
    await link.cut();
    const found = await samples(own);
    expect(Object.keys(found).filter((name) => name.startsWith("aftersale_jobs"))).toEqual([]);
    expect(found.aftersale_events_accepted_total).toBe(0);
    expect(found.aftersale_database_connections_waiting).toBe(0);
    expect(own.log.map(({ msg }) => msg)).toContain("can't read the backlog");
    await link.mend();
    await own.stop();
  });
});

/** Returns every sample by its name and labels. */
async function samples(from: TestService = service): Promise<Record<string, number>> {
  const text = await freshMetrics(() => from.fetch("/metrics"));
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => {
      const end = line.lastIndexOf(" ");
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

/** Returns the increase of the samples of one name, by their labels. */
function grown(before: Record<string, number>, after: Record<string, number>, name: string) {
  const labels = (key: string) => key.slice(name.length);
  return Object.fromEntries(
    Object.entries(after)
      .filter(([key]) => key === name || key.startsWith(`${name}{`))
      .map(([key, value]) => [labels(key), value - (before[key] ?? 0)] as const)
      .filter(([, growth]) => growth > 0),
  );
}
