import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { MAX_COMPARED } from "../../../../src/core/lists/list.ts";
import { RETURN_LIST } from "../../../../src/features/returns/read/list.ts";
import { returnOf } from "../../../support/fixtures.ts";
import { pageAfterKey } from "../../../support/pages.ts";
import { BY_INDEX, createPlanner, type Planner } from "../../../support/plans.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const COUNT = 20_000;
const TABLES = ["returns", "return_items", "return_notes", "return_history", "orders"];

const service = useService();
const store = useStore(service);
let planner: Planner;
beforeAll(async () => {
  planner = createPlanner(store, TABLES);
  await fill(store.id);
  await fill((await service.newStore()).id);
  await store.ctx.db.execute(sql`analyze`);
});
service.beforeStop(() => planner.stop());

/** Inserts orders with one return of one item each, a second apart, in all statuses. */
async function fill(storeId: string): Promise<void> {
  const line = { id: "line-1", productId: "tee", title: "Tee", quantity: 2, price: 5 };
  const body = JSON.stringify({ orderId: "", createdAt: "2026-01-01T00:00:00Z", lineItems: [line] });
  const address = JSON.stringify({ ...returnOf("").data.shippingAddress, line2: "" });
  const statuses =
    "{open,in_transit,delivered,needs_review,in_review,complete,rejected,flagged,deleted,open}";
  const at = sql`timestamptz '2026-01-01' + n * interval '1 second'`;
  const numbers = sql`generate_series(1, ${sql.raw(String(COUNT))}) n`;
  for (const statement of [
    sql`insert into orders (store_id, id, external_id, currency, body, created_at, received_at)
      select ${storeId}, 'ord_' || n, 'order-' || n, 'USD', ${body}::json, ${at}, ${at} from ${numbers}`,
    sql`insert into returns (store_id, id, order_id, status, provider, shipping_address, additions, created_at, updated_at)
      select ${storeId}, 'ret_' || n, 'ord_' || n, (${statuses}::text[])[n % 10 + 1], 'shopify', ${address}::json, '{}', ${at}, ${at} from ${numbers}`,
    sql`insert into return_items (store_id, return_id, id, order_id, line_item_id, position, quantity, units, status, reason, compensation, value, additions)
      select ${storeId}, 'ret_' || n, 'rit_' || n, 'ord_' || n, 'line-1', 0, 1, '[[0,1]]', 'open', 'r', 'refund', 5, '{}' from ${numbers}`,
    sql`insert into return_notes (store_id, return_id, id, kind, message, by, at)
      select ${storeId}, 'ret_' || n, 'not_' || n, 'note', 'Hello', 'somebody', ${at} from ${numbers}`,
    sql`insert into return_history (store_id, return_id, "from", "to", at, by, request_id)
      select ${storeId}, 'ret_' || n, null, 'open', ${at}, 'somebody', 'r' from ${numbers}`,
  ]) {
    await store.ctx.db.execute(statement);
  }
}

function plansOf(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
  return planner.plansOf({ method, path, body, headers });
}

test("GET returns: the first and a late page are read from the index", async () => {
  const first = await plansOf("GET", "/stores/:store/returns");
  expect(first).toMatchObject(BY_INDEX);
  expect([...first.indexes]).toContain("returns_created_at");
  expect(first.most).toBeLessThanOrEqual(21);

  const key = ["2026-01-01T00:30:00.000Z", "ret_1800"];
  const after = pageAfterKey(RETURN_LIST, store.id, key);
  const last = await plansOf("GET", "/stores/:store/returns", undefined, after);
  expect(last).toMatchObject(BY_INDEX);
  expect([...last.indexes]).toContain("returns_created_at");
  expect(last.most).toBeLessThanOrEqual(21);
});

test.each(["open", "flagged", "pre_shipment"])(
  "a page of the returns with status %s is read from the index on statuses",
  async (status) => {
    const { indexes, ...plans } = await plansOf("GET", `/stores/:store/returns?status=${status}`);
    expect(plans).toMatchObject(BY_INDEX);
    expect([...indexes]).toContain("returns_status");
    expect(plans.most).toBeLessThanOrEqual(21);
  },
);

test("the returns of a short period are read from the index on updated_at", async () => {
  const query = "updated_at_min=2026-01-01T00:01:00Z&updated_at_max=2026-01-01T00:02:00Z";
  const { indexes, ...plans } = await plansOf("GET", `/stores/:store/returns?${query}`);
  expect(plans).toMatchObject(BY_INDEX);
  expect([...indexes]).toContain("returns_updated_at");
});

test.each(["", "&status=open"])(
  "the returns updated in a long period up to an early time are read without walking the list%s",
  async (more) => {
    const query = `updated_at_min=2025-01-01T00:00:00Z&updated_at_max=2026-01-01T00:40:00Z${more}`;
    const { answer, walked, most } = await plansOf("GET", `/stores/:store/returns?${query}`);
    expect((answer as { returns: unknown[] }).returns).toHaveLength(20);
    expect([walked, Math.min(most, 2 * MAX_COMPARED)]).toEqual([[], most]);
  },
);

test("the units of an order that are already returned are read from the index of return items", async () => {
  const { indexes, ...plans } = await plansOf("POST", "/stores/:store/returns", returnOf("order-777"));
  expect(plans).toMatchObject(BY_INDEX);
  expect([...indexes]).toContain("return_items_order");
  expect(plans.most).toBeLessThanOrEqual(2);
});

test.each([
  ["GET", "/returns/ret_777", undefined],
  ["GET", "/returns/ret_777/status", undefined],
  ["GET", "/returns/ret_777/history", undefined],
  ["GET", "/returns/ret_777/comments", undefined],
  ["POST", "/returns/ret_777/comments", { comment: { message: "Hello" } }],
  ["PATCH", "/returns/ret_777", { tags: [{ name: "vip" }] }],
  ["PUT", "/returns/ret_777/status", { status: "complete" }],
])("%s %s reads only its own rows", async (method, path, body) => {
  const { indexes: _, ...plans } = await plansOf(method, path, body);
  expect(plans).toMatchObject(BY_INDEX);
  expect(plans.most).toBeLessThanOrEqual(2);
});

describe("the warehouse's list", () => {
  const LIST = "/api/v1/warehouse/return/list?from=2026-01-01&to=2026-01-02&paginate=true&pageSize=20";
  type Page = { returns: { id: number }[]; nextPageUrl: string };

  test.each([
    ["created_at", "", "returns_status"],
    ["updated_at", "", "returns_status_updated_at"],
    ["created_at", "&state=cancelled", "returns_status"],
    ["updated_at", "&state=review", "returns_status_updated_at"],
  ])("by %s%s: the first and a late page are read from the index", async (filter, state, index) => {
    const first = await plansOf("GET", `${LIST}&filter=${filter}${state}`);
    const next = new URL((first.answer as Page).nextPageUrl);
    const cursor = Buffer.from(next.searchParams.get("cursor") ?? "", "base64url").toString();
    const far = Buffer.from(cursor.replace(/"at":"[^"]+"/, '"at":"2026-01-01T00:30:00.000Z"'));
    const last = await plansOf("GET", `${LIST}&cursor=${far.toString("base64url")}`);
    for (const { answer, indexes, statements: _, ...plans } of [first, last]) {
      expect((answer as Page).returns).toHaveLength(20);
      expect(plans).toMatchObject(BY_INDEX);
      expect([...indexes]).toContain(index);
      expect(plans.most).toBeLessThanOrEqual(21);
    }
  });

  test("executes the same number of statements for a hundred returns as for ten", async () => {
    const few = await plansOf("GET", `${LIST}&pageSize=10`);
    const many = await plansOf("GET", `${LIST}&pageSize=100`);
    expect((many.answer as Page).returns).toHaveLength(100);
    expect([few.statements, many.statements]).toEqual([5, 5]);
    const bare = await plansOf("GET", "/api/v1/warehouse/return/list?from=2026-01-01&state=open");
    expect(bare.answer).toHaveLength(COUNT * 0.4);
    // An unpaged list is read in parts of 250.
    expect(bare.statements).toBeLessThanOrEqual(3 * ((COUNT * 0.4) / 250 + 2));
  });

  test("finds the changes since the list was read in the index on updated_at, without reading all returns", async () => {
    service.setClock(new Date("2026-01-01T05:35:00Z"));
    const window = "from=2026-01-01 05:33:11&to=2026-01-01 05:40:00&filter=updated_at&paginate=1";
    const { answer, indexes, ...plans } = await plansOf("GET", `/api/v1/warehouse/return/list?${window}`);
    service.setClock(undefined);
    expect(answer).toMatchObject({ nextPageUrl: null });
    expect((answer as Page).returns).toHaveLength(6);
    expect(plans).toMatchObject(BY_INDEX);
    expect(plans.most).toBeLessThanOrEqual(21);
    expect([...indexes]).toContain("returns_updated_at");
  });

  test.each(["service_return_id=ret_1444", "order_name=order-1444", "order_id=order-1444", "return_id=1444"])(
    "details by %s read only their own rows",
    async (naming) => {
      const { answer, ...plans } = await plansOf("GET", `/api/v1/warehouse/return/details?${naming}`);
      expect(answer).toMatchObject({ service_id: "ret_1444" });
      expect(plans).toMatchObject(BY_INDEX);
      expect(plans.most).toBeLessThanOrEqual(2);
      expect(plans.statements).toBeLessThanOrEqual(7);
    },
  );
});
