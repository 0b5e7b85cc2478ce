import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createApp } from "../../../src/app.ts";
import { type Ctx, inTransaction } from "../../../src/core/ctx.ts";
import { createLocation } from "../../../src/features/stores/create-location.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { newOrder, newReturn } from "../../support/returns.ts";
import { untilRun } from "../../support/round-trips.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { newWebhook } from "../../support/webhooks.ts";

/**
 * Tables without a foreign key: they are written thousands of times per second, by statements that have
 * checked the store.
 */
const UNCHECKED = [
  ...[
    "changes",
    "done_jobs",
    "event_batches",
    "event_unique_ids",
    "events",
    "inventory_level_history",
    "move_positions",
    "requests",
    "search_keys",
    "unnumbered_changes",
    "webhook_attempts",
  ],
];
/** Tables of the database that belong to no store. */
const OF_NO_STORE = [
  ...["stores", "encryption_check", "cells", "backups"],
  ...["people", "sessions", "sign_in_links", "sign_in_attempts"],
  ...["passkeys", "passkey_challenges"],
];
const VIOLATION = "23503";

const service = useService();
const store = useStore(service);
let locationId: string;
beforeAll(async () => {
  await newWebhook(store);
  // The first request creates the row that counts requests of its operation.
  await store.post("/stores/:store/events/bulk", { events: [{}] });
  ({ locationId } = await createLocation(store.ctx, store.id, { name: "Main", isDefault: true }));
});

describe("a write locks neither its store nor its location", () => {
  const writes: [string, (orderId: string, returnId: string) => [string, object]][] = [
    ["an order of a new customer", () => ["/stores/:store/orders", { ...order("held"), locationId }]],
    ["a return", (orderId) => ["/stores/:store/returns", returnOf(orderId)]],
    ["a comment", (_, returnId) => [`/returns/${returnId}/comments`, { comment: { message: "Seen" } }]],
    [
      "a fulfillment",
      (orderId) => [
        `/stores/:store/orders/${orderId}/fulfillments`,
        { lineItems: [{ id: "line-1", quantity: 1 }] },
      ],
    ],
    ["a storefront event", () => ["/stores/:store/storefront/events", VIEWED]],
    ["a rejected event", () => ["/stores/:store/events/bulk", { events: [{}] }]],
  ];
  test.each(writes)("%s", async (_, requestOf) => {
    const [path, body] = requestOf(await newOrder(store), (await newReturn(store)).id);
    await whileOpen(async (tx) => {
      const { status } = await postWithin(tx, path, body);
      expect(status).toBeLessThan(300);
      // Fails at once if the row is locked.
      await store.ctx.db.execute(sql`select from stores where store_id = ${store.id} for update nowait`);
      await store.ctx.db.execute(sql`select from locations where store_id = ${store.id} for update nowait`);
    });
  });
});

test("no table accepts a row of a store that doesn't exist", async () => {
  const accepted: string[] = [];
  const tables = await columnsByTable();
  for (const [table, columns] of tables) {
    if (OF_NO_STORE.includes(table) || UNCHECKED.includes(table)) continue;
    if ((await faultOfRow(table, columns)) !== VIOLATION) accepted.push(table);
  }
  expect(accepted).toEqual([]);
  expect(tables.size).toBeGreaterThan(20);
});

test("no order or return can refer to a missing location or to another store's", async () => {
  const other = await service.newStore({ beside: store });
  const { locationId: foreign } = await createLocation(other.ctx, other.id, { name: "Theirs" });
  const [orderId, { id: returnId }] = [await newOrder(store), await newReturn(store)];
  for (const unknown of ["nowhere", foreign]) {
    for (const statement of [
      sql`update orders set location_id = ${unknown} where store_id = ${store.id} and external_id = ${orderId}`,
      sql`update returns set destination_id = ${unknown} where store_id = ${store.id} and id = ${returnId}`,
    ]) {
      expect(await faultOf(other.ctx.db.execute(statement))).toBe(VIOLATION);
    }
  }
});

test.each(["stores", "locations"])("%s can't be deleted, and their ids can't change", async (table) => {
  const id = sql.raw(table === "stores" ? "store_id" : "id");
  await createLocation(store.ctx, store.id, { name: "Ours" });
  for (const statement of [
    sql`delete from ${sql.raw(table)} where store_id = ${store.id}`,
    sql`update ${sql.raw(table)} set ${id} = 'another' where store_id = 'nobody'`,
    sql`truncate ${sql.raw(table)} cascade`,
  ]) {
    expect(await faultOf(store.ctx.db.execute(statement))).toBe(VIOLATION);
  }
});

const VIEWED = {
  eventId: "viewed",
  eventName: "product_viewed",
  source: "storefront",
  timestamp: "2026-03-02T09:10:00Z",
};

/** Runs `work` in a transaction that is rolled back. */
async function whileOpen(work: (tx: Ctx) => Promise<void>): Promise<void> {
  const undone = new Error("undone");
  const transaction = inTransaction(store.ctx, async (tx) => {
    await work(tx);
    throw undone;
  });
  await transaction.catch((error) => {
    if (error !== undone) throw error;
  });
}

async function postWithin(tx: Ctx, path: string, body: object): Promise<Response> {
  const app = createApp(tx, { ready: true, stopping: false });
  const response = await app.fetch(
    new Request(`http://localhost/v2.2${path.replace(":store", store.id)}`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${store.secret}`,
        "Content-Type": "application/json",
        "Idempotency-Key": path,
      },
      body: JSON.stringify(body),
    }),
  );
  await untilRun(tx);
  return response;
}

type Column = { name: string; type: string };

async function columnsByTable(): Promise<Map<string, Column[]>> {
  const { rows } = await store.ctx.db.execute<Column & { table: string }>(sql`
    select c.table_name as "table", column_name as name, data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1, ordinal_position`);
  return Map.groupBy(rows, ({ table }) => table);
}

/** Tries to insert a row of a store that doesn't exist, with a value in each column. */
function faultOfRow(table: string, columns: Column[]): Promise<string | undefined> {
  const row = Object.fromEntries(columns.map(({ name, type }) => [name, sampleOf(type)]));
  const name = sql.raw(table);
  return faultOf(
    store.ctx.db.execute(sql`
      insert into ${name} overriding system value
      select * from json_populate_record(null::${name}, ${JSON.stringify(row)}::json)`),
  );
}

function sampleOf(type: string): unknown {
  if (/^(?:bigint|integer|numeric|double precision)$/.test(type)) return 1;
  if (type.startsWith("timestamp")) return "2026-01-01T00:00:00Z";
  if (type === "boolean") return false;
  if (type === "ARRAY") return [];
  if (type === "uuid") return crypto.randomUUID();
  if (type.startsWith("json")) return {};
  return "nowhere";
}

async function faultOf(statement: Promise<unknown>): Promise<string | undefined> {
  try {
    await statement;
    return undefined;
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    return cause?.code;
  }
}
