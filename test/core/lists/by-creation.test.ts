import { beforeAll, describe, expect, test } from "bun:test";
import { type SQL, sql } from "drizzle-orm";
import { createPlanner, type Planner } from "../../support/plans.ts";
import { useService, useStore } from "../../support/use-service.ts";

const [MANY, FEW] = [3_000, 90];

const service = useService();
const large = useStore(service);
const small = useStore(service, { beside: large });
let planner: Planner;
beforeAll(async () => {
  await fill(large.id, MANY);
  await fill(small.id, FEW);
  const { longDb } = large.ctx;
  for (const { table } of Object.values(LISTS)) await longDb.execute(sql.raw(`vacuum analyze ${table}`));
  const tables = Object.values(LISTS).map(({ table }) => table);
  planner = createPlanner(large, tables, { isByKey: true });
}, 120_000);
service.beforeStop(() => planner.stop());

/** Stores rows, a minute apart. A tenth of the rejections is older than they are kept, and was not yet removed. */
async function fill(storeId: string, count: number): Promise<void> {
  const db = large.ctx.longDb;
  const numbers = sql`from generate_series(1, ${count}::int) as n`;
  const at = sql`date_trunc('milliseconds', now()) - n * interval '1 minute'`;
  await db.execute(sql`insert into mail_streams (store_id, id, stream_key, return_id, is_for_people, last_seq, pending)
    values (${storeId}, 'mst_1', 'ann@example.test', '', false, ${count}::int, 0)`);
  await db.execute(sql`insert into mails (store_id, id, stream_id, seq, recipient, kind, language, return_id, message_id, state,
      request_id, created_at, finished_at)
    select ${storeId}, 'mai_' || lpad((${count}::int - n)::text, 24, '0'), 'mst_1', n, 'ann@example.test', 'return_received', 'en', 'ret_' || n % 9,
      'm' || n, case when n % 3 = 0 then 'failed' else 'sent' end, '', ${at}, ${at} ${numbers}`);
  await db.execute(sql`insert into event_rejections (store_id, received_at, index, event, errors)
    select ${storeId}, case when n % 10 = 0 then now() - interval '31 days' else ${at} end, 0, '{}', '[]' ${numbers}`);
  await db.execute(sql`insert into withdrawals (store_id, id, number, receipt_token, statement, received_at, language, name, email,
      email_key, order_name, is_identified, is_late, by, request_id, created_at)
    select ${storeId}, 'wdr_' || n, n, 'r' || n, 's', '2026-03-04T09:30:00+00:00', 'en', 'Ann', 'ann@example.test', 'ann@example.test',
      'order', false, n % 4 = 0, 'Ann', '', ${at} ${numbers}`);
}

type Row = { id?: string; receivedAt?: string };
type Page = Record<string, Row[]> & { count: number; isAtLeast: boolean };

/** Each list with its table, the column of a row in its order, and filters with what a matching row has. */
const LISTS: Record<string, { table: string; name: string; column: SQL; filters: [string, SQL][] }> = {
  mails: {
    ...{ table: "mails", name: "mails", column: sql`id` },
    filters: [
      ["", sql`true`],
      ["&status=failed", sql`state = 'failed'`],
      ["&returnId=ret_4", sql`return_id = 'ret_4'`],
      ["&returnId=ret_3&status=failed", sql`return_id = 'ret_3' and state = 'failed'`],
    ],
  },
  "events/rejections": {
    ...{ table: "event_rejections", name: "rejections", column: sql`number` },
    filters: [["", sql`received_at >= now() - interval '30 days'`]],
  },
  withdrawals: {
    ...{ table: "withdrawals", name: "withdrawals", column: sql`created_at` },
    filters: [
      ["", sql`true`],
      ["&late=true", sql`is_late`],
      ["&email=ann@example.test", sql`true`],
    ],
  },
};
const SORTS = ["-created_at", "created_at"];
const EACH = Object.entries(LISTS).flatMap(([path, list]) =>
  SORTS.map((sort) => [path, sort, list] as const),
);

describe("all pages together have each row once, in the order that was asked for, and each page counts all of them", () => {
  test.each(EACH)("%s by %s", async (path, sort, { table, name, column, filters }) => {
    for (const [query, where] of filters) {
      const direction = sql.raw(sort.startsWith("-") ? "desc" : "asc");
      const shown = name === "rejections" ? sql`received_at` : sql`id`;
      const { rows } = await small.ctx.db.execute<{ shown: string }>(sql`
        select ${shown} as shown from ${sql.raw(table)} where store_id = ${small.id} and ${where} order by ${column} ${direction}`);
      const found: unknown[] = [];
      const totals = new Set<string>();
      let next: string | null = null;
      do {
        const response: Response = await small.get(
          `/stores/:store/${path}?sort=${sort}&include=count&limit=37${query}`,
          next === null ? {} : { "X-Page-Continue": next },
        );
        const page = (await response.json()) as Page;
        found.push(...(page[name] ?? []).map(({ id, receivedAt }) => id ?? Date.parse(receivedAt ?? "")));
        totals.add(`${page.count} ${page.isAtLeast}`);
        next = response.headers.get("X-Page-Next");
      } while (next !== null);
      const expected = rows.map(({ shown }) => (name === "rejections" ? Date.parse(shown) : shown));
      expect([query, found, [...totals]]).toEqual([query, expected, [`${rows.length} false`]]);
    }
  });
});

describe("a page and the number of all are read from an index, a page in its order", () => {
  test.each(EACH)("%s by %s", async (path, sort, { filters }) => {
    for (const [query] of filters) {
      const isCompared = query.includes("late") || query.split("&").length > 2;
      const page = await planner.plansOf({ path: `/stores/:store/${path}?sort=${sort}${query}` });
      // One in ten rejections is passed over.
      expect([query, page.walked, page.sorted, page.most <= (isCompared ? 4_000 : 24)]).toEqual([
        ...[query, [], false, true],
      ]);
      const counted = await planner.plansOf({
        path: `/stores/:store/${path}?sort=${sort}&include=count${query}`,
      });
      expect([query, counted.walked, counted.most <= 1.2 * MANY]).toEqual([query, [], true]);
    }
  });
});

test("without being asked a page counts nothing, and the latest comes first", async () => {
  for (const [path, { name }] of Object.entries(LISTS)) {
    const page = await (await small.get(`/stores/:store/${path}`)).json();
    const sorted = await (await small.get(`/stores/:store/${path}?sort=-created_at`)).json();
    expect([page, Object.keys(page)]).toEqual([sorted, [name]]);
  }
});

test("a cursor is one of the order in which it was given", async () => {
  for (const path of Object.keys(LISTS)) {
    const response = await small.get(`/stores/:store/${path}?sort=created_at&limit=1`);
    const headers = { "X-Page-Continue": response.headers.get("X-Page-Next") ?? "" };
    const statuses = await Promise.all(
      SORTS.map(async (sort) => (await small.get(`/stores/:store/${path}?sort=${sort}`, headers)).status),
    );
    expect([path, statuses]).toEqual([path, [400, 200]]);
  }
});
