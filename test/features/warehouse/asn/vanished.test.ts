import { expect, test } from "bun:test";
import pg from "pg";
import { createApp } from "../../../../src/app.ts";
import type { Db } from "../../../../src/platform/db/connect.ts";
import { fillLines } from "../../../support/asn.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const service = useService();
const store = useStore(service);

test("returns that are removed while the report is read don't take others with them", async () => {
  const client = new pg.Client({ connectionString: store.ctx.config.databaseUrl });
  await client.connect();
  await fillLines(client, store.id, 600);
  await client.query("set session_replication_role = replica");
  // The first of the returns of a statement, two in a row, and the last; then all of the next statement.
  const removals = new Map([
    ["ret_1", [1, 40, 41, 100]],
    ["ret_101", Array.from({ length: 100 }, (_, i) => 101 + i)],
  ]);
  const db = beforeDetails(store.ctx.db, async (ids) => {
    for (const n of removals.get(ids[0] ?? "") ?? []) {
      for (const [table, column] of [
        ["return_items", "return_id"],
        ["returns", "id"],
      ]) {
        await client.query(`delete from ${table} where store_id = $1 and ${column} = $2`, [
          store.id,
          `ret_${n}`,
        ]);
      }
    }
    removals.delete(ids[0] ?? "");
  });
  const app = createApp({ ...store.ctx, db }, { ready: true, stopping: false });
  const headers = { "X-Authorization": store.secret };
  const path = "/api/v1/warehouse/reporting/asn?from=2026-02-01&to=2026-03-02";
  const answer = await app.fetch(new Request(`http://localhost${path}`, { headers }));
  const rows = (await answer.json()) as { order_name: string }[];
  await client.end();

  const left = Array.from({ length: 300 }, (_, i) => i + 1).filter(
    (n) => ![1, 40, 41, 100].includes(n) && !(n > 100 && n <= 200),
  );
  expect(removals.size).toBe(0);
  expect(rows.map((row) => row.order_name)).toEqual(left.flatMap((n) => [`order-${n}`, `order-${n}`]));
});

type Statement = { name?: string; values?: unknown[] };
type Client = { query(statement: Statement): Promise<unknown>; byKey?: Client };

/** Returns the database with `work` done before each statement that reads what the items of returns share. */
function beforeDetails(db: Db, work: (ids: string[]) => Promise<void>): Db {
  const session = db._.session as unknown as { client: Client };
  const client = session.client.byKey ?? session.client;
  const query = async (statement: Statement) => {
    if (statement.name === "asn_details") await work(statement.values?.[1] as string[]);
    return client.query(statement);
  };
  const own = { ...db._, session: Object.assign(Object.create(session), { client: { query } }) };
  return new Proxy(db, { get: (target, key) => (key === "_" ? own : Reflect.get(target, key)) });
}
