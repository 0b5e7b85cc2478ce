import { beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { sendRestocksJob } from "../../../src/features/connectors/restock/send-job.ts";
import { createLocation } from "../../../src/features/stores/create-location.ts";
import { moveStore } from "../../../src/operate/moves/move-store.ts";
import { removeRows } from "../../../src/operate/moves/remove-rows.ts";
import { withCells } from "../../../src/operate/moves/sessions.ts";
import { addCell } from "../../../src/platform/cells/add-cell.ts";
import { requireEqualRows } from "../../../src/platform/db/replication/compare-rows.ts";
import { changesAfter } from "../../support/changes.ts";
import { BULK, event } from "../../support/events.ts";
import { fileOf, readOrderImport, startOrderImport } from "../../support/order-imports.ts";
import { leastOrder } from "../../support/orders.ts";
import { connectShop, openShopServer } from "../../support/shops/connect-shop.ts";
import { restockPlainly } from "../../support/shops/plain-restock.ts";
import { askedOfShop, returnUnit } from "../../support/shops/returned-unit.ts";
import { useService } from "../../support/use-service.ts";
import { type Cells, joinCells } from "./cells.ts";
import { jobsOf } from "./full-store.ts";

const shops = await openShopServer();
const TIMEOUT_MS = 500;
const settings = {
  payoutRetrySchedule: [0, 5, 5],
  payoutTimeoutMs: TIMEOUT_MS,
  webhookAllowedHosts: [shops.host],
};
const first = useService({ isSingle: true, ...settings });
const second = useService({ isSingle: true, ...settings });
first.beforeStop(shops.close);
first.beforeStop(restockPlainly());
let cells: Cells;
beforeAll(async () => {
  cells = await joinCells(first, second);
});

const register = () => addCell(cells.directory, { name: "first", url: first.ctx.config.databaseUrl ?? "" });

test("rows and jobs of a store stay in the cell where it lives", async () => {
  const store = await first.newStore();
  await register();
  await store.post(BULK, { events: [event()] });
  const jobs = await jobsOf(first, store);
  expect(jobs).toBeGreaterThan(0);
  const move = { storeId: store.id, fromCell: "first", toCell: "second" };
  await withCells(cells.directory, move, async ({ from }) => {
    await expect(removeRows(from, store.id, () => {})).rejects.toThrow("its rows stay");
  });
  expect(await jobsOf(first, store)).toBe(jobs);
  await first.drain();
  const { rows } = await first.ctx.db.execute(sql`select from events where store_id = ${store.id}`);
  expect(rows).toHaveLength(1);
});

test("what is left of a rate limit moves with its store", async () => {
  const store = await first.newStore();
  await register();
  for (let i = 0; i < 3; i++) await store.post("/stores/:store/events", event());
  const counted = async ({ ctx }: typeof first) => {
    const { rows } = await ctx.db.execute(
      sql`select operation, passed, counts from rate_limits where store_id = ${store.id}`,
    );
    return rows;
  };
  const before = await counted(first);
  expect(before).toHaveLength(1);
  await moveStore(cells.directory, { storeId: store.id, to: "second", lateMs: 0 }, cells.report);
  expect(await counted(second)).toEqual(before);
});

test("a shop goes on with its store: its poll, its webhooks, payouts and changes of stock, each once", async () => {
  const store = await first.newStore();
  await createLocation(store.ctx, store.id, { name: "Main", isDefault: true });
  // The answers to the first payout and the first change of stock are lost.
  const shop = await connectShop(first, shops, store, { moods: ["lost", "lost"], lateMs: TIMEOUT_MS });
  await register();
  const line = { units: 1, cents: 1_000 };
  for (const id of ["sent", "waiting"]) await shop.order(id, line);
  shop.ledger.addOrder("polled", line);
  const sent = await returnUnit(store, "sent");
  await first.drain({ sweeps: true });
  // As if the shop were no longer at work on the payout of that order.
  await first.ctx.db.execute(
    sql`update restock_streams set leased_until = null where store_id = ${store.id}`,
  );
  await sendRestocksJob.sweep?.(first.ctx);
  await sendRestocksJob.waitUntilIdle?.(first.ctx);
  const waiting = await returnUnit(store, "waiting");
  expect(await askedOfShop(store, sent)).toEqual({ payouts: ["unknown"], stock: ["unknown"] });
  expect(await askedOfShop(store, waiting)).toEqual({ payouts: ["waiting"], stock: ["waiting"] });
  const cursorIn = async ({ ctx }: typeof first) =>
    (await ctx.db.execute(sql`select cursor from connectors where store_id = ${store.id}`)).rows;
  const cursor = await cursorIn(first);
  expect(cursor).not.toEqual([{ cursor: null }]);

  await moveStore(cells.directory, { storeId: store.id, to: "second", lateMs: 0 }, cells.report);
  const there = second.as(store);
  expect([await cursorIn(first), await cursorIn(second)]).toEqual([[], cursor]);
  await expect(shop.hook("sent")).rejects.toThrow("401");
  shop.ledger.addOrder("hooked", line);
  await shop.hook("hooked", second);
  shop.ledger.addOrder("new", line);
  // With a time of change after the cursor.
  shop.ledger.refundByHand("new", 100);
  await there.post("/stores/:store/connectors/medusa/poll", undefined);
  await first.drain({ sweeps: true });
  await Bun.sleep(TIMEOUT_MS);
  for (const table of ["payout_streams", "restock_streams"])
    await second.ctx.db.execute(sql`update ${sql.identifier(table)} set due_at = now()
      where store_id = ${store.id} and due_at is not null`);
  await second.drain({ sweeps: true });
  for (const id of [sent, waiting])
    expect(await askedOfShop(there, id)).toEqual({ payouts: ["paid"], stock: ["done"] });
  expect(shop.ledger.refunds.map(({ orderId, cents }) => [orderId, cents])).toEqual([
    ["sent", 1_000],
    ["new", 100],
    ["waiting", 1_000],
  ]);
  expect(shop.ledger.stock.map(({ units }) => units)).toEqual([1, 1]);
  const created = (await changesAfter(there)).filter(({ type }) => type === "order.created");
  expect(created).toHaveLength(5);
});

test("an import of orders goes on where its store has moved meanwhile, and makes each order once", async () => {
  const store = await first.newStore();
  await register();
  const ids = Array.from({ length: 3_000 }, (_, i) => `imported-${i}`);
  const id = await startOrderImport(store, fileOf(ids.map((orderId) => leastOrder(orderId))));
  const importing = first.drain();
  const moving = moveStore(cells.directory, { storeId: store.id, to: "second", lateMs: 0 }, cells.report);
  await Promise.all([importing, moving]);
  const there = second.as(store);
  for (let tries = 0; (await readOrderImport(there, id)).status !== "done"; tries++) {
    if (tries > 100) throw new Error(JSON.stringify(await readOrderImport(there, id)));
    await Bun.sleep(100);
    await second.drain();
  }
  expect(await readOrderImport(there, id)).toMatchObject({ status: "done", created: 3_000, broken: 0 });
  const { rows } = await second.ctx.db.execute<{ orders: number }>(
    sql`select count(*)::int as orders from orders where store_id = ${store.id}`,
  );
  expect(rows).toEqual([{ orders: 3_000 }]);
  const created = (await changesAfter(there)).filter(({ type }) => type === "order.created");
  expect(created).toHaveLength(3_000);
});

test("a copy with as many rows of other content is not taken", async () => {
  const store = await first.newStore();
  await register();
  const save = ({ ctx }: typeof first, key: string) =>
    ctx.db.execute(sql`insert into segments (store_id, key, "where", created_at, updated_at)
      values (${store.id}, ${key}, '{}', '2026-03-02', '2026-03-02')`);
  await second.ctx.db.execute(sql`insert into stores (store_id, name, currency, first_status, created_at)
    values (${store.id}, 'Moved', 'USD', 'open', now())`);
  await save(first, "a");
  await save(second, "b");
  const move = { storeId: store.id, fromCell: "first", toCell: "second" };
  await withCells(cells.directory, move, async ({ from, to }) => {
    await expect(requireEqualRows(from.session, to.session, "segments", store.id)).rejects.toThrow(
      "has 1 rows of other content in the new cell",
    );
  });
});
