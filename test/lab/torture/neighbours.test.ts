import { describe, expect, test } from "bun:test";
import { breaches, type Compared, compared, table } from "./neighbours/compare.ts";
import type { Samples } from "./neighbours/quiet.ts";
import { tortureNeighbours } from "./neighbours/run.ts";

const LIMITS = { factor: 5, floorMs: 50 };

/**
 * The short form of `bun run torture neighbours`. It doesn't check latency, because other work may slow the
 * machine.
 */
test("no request of a store fails while another store on the same processes misbehaves", async () => {
  const ways = ["rejections", "repeats", "comments"];
  const rows = await tortureNeighbours({
    ...{ ways, quietMs: 700, duringMs: 2_000, calmWithinMs: 2_000, seed: 20, say: () => {} },
    ...{ returns: 20, largeOrders: 0, linesPerLargeOrder: 0 },
  });
  expect(rows.flatMap(({ failures }) => failures)).toEqual([]);
  expect(rows.map(({ way }) => way)).toEqual(ways.flatMap((way) => [way, way, way]));
  // There were requests both before and during the load.
  const requests = rows.filter(({ measured }) => measured === "requests");
  expect(
    Math.min(...requests.map(({ quiet, during }) => Math.min(quiet.count, during.count))),
  ).toBeGreaterThan(0);
}, 400_000);

describe("a p99 measured while another store misbehaves", () => {
  const samples = (ms: number, failures: string[] = []): Samples => ({
    times: { requests: Array(100).fill(ms), deliveries: [ms], "bulk events": [ms] },
    failures,
  });
  const kindsOf = (rows: Compared[]) => breaches(rows, LIMITS).map((line) => line.split(" is ")[0]);

  test("may be five times the quiet p99", () => {
    expect(breaches(compared("lists", samples(200), samples(999)), LIMITS)).toEqual([]);
  });

  test("is a breach above that, separately for each measure", () => {
    expect(kindsOf(compared("lists", samples(200), samples(1_001)))).toEqual([
      "lists: p99 of requests",
      "lists: p99 of deliveries",
      "lists: p99 of bulk events",
    ]);
  });

  test("is no breach below the noise floor", () => {
    expect(kindsOf(compared("lists", samples(1), samples(49)))).toEqual([]);
    expect(kindsOf(compared("lists", samples(1), samples(51)))).toHaveLength(3);
  });

  test("is a breach if a request failed or there are no samples", () => {
    expect(breaches(compared("lists", samples(1), samples(1, ["GET /a was answered 503"])), LIMITS)).toEqual([
      "lists: 1 of 100 requests failed, such as GET /a was answered 503",
    ]);
    const none = { times: { requests: [], deliveries: [], "bulk events": [] }, failures: [] };
    expect(breaches(compared("lists", samples(1), none), LIMITS)).toHaveLength(3);
  });

  test("is shown in a table with a row per way and measure", () => {
    const [head, row] = table(compared("lists", samples(2), samples(5)));
    expect(head).toMatch(/^way +measured +quiet p50 +p99 +during p50 +p99 +ratio +samples +failed$/);
    expect(row).toMatch(/^lists +requests +2.0 ms +2.0 ms +5.0 ms +5.0 ms +2.5x +100 +0$/);
  });
});
