import { expect, test } from "bun:test";
import { searchTerms } from "../../src/lib/search-terms.ts";

const MEGABYTE = 1024 * 1024;

test.each<[string, (long: string) => [path: string[], properties: Record<string, unknown>]]>([
  ["events", (long) => [["store", "event", long], { a: 1 }]],
  ["events without values", (long) => [["store", "event", long], {}]],
  ["properties", (long) => [["store", "event", "visited"], { [long]: 1 }]],
])("long names of %s are not kept in memory", (_, termsOf) => {
  Bun.gc(true);
  const before = process.memoryUsage.rss();
  for (let i = 0; i < 4_000; i++) searchTerms(...termsOf(`${i}`.padEnd(100_000, "x")));
  Bun.gc(true);
  expect(process.memoryUsage.rss() - before).toBeLessThan(150 * MEGABYTE);
});

test("terms of one name are the same, whether it was met before or not", () => {
  const terms = () => searchTerms(["store", "event", "visited"], { total: 5, plan: "gold" });
  const first = terms();
  for (let i = 0; i < 20_000; i++) searchTerms(["store", "event", `name ${i}`], { [`key ${i}`]: 1 });
  expect(terms()).toBe(first);
});
