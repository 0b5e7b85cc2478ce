import { beforeAll, describe, expect, test } from "bun:test";
import { type SQL, sql } from "drizzle-orm";
import { fillAtRandom } from "../../../support/random-rows.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const service = useService();
const store = useStore(service);
beforeAll(async () => {
  const other = await service.newStore({ beside: store });
  for (const { id } of [store, other]) await fillAtRandom(store.ctx, id, `sorted ${id}`);
});

const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
const [BEFORE, LATER] = [daysAgo(10), daysAgo(1)];
const created = sql`created_at >= ${BEFORE}::timestamptz`;
const updated = sql`updated_at < ${LATER}::timestamptz`;

/** Filters of a request, and what a matching row has. */
type Filters = [query: string, where: SQL][];
const OF_BOTH: Filters = [
  ["", sql`true`],
  ["customer_id=customer-2", sql`customer_id = 'customer-2'`],
  ["customer_id=unknown", sql`false`],
  ["order=%237", sql`external_id = '#7'`],
  [`created_at_min=${BEFORE}`, created],
  [
    `created_at_max=${LATER}&customer_id=customer-3`,
    sql`created_at < ${LATER}::timestamptz and customer_id = 'customer-3'`,
  ],
];
const OF_RETURNS: Filters = [
  ["status=needs_review", sql`status = 'needs_review'`],
  ["status=needs_review&status=complete", sql`status in ('needs_review', 'complete')`],
  ["status=open&customer_id=customer-4", sql`status = 'open' and customer_id = 'customer-4'`],
  [
    "reason=Damaged",
    sql`exists (select from return_items as item where item.store_id = listed.store_id and return_id = listed.id and reason = 'Damaged')`,
  ],
  [`created_at_max=${LATER}&status=open`, sql`created_at < ${LATER}::timestamptz and status = 'open'`],
  [`updated_at_max=${LATER}&status=open`, sql`${updated} and status = 'open'`],
  [`created_at_min=${BEFORE}&updated_at_max=${LATER}`, sql`${created} and ${updated}`],
  [
    `updated_at_min=${BEFORE}&created_at_max=${LATER}`,
    sql`updated_at >= ${BEFORE}::timestamptz and created_at < ${LATER}::timestamptz`,
  ],
];
const OF_CREATION = { "-created_at": sql`created_at desc, id desc`, created_at: sql`created_at, id` };
const OF_CHANGE = { "-updated_at": sql`updated_at desc, id desc`, updated_at: sql`updated_at, id` };

type Page = Partial<Record<"returns" | "orders", Record<string, string>[]>> & {
  count: number;
  isAtLeast: boolean;
};

/** Returns the ids on all pages, and what each page says of their number. */
async function pagesOf(list: "returns" | "orders", query: string) {
  const ids: (string | undefined)[] = [];
  const totals = new Set<string>();
  let next: string | null = null;
  do {
    const response: Response = await store.get(
      `/stores/:store/${list}?${query}&include=count&limit=37`,
      next === null ? {} : { "X-Page-Continue": next },
    );
    const page = (await response.json()) as Page;
    ids.push(...(page[list] ?? []).map(({ id, orderId }) => id ?? orderId));
    totals.add(`${page.count} ${page.isAtLeast}`);
    next = response.headers.get("X-Page-Next");
  } while (next !== null);
  return { ids, totals: [...totals] };
}

describe("all pages together have each match once, in the order that was asked for, and each page counts all of them", () => {
  test.each(Object.entries({ ...OF_CREATION, ...OF_CHANGE }))("returns by %s", async (sort, order) => {
    for (const [query, where] of [...OF_BOTH, ...OF_RETURNS]) {
      const { rows } = await store.ctx.db.execute<{ id: string }>(sql`
        select id from (
          select returns.*, external_id from returns join orders using (store_id) where orders.id = order_id
        ) as listed where store_id = ${store.id} and ${where} order by ${order}`);
      const expected = { ids: rows.map(({ id }) => id), totals: [`${rows.length} false`] };
      expect([query, await pagesOf("returns", `${query}&sort=${sort}`)]).toEqual([query, expected]);
    }
  });

  test.each(Object.entries(OF_CREATION))("orders by %s", async (sort, order) => {
    for (const [query, where] of OF_BOTH) {
      const { rows } = await store.ctx.db.execute<{ orderId: string }>(sql`
        select external_id as "orderId" from orders as listed where store_id = ${store.id} and ${where} order by ${order}`);
      const expected = { ids: rows.map(({ orderId }) => orderId), totals: [`${rows.length} false`] };
      expect([query, await pagesOf("orders", `${query}&sort=${sort}`)]).toEqual([query, expected]);
    }
  });
});

test("a cursor is one of the order in which it was given", async () => {
  const response = await store.get("/stores/:store/returns?sort=created_at&limit=1");
  const cursor = response.headers.get("X-Page-Next") ?? "";
  for (const [sort, status] of [
    ["created_at", 200],
    ["-created_at", 400],
    ["updated_at", 400],
  ]) {
    const next = await store.get(`/stores/:store/returns?sort=${sort}`, { "X-Page-Continue": cursor });
    expect([sort, next.status]).toEqual([sort, status]);
  }
});

test("without being asked a page counts nothing, and the latest creation comes first", async () => {
  const page = (await (await store.get("/stores/:store/returns")).json()) as Page;
  const sorted = (await (await store.get("/stores/:store/returns?sort=-created_at")).json()) as Page;
  expect(page).toEqual(sorted);
  expect(Object.keys(page).toSorted()).toEqual(["orders", "returns"]);
});
