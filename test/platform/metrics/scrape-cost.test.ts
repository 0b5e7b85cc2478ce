import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { readDatabase } from "../../../src/platform/metrics/read-database.ts";
import { postReturn } from "../../support/returns.ts";
import { useService } from "../../support/use-service.ts";
import {
  orderToGermany,
  sendParcel,
  WITHDRAWALS,
  withdraw,
  withdrawalOf,
} from "../../support/withdrawals.ts";

const ROWS = 20_000;
const DAY_MS = 86_400_000;
const service = useService();

type Node = {
  "Relation Name"?: string;
  "Actual Rows"?: number;
  "Rows Removed by Filter"?: number;
  "Actual Loops"?: number;
  Plans?: Node[];
};

test("a scrape reads no row of a table for what is delivered, or waits at a disabled webhook", async () => {
  const { ctx } = service;
  const store = await service.newStore();
  // Each webhook with streams that have nothing to send; the second one has events to send, but is disabled.
  await ctx.db.execute(sql`
    insert into webhooks (store_id, id, topic, url, signing_secret, created_at, updated_at, disabled_at)
    select ${store.id}, id, 'return', 'https://a.test', '', now(), now(), disabled_at
    from (values ('on', null::timestamptz), ('off', now())) as hook(id, disabled_at)`);
  await ctx.db.execute(sql`
    insert into webhook_streams (store_id, webhook_id, return_id, last_seq, pending, due_at)
    select ${store.id}, 'on', 'ret_' || n, 1, 0, null from generate_series(1, ${ROWS}::int) as n
    union all
    select ${store.id}, 'off', 'ret_' || n, 1, 1, now() from generate_series(1, ${ROWS}::int) as n
    union all
    select ${store.id}, 'on', 'due', 3, 2, now() - interval '1 minute'`);
  await ctx.db.execute(sql`analyze webhook_streams`);

  const reading = await readDatabase(ctx.db, ctx.log);
  expect(reading.aftersale_webhook_streams_pending).toEqual([{ value: 1 }]);
  expect(reading.aftersale_webhook_events_pending).toEqual([{ value: 2 }]);
  expect(reading.aftersale_webhook_oldest_due_seconds?.[0]?.value).toBeGreaterThanOrEqual(60);
  expect(await rowsReadBy((db) => readDatabase(db, ctx.log), "webhook_streams")).toBe(1);
});

test("withdrawals wait for staff by reason until a return is over, and a scrape reads no old one", async () => {
  const { ctx } = service;
  const store = await service.newStore();
  const aged = async (days: number) => {
    service.setClock(new Date(Date.now() - days * DAY_MS));
    const made = await withdraw(store, withdrawalOf(await orderToGermany(store)));
    service.setClock(undefined);
    return made;
  };
  const [open, due, ancient, over] = [await aged(0), await aged(15), await aged(91), await aged(1)];
  expect([open, due, ancient, over].map(({ returnId }) => returnId)).not.toContain(null);
  expect((await store.put(`/returns/${over.returnId}/status`, { status: "complete" })).status).toBe(204);
  const late = [await orderToGermany(store), await orderToGermany(store)];
  for (const sent of late) {
    const units: [string, number][] = [
      ["line-1", 2],
      ["line-2", 1],
    ];
    await sendParcel(store, sent, units, "2024-03-07T10:20:00Z");
    expect((await withdraw(store, withdrawalOf(sent))).late).toBe(true);
  }
  expect((await postReturn(store, late[0] ?? "")).status).toBe(201);
  await withdraw(store, withdrawalOf("unknown-1"));
  const items = [{ lineItemId: "the blue one", quantity: 1 }];
  await withdraw(store, withdrawalOf(await orderToGermany(store), { items }));
  const erased = await withdraw(store, withdrawalOf("unknown-2"));
  await store.post(`${WITHDRAWALS}/${erased.id}/erase`, {});

  const reading = await readDatabase(ctx.db, ctx.log);
  const waiting = reading.aftersale_withdrawals_waiting?.map(({ labels, value }) => [labels?.reason, value]);
  expect(Object.fromEntries(waiting ?? [])).toEqual({
    ...{ order_unknown: 1, sender_unknown: 0, late: 1, nothing_to_return: 1, return_open: 2 },
  });
  expect(reading.aftersale_withdrawals_overdue).toEqual([{ value: 1 }]);
  // Of nine, all but the one that is too old.
  expect(await rowsReadBy((db) => readDatabase(db, ctx.log), "withdrawals")).toBe(8);
});

/** Returns how many rows of a table the statements of `read` read. */
async function rowsReadBy(
  read: (db: typeof service.ctx.db) => Promise<unknown>,
  table: string,
): Promise<number> {
  const pool = new pg.Pool({ connectionString: service.ctx.config.databaseUrl, max: 1 });
  const statements: { text: string; values: unknown[] }[] = [];
  const logger = { logQuery: (text: string, values: unknown[]) => void statements.push({ text, values }) };
  await read(drizzle(pool, { casing: "snake_case", logger }));
  let rows = 0;
  for (const { text, values } of statements) {
    const plan = await pool.query(`explain (analyze, format json) ${text}`, values);
    rows += rowsOf(plan.rows[0]["QUERY PLAN"][0].Plan, table);
  }
  await pool.end();
  expect(statements.length).toBeGreaterThan(5);
  return rows;
}

function rowsOf(node: Node, table: string): number {
  const { "Actual Rows": rows = 0, "Rows Removed by Filter": removed = 0, "Actual Loops": loops = 0 } = node;
  const own = node["Relation Name"] === table ? (rows + removed) * loops : 0;
  return own + (node.Plans ?? []).reduce((sum, inner) => sum + rowsOf(inner, table), 0);
}
