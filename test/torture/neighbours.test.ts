import { describe, expect, test } from "bun:test";
import { breaches, type Compared, compared, table } from "./neighbours/compare.ts";
import type { Samples } from "./neighbours/quiet.ts";
import { tortureNeighbours } from "./neighbours/run.ts";

const LIMITS = { factor: 5, floorMs: { requests: 50, deliveries: 250, "bulk events": 500 } };

/** The short form of `bun run torture neighbours`: how late answers are says little on a machine that is busy otherwise. */
test("no request of a store fails while another one on the same processes misbehaves", async () => {
  const ways = ["rejections", "repeats", "comments"];
  const rows = await tortureNeighbours({
    ...{ ways, quietMs: 700, duringMs: 2_000, calmWithinMs: 2_000, seed: 20, say: () => {} },
    ...{ returns: 20, largeOrders: 0, linesPerLargeOrder: 0 },
  });
  expect(rows.flatMap(({ failures }) => failures)).toEqual([]);
  expect(rows.map(({ way }) => way)).toEqual(ways.flatMap((way) => [way, way, way]));
  // It was measured: there were requests of both kinds of time.
  const requests = rows.filter(({ measured }) => measured === "requests");
  expect(
    Math.min(...requests.map(({ quiet, during }) => Math.min(quiet.count, during.count))),
  ).toBeGreaterThan(0);
}, 180_000);

describe("what is measured while another store misbehaves", () => {
  const samples = (ms: number, failures: string[] = []): Samples => ({
    times: { requests: Array(100).fill(ms), deliveries: [ms], "bulk events": [ms] },
    failures,
  });
  const kindsOf = (rows: Compared[]) => breaches(rows, LIMITS).map((line) => line.split(" is ")[0]);

  test("may take five times as long as before", () => {
    expect(breaches(compared("lists", samples(200), samples(999)), LIMITS)).toEqual([]);
  });

  test("is a breach when it takes longer, each measure by itself", () => {
    expect(kindsOf(compared("lists", samples(200), samples(1_001)))).toEqual([
      "lists: p99 of requests",
      "lists: p99 of deliveries",
      "lists: p99 of bulk events",
    ]);
  });

  test("is no breach below what noise alone makes of it", () => {
    expect(kindsOf(compared("lists", samples(1), samples(49)))).toEqual([]);
    expect(kindsOf(compared("lists", samples(1), samples(251)))).toEqual([
      "lists: p99 of requests",
      "lists: p99 of deliveries",
    ]);
  });

  test("is a breach when a request fails, or when nothing could be measured", () => {
    expect(breaches(compared("lists", samples(1), samples(1, ["GET /a was answered 503"])), LIMITS)).toEqual([
      "lists: 1 of 100 requests failed, such as GET /a was answered 503",
    ]);
    const none = { times: { requests: [], deliveries: [], "bulk events": [] }, failures: [] };
    expect(breaches(compared("lists", samples(1), none), LIMITS)).toHaveLength(3);
  });

  test("is shown in columns, a row per way and measure", () => {
    const [head, row] = table(compared("lists", samples(2), samples(5)));
    expect(head).toMatch(/^way +measured +quiet p50 +p99 +during p50 +p99 +ratio +samples +failed$/);
    expect(row).toMatch(/^lists +requests +2.0 ms +2.0 ms +5.0 ms +5.0 ms +2.5x +100 +0$/);
  });
});
