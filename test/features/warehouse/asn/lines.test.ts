import { beforeAll, expect, test } from "bun:test";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { createApp } from "../../../../src/app.ts";
import { newOrder, newReturn, postReturn, returnIn } from "../../../support/returns.ts";
import { useService, useStore } from "../../../support/use-service.ts";
import { unitIdsIn, warehouse } from "../../../support/warehouse.ts";

const LINES = 2_000;

type Node = {
  "Relation Name"?: string;
  "Function Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  Plans?: Node[];
};

const service = useService();
const store = useStore(service);
let returnId: string;
beforeAll(async () => {
  const lineItems = Array.from({ length: LINES }, (_, i) => ({
    id: `line ${i}`,
    productId: "p",
    title: `Title ${i}`,
    quantity: 1,
    price: i / 100,
  }));
  const orderId = await newOrder(store, { lineItems });
  const items = lineItems.map(({ id }) => ({ lineItemId: id, quantity: 1, reason: "" }));
  ({ id: returnId } = await returnIn(postReturn(store, orderId, { items })));
});

test("each row of a return with many lines has the values of its own line", async () => {
  const { body } = await warehouse(service, store, "GET /reporting/asn");
  const rows = body as { title: string; purchase_price: string; return_line_item_id: string }[];
  expect(rows.map(({ title, purchase_price }) => [title, purchase_price])).toEqual(
    Array.from({ length: LINES }, (_, i) => [`Title ${i}`, (i / 100).toFixed(2)]),
  );
  expect(rows.map((row) => Number(row.return_line_item_id))).toEqual(await unitIdsIn(store, returnId));
});

test("ASN report: each item and each order is read once, in any slices", async () => {
  const statements: { query: string; params: unknown[] }[] = [];
  const options = "-c TimeZone=UTC -c DateStyle=ISO";
  const pool = new pg.Pool({ connectionString: store.ctx.config.databaseUrl, max: 2, options });
  const logger = { logQuery: (query: string, params: unknown[]) => void statements.push({ query, params }) };
  const db = drizzle(pool, { casing: "snake_case", logger });
  const app = createApp({ ...store.ctx, db }, { ready: true, stopping: false });
  const headers = { "X-Authorization": store.secret };
  await (await app.fetch(new Request("http://localhost/api/v1/warehouse/reporting/asn", { headers }))).text();

  const read = new Map<string, number>();
  for (const { query, params } of statements.filter(({ query }) => /from returns|return_items/.test(query))) {
    const { rows } = await pool.query(`explain (analyze, format json) ${query}`, params);
    count(rows[0]["QUERY PLAN"][0].Plan, read);
  }
  await pool.end();
  const slices = Math.ceil(LINES / 200) + 1;
  expect(read.get("return_items")).toBeLessThan(LINES + 2 * slices);
  expect(read.get("returns")).toBeLessThan(2 * slices + 2);
  // The service parses the documents: no SQL function returns a row per line.
  expect([...read.keys()].filter((name) => name.startsWith("json"))).toEqual([]);
});

test("a row shows the first shipment with its item, and a shipment without itemIds contains all items", async () => {
  const own = await service.newStore();
  const items = [1, 2].map(() => ({ lineItemId: "line-1", quantity: 1, reason: "" }));
  const opened = await newReturn(own, { items });
  const [first, second] = opened.items.map(({ id }) => id);
  const shipments = [
    { carrier: "A", itemIds: [first] },
    { carrier: "B", itemIds: [first, first] },
    { carrier: "C" },
    { carrier: "D", itemIds: [second] },
  ];
  const carriers = async (given: object[]) => {
    await own.patch(`/returns/${opened.id}`, { shipments: given });
    const { body } = await warehouse(service, own, "GET /reporting/asn");
    return (body as { carrier: string | null }[]).map(({ carrier }) => carrier);
  };
  expect(await carriers(shipments)).toEqual(["A", "C"]);
  expect(await carriers(shipments.slice(0, 2))).toEqual(["A", null]);
  expect(await carriers([])).toEqual([null, null]);
});

/** Adds the rows that a plan's nodes return, by table or function. */
function count(node: Node, read: Map<string, number>): void {
  const name = node["Relation Name"] ?? node["Function Name"];
  if (name) read.set(name, (read.get(name) ?? 0) + node["Actual Rows"] * node["Actual Loops"]);
  for (const inner of node.Plans ?? []) count(inner, read);
}
