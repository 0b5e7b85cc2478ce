import { beforeAll, describe, expect, test } from "bun:test";
import { type SQL, sql } from "drizzle-orm";
import { firstIdAt, firstUuidAt, newUuid } from "../../../src/lib/ids.ts";
import { createPlanner, type Planner } from "../../support/plans.ts";
import type { TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

const [MANY, FEW] = [3_000, 90];
const HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString();

const FIRST_ID = firstIdAt("whe", new Date(HOUR_AGO));

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
  const numbered = sql`generate_series(1, ${count}::int) as n`;
  const numbers = sql`from ${numbered}`;
  const at = sql`date_trunc('milliseconds', now()) - n * interval '1 minute'`;
  await db.execute(sql`insert into mail_streams (store_id, id, stream_key, return_id, is_for_people, last_seq, pending)
    values (${storeId}, 'mst_1', 'ann@example.test', '', false, ${count}::int, 0)`);
  await db.execute(sql`insert into mails (store_id, id, stream_id, seq, recipient, kind, language, return_id, message_id, state,
      request_id, created_at, finished_at)
    select ${storeId}, 'mai_' || lpad((${count}::int - n)::text, 24, '0'), 'mst_1', n, 'ann@example.test', 'return_received', 'en', 'ret_' || n % 9,
      'm' || n, case when n % 3 = 0 then 'failed' else 'sent' end, '', ${at}, ${at} ${numbers}`);
  const others = [
    sql`insert into customers (store_id, id) values (${storeId}, 'c1'), (${storeId}, 'c2')`,
    // Over several periods of the index of customers.
    sql`insert into events (store_id, id, event_name, customer_id, event_timestamp, search_terms, received_at)
      select ${storeId}, gen_random_uuid(), 'name ' || n % 3, 'c' || n % 2 + 1, ${at} - n % 5 * interval '30 days', '', now() ${numbers}`,
    sql`insert into webhooks (store_id, id, topic, url, signing_secret, created_at, updated_at)
      values (${storeId}, ${`hook_${storeId}`}, 'return', 'https://hooks.example.test/', '', now(), now())`,
    sql`insert into webhook_streams (store_id, webhook_id, return_id, last_seq, pending)
      select ${storeId}, ${`hook_${storeId}`}, 'ret_' || n, 1, 0 ${numbers}`,
    sql`insert into webhook_events (store_id, webhook_id, return_id, seq, id, type, at, payload_id, request_id, state, created_at)
      select ${storeId}, ${`hook_${storeId}`}, 'ret_' || n, 1, ids[n], 'created', ${at}, '', '', case when n % 3 = 0 then 'discarded' else 'delivered' end, ${at}
      from (select ${idsBefore(count, (madeAt) => `${firstIdAt("whe", madeAt)}0000`)}::text[] as ids) as made, ${numbered}`,
    sql`insert into requests (store_id, id, method, route, status, client, sent_by_id, duration_ms)
      select ${storeId}, ids[n], 'GET', '/', case when n % 3 = 0 then 404 else 200 end, 'Ann', case when n % 4 = 0 then 'per_1' else 'cli_1' end, 1
      from (select ${idsBefore(count, (madeAt) => newUuid(madeAt.getTime()))}::uuid[] as ids) as made, ${numbered}`,
    sql`insert into orders (store_id, id, external_id, currency, body, created_at, received_at)
      values (${storeId}, 'ord_1', '1', 'USD', '{}', now(), now())`,
    sql`insert into returns (store_id, id, order_id, status, provider, shipping_address, additions, created_at, updated_at)
      select ${storeId}, 'ret_' || lpad((${count}::int - n)::text, 24, '0'), 'ord_1', 'complete', 'shopify', '{}', '{}', ${at}, ${at} ${numbers}`,
    sql`insert into payouts (store_id, id, return_id, order_id, seq, type, status, amount, covers, currency, is_held, key, request_id, created_at)
      select ${storeId}, replace(id, 'ret_', 'pay_') || '_refund', id, 'ord_1', 1, 'refund',
        (array['refused','unknown','paid','waiting'])[n % 4 + 1], 1, 1, 'USD', n % 8 = 3, id, '', created_at + n % 5 * interval '1 day'
      from (select id, created_at, row_number() over () as n from returns where store_id = ${storeId}) as made`,
  ];
  for (const statement of others) await db.execute(statement);
  await db.execute(sql`insert into event_rejections (store_id, received_at, index, event, errors)
    select ${storeId}, case when n % 10 = 0 then now() - interval '31 days' else ${at} end, 0, '{}', '[]' ${numbers}`);
  await db.execute(sql`insert into withdrawals (store_id, id, number, receipt_token, statement, received_at, language, name, email,
      email_key, order_name, is_identified, is_late, by, request_id, created_at)
    select ${storeId}, 'wdr_' || n, n, 'r' || n, 's', '2026-03-04T09:30:00+00:00', 'en', 'Ann', 'ann@example.test', 'ann@example.test',
      'order', false, n % 4 = 0, 'Ann', '', ${at} ${numbers}`);
}

/** Returns ids that begin with the minutes before now. */
function idsBefore(count: number, idAt: (madeAt: Date) => string): string {
  return `{${Array.from({ length: count }, (_, i) => idAt(new Date(Date.now() - (i + 1) * 60_000))).join()}}`;
}

type Row = Record<string, string>;
type Page = Record<string, Row[]> & { count: number; isAtLeast: boolean };

/**
 * Each list with its table, the column in whose order it is, the field and the column that tell its rows apart, and filters with
 * what a matching row has.
 */
type Listed = {
  path?: string;
  table: string;
  name: string;
  column: SQL;
  shown?: [field: string, column: SQL];
  sort?: string;
  filters: [string, SQL][];
  /** Filters whose index has another order: their rows are read when they are few. */
  unordered?: RegExp;
};
const LISTS: Record<string, Listed> = {
  "/stores/:store/mails": {
    ...{ table: "mails", name: "mails", column: sql`id` },
    filters: [
      ["", sql`true`],
      ["&status=failed", sql`state = 'failed'`],
      ["&returnId=ret_4", sql`return_id = 'ret_4'`],
      ["&returnId=ret_3&status=failed", sql`return_id = 'ret_3' and state = 'failed'`],
    ],
  },
  "/stores/:store/events/rejections": {
    ...{ table: "event_rejections", name: "rejections", column: sql`number` },
    shown: ["receivedAt", sql`to_char(received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`],
    filters: [["", sql`received_at >= now() - interval '30 days'`]],
  },
  "/stores/:store/withdrawals": {
    ...{ table: "withdrawals", name: "withdrawals", column: sql`created_at` },
    filters: [
      ["", sql`true`],
      ["&late=true", sql`is_late`],
      ["&email=ann@example.test", sql`true`],
    ],
  },
  "/stores/:store/events": {
    ...{ table: "events", name: "events", column: sql`event_timestamp`, shown: ["eventId", sql`id::text`] },
    sort: "event_timestamp",
    filters: [
      ["", sql`true`],
      ["&eventName=name 1", sql`event_name = 'name 1'`],
      ["&customer=c1", sql`customer_id = 'c1'`],
      [`&since=${HOUR_AGO}`, sql`event_timestamp >= ${HOUR_AGO}::timestamptz`],
      [
        `&until=${HOUR_AGO}&customer=c1`,
        sql`event_timestamp < ${HOUR_AGO}::timestamptz and customer_id = 'c1'`,
      ],
      ["&customer=c1&eventName=name 1", sql`customer_id = 'c1' and event_name = 'name 1'`],
    ],
  },
  "/webhooks/hook_:store/deliveries": {
    ...{ table: "webhook_events", name: "deliveries", column: sql`id`, shown: ["deliveryId", sql`id`] },
    filters: [
      ["", sql`true`],
      ["&status=discarded", sql`state = 'discarded'`],
      [`&since=${HOUR_AGO}`, sql`id >= ${FIRST_ID}`],
      [`&status=discarded&until=${HOUR_AGO}`, sql`state = 'discarded' and id < ${FIRST_ID}`],
    ],
  },
  "/stores/:store/requests": {
    ...{ table: "requests", name: "requests", column: sql`id`, shown: ["requestId", sql`id::text`] },
    filters: [
      // The test's own requests are later.
      [`&until=${HOUR_AGO}`, sql`id < ${firstUuidAt(new Date(HOUR_AGO))}`],
      ["&sender=people", sql`sent_by_id = 'per_1'`],
      ["&client=Ann", sql`client = 'Ann'`],
      ["&client=Ann&status=4xx", sql`status = 404`],
    ],
  },
  "/stores/:store/payouts": {
    ...{ table: "payouts", name: "payouts", column: sql`id`, sort: "return", unordered: /attention/ },
    filters: [
      ["", sql`true`],
      ["&status=refused", sql`status = 'refused'`],
      ["&status=refused&status=unknown&status=refused", sql`status in ('refused', 'unknown')`],
      ["&attention=held", sql`status = 'waiting' and is_held`],
      ["&returnId=ret_000000000000000000000007", sql`return_id = 'ret_000000000000000000000007'`],
    ],
  },
  "payouts by creation": {
    path: "/stores/:store/payouts",
    ...{ table: "payouts", name: "payouts", column: sql`created_at`, unordered: /status|returnId/ },
    filters: [
      ["", sql`true`],
      ["&attention=held", sql`status = 'waiting' and is_held`],
      [
        "&attention=held&attention=refused&attention=unknown&attention=held&attention=amount_differs",
        sql`(status in ('refused', 'unknown') or status = 'waiting' and is_held)`,
      ],
      ["&status=refused", sql`status = 'refused'`],
      ["&returnId=ret_000000000000000000000007", sql`return_id = 'ret_000000000000000000000007'`],
    ],
  },
};
const sortsOf = ({ sort = "created_at" }: Listed) => [`-${sort}`, sort];
const EACH = Object.entries(LISTS).flatMap(([name, list]) =>
  sortsOf(list).map((sort) => [list.path ?? name, sort, list] as const),
);
/** The path of a list of a store. */
const of = (store: TestStore, path: string) => path.replace("hook_:store", `hook_${store.id}`);

describe("all pages together have each row once, in the order that was asked for, and each page counts all of them", () => {
  test.each(EACH)(
    "%s by %s",
    async (path, sort, { table, name, column, filters, shown = ["id", sql`id`] }) => {
      for (const [query, where] of filters) {
        const direction = sql.raw(sort.startsWith("-") ? "desc" : "asc");
        const [field, shownColumn] = shown;
        const { rows } = await small.ctx.db.execute<{ shown: string }>(sql`
        select ${shownColumn} as shown from ${sql.raw(table)} where store_id = ${small.id} and ${where} order by ${column} ${direction}`);
        const found: unknown[] = [];
        const totals = new Set<string>();
        let next: string | null = null;
        do {
          const response: Response = await small.get(
            `${of(small, path)}?sort=${sort}&include=count&limit=37${query}`,
            next === null ? {} : { "X-Page-Continue": next },
          );
          const page = (await response.json()) as Page;
          found.push(...(page[name] ?? []).map((row) => row[field]));
          totals.add(`${page.count} ${page.isAtLeast}`);
          next = response.headers.get("X-Page-Next");
        } while (next !== null);
        expect([query, found, [...totals]]).toEqual([
          query,
          rows.map(({ shown }) => shown),
          [`${rows.length} false`],
        ]);
      }
    },
  );
});

describe("a page and the number of all are read from an index, a page in its order", () => {
  test.each(EACH)("%s by %s", async (path, sort, { filters, unordered }) => {
    for (const [query] of filters) {
      const isOther = unordered?.test(query) === true;
      const reasons = query.split("attention=").length - 1;
      const isCompared = /late|sender/.test(query) || (query.split("&").length > 2 && reasons === 0);
      const page = await planner.plansOf({ path: `${of(large, path)}?sort=${sort}${query}` });
      // Those of a customer and a name are found by one of the two, and sorted.
      const isSorted = /customer=.*eventName=/.test(query);
      // One in ten rejections is passed over; of each reason a part of the index is read.
      const most = isCompared || isOther ? 4_000 : 24 * Math.max(1, reasons);
      expect([query, page.walked, page.sorted, page.most <= most]).toEqual([...[query, [], isSorted, true]]);
      const counted = await planner.plansOf({
        path: `${of(large, path)}?sort=${sort}&include=count${query}`,
      });
      expect([query, counted.walked, counted.most <= 1.2 * MANY]).toEqual([query, [], true]);
    }
  });
});

test("without being asked a page counts nothing, and the latest comes first", async () => {
  for (const [path, list] of Object.entries(LISTS).filter(([, { path }]) => path === undefined)) {
    const [latest] = sortsOf(list);
    const page = await (await small.get(of(small, path))).json();
    const sorted = await (await small.get(`${of(small, path)}?sort=${latest}`)).json();
    expect([page, Object.keys(page)]).toEqual([sorted, [list.name]]);
  }
});

test("a cursor is one of the order in which it was given", async () => {
  for (const [name, list] of Object.entries(LISTS)) {
    const path = list.path ?? name;
    const [latest, oldest] = sortsOf(list);
    const response = await small.get(`${of(small, path)}?sort=${oldest}&limit=1`);
    const headers = { "X-Page-Continue": response.headers.get("X-Page-Next") ?? "" };
    const statuses = await Promise.all(
      [latest, oldest].map(
        async (sort) => (await small.get(`${of(small, path)}?sort=${sort}`, headers)).status,
      ),
    );
    expect([path, statuses]).toEqual([path, [400, 200]]);
  }
});
