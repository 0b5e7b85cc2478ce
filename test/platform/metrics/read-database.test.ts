import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { readDatabase } from "../../../src/platform/metrics/read-database.ts";
import { createSampler } from "../../../src/platform/metrics/sampler.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);

test("returns are counted by status while they are few, and estimated from statistics when they are many", async () => {
  const { ctx } = service;
  for (const name of ["1", "2", "3", "4", "5", "6"]) {
    await store.post("/stores/:store/orders", order(name));
    await store.post("/stores/:store/returns", returnOf(name));
  }
  const { rows } = await ctx.db.execute<{ id: string }>(sql`select id from returns limit 2`);
  for (const { id } of rows) await store.put(`/returns/${id}/status`, { status: "flagged" });
  const byStatus = async () => {
    const { aftersale_returns: samples = [] } = await readDatabase(ctx.db, ctx.log);
    return Object.fromEntries(samples.map(({ labels, value }) => [labels?.status, value]));
  };
  expect(await byStatus()).toEqual({ open: 4, flagged: 2 });

  await ctx.db.execute(sql`analyze returns`);
  await ctx.db.execute(sql`update pg_class set reltuples = 3000000 where relname = 'returns'`);
  const { open = 0, flagged = 0 } = await byStatus();
  expect([open / 1e6, flagged / 1e6]).toEqual([expect.closeTo(2, 2), expect.closeTo(1, 2)]);
});

test("a query that fails leaves out its own metrics alone", async () => {
  const { ctx } = service;
  await ctx.db.execute(sql`alter table unnumbered_changes rename to elsewhere`);
  const reading = await readDatabase(ctx.db, ctx.log);
  await ctx.db.execute(sql`alter table elsewhere rename to unnumbered_changes`);
  expect(reading.aftersale_stores).toBeUndefined();
  expect(reading.aftersale_returns).toBeArray();
  expect(service.log.filter(({ msg }) => msg === "can't read metrics of the database")).toHaveLength(1);
});

test("a reading that takes long keeps no caller, runs once, and is used when it is there", async () => {
  const slow = Promise.withResolvers<number>();
  let count = 0;
  const read = () => {
    count++;
    return slow.promise;
  };
  const sample = createSampler(read, { maxAgeMs: 60_000, maxWaitMs: 50, onError: () => {} });
  const began = performance.now();
  expect(await Promise.all([sample(), sample(), sample()])).toEqual([undefined, undefined, undefined]);
  expect(performance.now() - began).toBeLessThan(30_000);
  slow.resolve(7);
  expect([await sample(), await sample(), count]).toEqual([7, 7, 1]);
});
