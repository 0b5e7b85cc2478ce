import { beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { decodeCursor, encodeCursor } from "../../../src/lib/cursor.ts";
import { fillLists } from "../../support/fill-lists.ts";
import { createPlanner, type Planner } from "../../support/plans.ts";
import { useService, useStore } from "../../support/use-service.ts";

const COUNT = 20_000;
const LIST =
  "/api/v1/warehouse/return/list?paginate=true&pageSize=5&from=2025-12-01T00:00:00Z&to=2026-03-01T00:00:00Z";

const service = useService();
const store = useStore(service);
let planner: Planner;
beforeAll(async () => {
  const { longDb } = store.ctx;
  await fillLists(longDb, [store.id], { count: COUNT, people: 100 });
  await longDb.execute(sql`vacuum analyze returns`);
  planner = createPlanner(store, ["returns"]);
}, 60_000);
service.beforeStop(() => planner.stop());

/** Reads a page, and one whose cursor is at a return in the middle of the window. */
async function pagesRead(filter: string, direction: "next" | "previous") {
  const headers = { "X-Authorization": store.secret };
  const first = await planner.plansOf({ path: `${LIST}&filter=${filter}`, headers });
  const { nextPageUrl } = first.answer as { nextPageUrl: string };
  const { searchParams } = new URL(nextPageUrl);
  const cursor = decodeCursor(searchParams.get("cursor") ?? "") as object;
  const n = COUNT / 2;
  const at = new Date(Date.parse("2026-01-01T00:00:00Z") + n * 1_000).toISOString();
  const middle = { ...cursor, at, id: `ret_${n}`, _pointsToNextItems: direction === "next" };
  const path = `/api/v1/warehouse/return/list?cursor=${encodeCursor(middle)}`;
  return { first, middle: await planner.plansOf({ path, headers }) };
}

/** The list has no returns in review, and no deleted ones. */
const isListed = (n: number) => ![3, 4, 8].includes(n % 10);

test.each([
  ["created_at", "next"],
  ["created_at", "previous"],
  ["updated_at", "next"],
  ["updated_at", "previous"],
] as const)(
  "a page by %s in the middle of a window, towards the %s one, costs as much as the first",
  async (filter, direction) => {
    const { first, middle } = await pagesRead(filter, direction);
    const { returns } = middle.answer as { returns: { service_id: string }[] };
    const step = direction === "next" ? -1 : 1;
    const nearest = Array.from({ length: 20 }, (_, i) => COUNT / 2 + step * (i + 1)).filter(isListed);
    const newestFirst = nearest.slice(0, 5).sort((a, b) => b - a);
    expect(returns.map(({ service_id }) => service_id)).toEqual(newestFirst.map((n) => `ret_${n}`));
    expect(middle.pages).toBeLessThan(first.pages + 30);
  },
);
