import { beforeAll, describe, expect, test } from "bun:test";
import { type SQL, sql } from "drizzle-orm";
import { firstIdAt } from "../../../src/lib/ids.ts";
import { newPerson, type TestBrowser } from "../../support/console.ts";
import {
  columnsOf,
  notesOf,
  rowsOf,
  sharesOf,
  textOf,
  tilesOf,
  unexplainedTiles,
} from "../../support/page-numbers.ts";
import { fillAtRandom } from "../../support/random-rows.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);
let owner: TestBrowser;
beforeAll(async () => {
  owner = await newPerson(service, store, "owner");
  // The numbers of one store are not those of another.
  const other = await service.newStore();
  const seed = String(Math.random());
  console.log(`Rows by the seed ${seed}`);
  for (const { id } of [store, other]) await fillAtRandom(service.ctx, id, seed + id);
});

async function pageOf(path: string): Promise<string> {
  const response = await owner.get(`:store${path}`);
  expect([path, response.status]).toEqual([path, 200]);
  const html = await response.text();
  return html.slice(html.indexOf("<main"));
}

/** Returns the first column of the first row. */
async function counted(query: SQL): Promise<string> {
  const { rows } = await service.ctx.db.execute<{ n: string }>(query);
  return Number(rows[0]?.n ?? 0).toLocaleString("en");
}

describe.each(["24h", "30d"])("home, %s", (last) => {
  let html: string;
  let since: SQL;
  const ofStore = (table: string) => sql`from ${sql.raw(table)} where store_id = ${store.id}`;
  beforeAll(async () => {
    html = await pageOf(`?last=${last}`);
    const moment = decodeURIComponent(/created_at_min=([^"&]*)/.exec(html)?.[1] ?? "");
    since = sql`${moment}::timestamptz`;
  });

  test("every tile is what SQL counts", async () => {
    const tiles = tilesOf(html);
    const queue = (status: string, more = sql``) =>
      counted(sql`select count(*) as n ${ofStore("returns")} and status = ${status} ${more}`);
    const deliveries = (state: string, more = sql`and created_at >= ${since}`) =>
      counted(sql`select count(*) as n ${ofStore("webhook_events")} and state = ${state} ${more}`);
    const requests = (more: SQL) =>
      counted(sql`select count(*) as n ${ofStore("requests")} and ${more} and ${requestTime} >= ${since}
        and ${requestTime} >= now() - interval '7 days'`);
    const { rows } = await service.ctx.db.execute<{ type: string; amount: string }>(sql`
      select coalesce(item.additions #>> '{refund,type}', compensation) as type,
        sum(coalesce((item.additions #>> '{refund,amount,amount}')::numeric, item.value + item.tax))::text as amount
      from return_items as item join returns on returns.store_id = item.store_id and returns.id = item.return_id
      where item.store_id = ${store.id} and returns.created_at >= ${since} and item.status <> 'rejected'
        and returns.status not in ('rejected', 'deleted')
      group by 1`);
    const sumOf = (type: string) => {
      const amount = Number(rows.find((row) => row.type === type)?.amount ?? 0);
      return amount.toLocaleString("en", { style: "currency", currency: "USD" });
    };
    const { rows: took } = await service.ctx.db.execute<{ p95: number }>(sql`
      select round(percentile_disc(0.95) within group (order by extract(epoch from finished_at - created_at) * 1000))::int as p95
      ${ofStore("webhook_events")} and state = 'delivered' and created_at >= ${since}`);
    const orders = await numberOf(sql`select count(*) as n ${ofStore("orders")} and created_at >= ${since}`);
    const returns = await numberOf(
      sql`select count(*) as n ${ofStore("returns")} and created_at >= ${since}`,
    );
    expect(tiles).toEqual({
      Orders: orders.toLocaleString("en"),
      "Return rate": `${((100 * returns) / orders).toFixed(1)}%`,
      "Requests refused": await requests(sql`status between 400 and 499`),
      "Requests failed": await requests(sql`status >= 500`),
      "Needs review": await queue("needs_review"),
      Flagged: await queue("flagged"),
      "Delivered, not processed": await queue("delivered"),
      "Overdue in transit": await queue("in_transit", sql`and updated_at < now() - interval '14 days'`),
      "Payouts to look at": await counted(
        sql`select count(*) as n from ${payoutsToLookAt} and store_id = ${store.id}`,
      ),
      "Returns created": await counted(
        sql`select count(*) as n ${ofStore("returns")} and created_at >= ${since}`,
      ),
      Refunds: sumOf("refund"),
      "Store credit": sumOf("store_credit"),
      Events: await counted(sql`select count(*) as n ${ofStore("events")} and event_timestamp >= ${since}`),
      "Rejected events": await counted(
        sql`select count(*) as n ${ofStore("event_rejections")} and received_at >= ${since}`,
      ),
      "Webhooks delivered": await deliveries("delivered"),
      "Webhooks given up": await deliveries("discarded"),
      "Delivery, 95th percentile": `${took[0]?.p95} ms`,
    });
    expect(textOf(html)).toContain(`${await deliveries("pending", sql``)} waiting`);
  });

  test("each is compared with what SQL counts of the period before, as far as its rows are kept", async () => {
    const notes = notesOf(html);
    const length = sql`${last === "24h" ? "24 hours" : "720 hours"}::interval`;
    const is = (table: string, time: SQL, more = sql`true`) =>
      numberOf(
        sql`select count(*) as n ${ofStore(table)} and ${more} and ${time} >= ${since} and ${time} < now()`,
      );
    const was = (table: string, time: SQL, more = sql`true`) =>
      numberOf(
        sql`select count(*) as n ${ofStore(table)} and ${more} and ${time} >= ${since} - ${length} and ${time} < now() - ${length}`,
      );
    const of = async (table: string, time: SQL, more?: SQL) =>
      compared(await is(table, time, more), await was(table, time, more));
    const created = sql`created_at`;
    const pending = await counted(
      sql`select count(*) as n ${ofStore("webhook_events")} and state = 'pending'`,
    );
    const kept = last === "24h";
    const delivered = await of("webhook_events", created, sql`state = 'delivered'`);
    expect(notes).toMatchObject({
      Orders: await of("orders", created),
      "Returns created": await of("returns", created),
      Events: await of("events", sql`event_timestamp`),
      "Rejected events": kept ? await of("event_rejections", sql`received_at`) : "",
      "Webhooks delivered": kept ? `${delivered}; ${pending} waiting` : `${pending} waiting`,
      "Webhooks given up": kept ? await of("webhook_events", created, sql`state = 'discarded'`) : "",
      "Requests refused": kept ? await of("requests", requestTime, sql`status between 400 and 499`) : "",
      "Requests failed": kept ? await of("requests", requestTime, sql`status >= 500`) : "",
    });
    const { rows } = await service.ctx.db.execute<{ amount: string; is: boolean }>(sql`
      select sum(coalesce((item.additions #>> '{refund,amount,amount}')::numeric, item.value + item.tax))::text as amount,
        returns.created_at >= ${since} as is
      from return_items as item join returns on returns.store_id = item.store_id and returns.id = item.return_id
      where item.store_id = ${store.id} and item.status <> 'rejected'
        and (returns.created_at >= ${since} or returns.created_at >= ${since} - ${length} and returns.created_at < now() - ${length})
        and returns.status not in ('rejected', 'deleted')
        and coalesce(item.additions #>> '{refund,type}', compensation) = 'refund'
      group by 2`);
    const [now = 0, before = 0] = [true, false].map((isNow) =>
      Number(rows.find((row) => row.is === isNow)?.amount ?? 0),
    );
    const amount = before.toLocaleString("en", { style: "currency", currency: "USD" });
    expect(notes.Refunds).toBe(before === 0 ? "none before" : `${changed(now, before)}${amount} before`);
  });

  test("so is every bar of the charts", async () => {
    const shares = sharesOf(html);
    const { rows } = await service.ctx.db.execute<{ name: string; n: number }>(sql`
      select upper(left(status, 1)) || substr(replace(status, '_', ' '), 2) as name, count(*)::int as n
      ${ofStore("returns")} and created_at >= ${since} group by 1`);
    const { rows: reasons } = await service.ctx.db.execute<{ name: string; n: number }>(sql`
      select reason as name, sum(quantity)::int as n from return_items as item
      join returns on returns.store_id = item.store_id and returns.id = item.return_id
      where item.store_id = ${store.id} and returns.created_at >= ${since} group by 1`);
    expect(shares).toEqual({
      ...Object.fromEntries(
        rows.map(({ name, n }) => [name.replace("Pre shipment", "Before shipment"), String(n)]),
      ),
      ...Object.fromEntries(
        reasons.map(({ name, n }) => [
          name || "no reason",
          `${n.toLocaleString("en")} ${n === 1 ? "unit" : "units"}`,
        ]),
      ),
    });
    const columns = columnsOf(html);
    const bars = columns.map(({ count }) => count);
    const seconds = last === "24h" ? 3_600 : 24 * 3_600;
    const count = last === "24h" ? 24 : 30;
    const { rows: intervals } = await service.ctx.db.execute<{ n: number }>(sql`
      select (select count(*)::int ${ofStore("returns")} and created_at >= start and created_at < start + ${`${seconds} s`}::interval) as n
      from generate_series(0, ${last === "24h" ? 23 : 29}) as number,
        lateral (select ${since} + number * ${`${seconds} s`}::interval as start) as interval order by number`);
    expect(bars).toEqual(intervals.map(({ n }) => n));
    const { rows: earlier } = await service.ctx.db.execute<{ n: number }>(sql`
      select (select count(*)::int ${ofStore("returns")} and created_at >= start
        and created_at < least(start + ${`${seconds} s`}::interval, now() - ${`${count * seconds} s`}::interval)) as n
      from generate_series(-${sql.raw(String(count))}, -1) as number,
        lateral (select ${since} + number * ${`${seconds} s`}::interval as start) as interval order by number`);
    expect(columns.map(({ text }) => /, (\d+) before$/.exec(text)?.[1])).toEqual(
      earlier.map(({ n }) => String(n)),
    );
    expect(textOf(html)).toContain(`At most ${Math.max(...bars)}`);
  });
});

test("warehouse mode: what was received and processed in the store's day, and what waits", async () => {
  const html = await pageOf("/warehouse");
  const became = (to: string, more = sql``) =>
    counted(sql`select count(distinct returns.id) as n from returns join return_history as entry
      on entry.store_id = returns.store_id and entry.return_id = returns.id
      where returns.store_id = ${store.id} and entry."to" = ${to} and not entry.is_erasure
        and entry.at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' ${more}`);
  const waiting = await counted(
    sql`select count(*) as n from returns where store_id = ${store.id} and status = 'delivered'`,
  );
  expect(tilesOf(html)).toEqual({
    "Received today": await became("delivered"),
    "Processed today": await became("complete", sql`and returns.status = 'complete'`),
    Waiting: waiting,
  });
  const [, href = ""] = /<a class="tile[^"]*" href="([^"]*)"/.exec(html) ?? [];
  expect(await rowsBehind(pathOf(href))).toBe(Number(waiting));
  expect(unexplainedTiles(html)).toEqual([]);
});

test("the queues of the list of returns have as many rows as they say", async () => {
  const html = await pageOf("/returns");
  const cards = [...html.matchAll(/queue-count">([^<]*)</g)].map(([, n = ""]) => n);
  const tiles = tilesOf(await pageOf(""));
  expect(cards).toEqual(
    ["Needs review", "Flagged", "Delivered, not processed", "Overdue in transit"].map(
      (name) => tiles[name] ?? "",
    ),
  );
  for (const [i, name] of ["needs_review", "flagged", "delivered", "overdue"].entries()) {
    expect([name, await rowsBehind(`/returns?queue=${name}`)]).toEqual([name, Number(cards[i])]);
  }
});

test.each(["24h", "30d"])("home, %s: a bar leads to a list of what it counts", async (last) => {
  const [counts = "", reasons = ""] = (await pageOf(`?last=${last}`)).split(">Reasons<");
  const share = /class="share"><a href="([^"]*)"><span>(.*?)<\/span> <span class="share-count">([\d,]+)/gs;
  const columns = columnsOf(counts).filter(({ count }) => count > 0);
  const statuses = [...counts.matchAll(share)];
  expect(Math.min(columns.length, statuses.length)).toBeGreaterThan(1);
  for (const { href = "", label, count } of columns) {
    expect([label, await rowsBehind(pathOf(href))]).toEqual([label, count]);
  }
  for (const [, href = "", name = "", count = ""] of statuses) {
    expect([name, await rowsBehind(pathOf(href))]).toEqual([name, Number(count.replace(",", ""))]);
  }
  const named = [...reasons.matchAll(share)];
  expect(named.length).toBe(Object.keys(sharesOf(reasons)).length);
  expect(Object.keys(sharesOf(reasons))).toContain("no reason");
  expect(named.length).toBeGreaterThan(1);
  for (const [, href = ""] of named) {
    const path = pathOf(href);
    const { searchParams } = new URL(path, "http://localhost");
    const returns = await counted(sql`select count(distinct returns.id) as n from returns
      join return_items as item on item.store_id = returns.store_id and item.return_id = returns.id
      where returns.store_id = ${store.id} and reason = ${searchParams.get("without_reason") ? "" : searchParams.get("reason")}
        and returns.created_at >= ${searchParams.get("created_at_min")}::timestamptz`);
    expect([path, await rowsBehind(path)]).toEqual([path, Number(returns.replace(",", ""))]);
  }
});

test("the oldest return of each queue, and the oldest delivery, are as old as SQL says", async () => {
  const oldest = async (column: string, from: SQL) => {
    const moment = sql`min(${sql.raw(column)}) at time zone 'UTC'`;
    const { rows } = await service.ctx.db.execute<{ at: string | null }>(
      sql`select to_char(${moment}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from ${from} and store_id = ${store.id}`,
    );
    return rows.flatMap(({ at }) => at ?? []);
  };
  const queues = [
    ...(await oldest("updated_at", sql`returns where status = 'needs_review'`)),
    ...(await oldest("updated_at", sql`returns where status = 'flagged'`)),
    ...(await oldest("updated_at", sql`returns where status = 'delivered'`)),
    ...(await oldest(
      "updated_at",
      sql`returns where status = 'in_transit' and updated_at < now() - interval '14 days'`,
    )),
  ];
  expect(queues.length).toBeGreaterThan(1);
  const payouts = await oldest("created_at", payoutsToLookAt);
  expect(payouts).toHaveLength(1);
  for (const [path, due] of [
    ["", payouts],
    ["/returns", []],
  ] as const) {
    const shown = [...(await pageOf(path)).matchAll(/>oldest <time datetime="([^"]*)"/g)];
    expect([path, ...shown.map(([, at]) => at)]).toEqual([path, ...queues, ...due]);
  }
  const rows = (await pageOf("/jobs")).split("<tr ");
  const deliveries = rows.find((row) => row.includes(">Webhook deliveries<")) ?? "";
  expect([/<time datetime="([^"]*)"/.exec(deliveries)?.[1]]).toEqual(
    await oldest("created_at", sql`webhook_events where state = 'pending'`),
  );
});

test("a number of the home page leads to a list with as many rows", async () => {
  const html = await pageOf("?last=30d");
  const links = [...html.matchAll(/<a class="tile[^"]*" href="([^"]*)"[^>]*>(.*?)<\/a>/gs)];
  const behind = async (name: string) => {
    const [, href = ""] = links.find(([, , content = ""]) => content.includes(`>${name}<`)) ?? [];
    return [name, String(await rowsBehind(pathOf(href)))];
  };
  const queues = ["Needs review", "Flagged", "Delivered, not processed", "Overdue in transit"];
  const waiting = [...queues, "Payouts to look at"];
  const counts = [
    "Orders",
    "Returns created",
    "Events",
    "Rejected events",
    "Requests refused",
    "Requests failed",
    "Webhooks delivered",
    "Webhooks given up",
  ];
  for (const name of [...waiting, ...counts]) {
    expect(await behind(name)).toEqual([name, tilesOf(html)[name]?.replace(",", "") ?? ""]);
  }
  const [, since = ""] = /created_at_min=([^"&]*)/.exec(html) ?? [];
  const given = await counted(sql`select count(*) as n from returns where store_id = ${store.id}
    and created_at >= ${decodeURIComponent(since)}::timestamptz and status not in ('rejected', 'deleted')`);
  // What a sum is of.
  for (const name of ["Refunds", "Store credit"])
    expect(await behind(name)).toEqual([name, given.replace(",", "")]);
  const [, delivered] = await behind("Webhooks delivered");
  expect(await behind("Delivery, 95th percentile")).toEqual(["Delivery, 95th percentile", delivered ?? ""]);
});

test("every number of the home page says what it counts, and the charts end today, or now", async () => {
  for (const last of ["24h", "30d"]) {
    const html = await pageOf(`?last=${last}`);
    expect(unexplainedTiles(html)).toEqual([]);
    const today = new Date().toLocaleDateString("en", { month: "short", day: "numeric", timeZone: "UTC" });
    const [, labels = ""] = /class="chart-labels"[^>]*>(.*?)<\/div>/s.exec(html) ?? [];
    expect(labels).toMatch(new RegExp(`<span>${today}[^<]*</span>$`));
    expect(columnsOf(html).at(-1)?.label).toContain(today);
  }
});

test.each(["returns", "orders", "customers", "events"])(
  "all rows are on the pages of the list of %s",
  async (list) => {
    expect(String(await rowsBehind(`/${list}`))).toBe(
      await counted(sql`select count(*) as n from ${sql.raw(list)} where store_id = ${store.id}`),
    );
  },
);

test("customers: orders, spent, returns and rate, and the lists behind them", async () => {
  const { rows: expected } = await service.ctx.db.execute<Record<string, string>>(sql`
    select customers.id, orders, usd, eur, returns, returned
    from customers cross join lateral (
      select count(*) as orders, sum(total) filter (where currency = 'USD') as usd, sum(total) filter (where currency = 'EUR') as eur
      from (select currency, (body ->> 'totalPrice')::numeric
        * (case when body ->> 'cancelledAt' is null then 1 end) as total
        from orders where store_id = ${store.id} and customer_id = customers.id) as each
    ) as ordered cross join lateral (
      select count(*) as returns, count(distinct order_id) as returned from returns
      where store_id = ${store.id} and customer_id = customers.id and status not in ('rejected', 'deleted')
    ) as returned where store_id = ${store.id}`);
  const amount = (value: string | null, currency: string) =>
    value === null ? [] : [Number(value).toLocaleString("en", { style: "currency", currency })];
  const wanted = Object.fromEntries(
    expected.map(({ id = "", orders, usd = null, eur = null, returns, returned }) => [
      id,
      [
        String(orders),
        [...amount(eur, "EUR"), ...amount(usd, "USD")].join(" ") || "0",
        String(returns),
        `${Math.round((100 * Number(returned)) / Number(orders))}%`,
      ],
    ]),
  );
  const shown: Record<string, string[]> = {};
  for (let next: string | undefined = "/customers"; next !== undefined; ) {
    const html = await pageOf(next);
    const ids = [...html.matchAll(/class="main"><a href="[^"]*\/customers\/([^"]*)"/g)].map(
      ([, id = ""]) => id,
    );
    for (const [i, row] of rowsOf(html).entries()) shown[ids[i] ?? ""] = row.slice(-5, -1);
    const [, href] = /rel="next" href="([^"]*)"/.exec(html) ?? [];
    next = href && pathOf(href);
  }
  expect(shown).toEqual(wanted);
  for (const id of ["customer-1", "customer-77"]) {
    const html = await pageOf(`/customers/${id}`);
    const { Orders = "", Spent, Returns = "", "Return rate": rate } = tilesOf(html);
    expect([Orders, Spent, Returns, rate]).toEqual(wanted[id] as string[]);
    for (const [name, value] of [
      ["orders", Orders],
      ["returns", Returns],
    ] as const) {
      const [, href = ""] = new RegExp(`<a class="tile" href="([^"]*/${name}\\?[^"]*)"`).exec(html) ?? [];
      expect([href, await rowsBehind(pathOf(href))]).toEqual([href, Number(value)]);
    }
  }
});

test("jobs", async () => {
  const [queues = ""] = (await pageOf("/jobs")).split(">Failures<");
  const rows = rowsOf(queues);
  const expected = async (table: string, failed: string, more = "true") => {
    const all = sql`from ${sql.raw(table)} where store_id = ${store.id} and ${sql.raw(more)}`;
    const failing = await counted(sql`select count(*) filter (where ${sql.raw(failed)}) as n ${all}`);
    return [await counted(sql`select count(*) as n ${all}`), failing];
  };
  const shown = rows.map(([name = "", waiting = "", , , state = ""]) => [
    name.split(" ")[0],
    [waiting, /\d+/.exec(state)?.[0] ?? "0"],
  ]);
  expect(Object.fromEntries(shown)).toMatchObject({
    Events: await expected("event_batches", "failures > 0"),
    Webhook: await expected("webhook_events", "tries > 0", "state = 'pending'"),
    Exports: await expected("asn_exports", "status = 'failed'", "status <> 'ready'"),
    Imports: await expected("inventory_imports", "status = 'failed'", "status <> 'done'"),
    Erasures: await expected("erasures", "failures > 0"),
  });
});

test.each(["24h", "30d"])(
  "events, %s: each column is what SQL counts, and leads to as many",
  async (last) => {
    const html = await pageOf(`/events?last=${last}`);
    const columns = columnsOf(html);
    expect(columns).toHaveLength(last === "24h" ? 24 : 30);
    const filled = columns.filter(({ count }) => count > 0);
    expect(filled.length).toBeGreaterThan(1);
    for (const { href = "", count, label } of filled) {
      const { searchParams } = new URL(href, "http://localhost");
      const [since, until] = ["since", "until"].map((name) => sql`${searchParams.get(name)}::timestamptz`);
      const events = await numberOf(sql`select count(*) as n from events where store_id = ${store.id}
      and event_timestamp >= ${since} and event_timestamp < ${until}`);
      expect([label, count, await rowsBehind(pathOf(href))]).toEqual([label, events, events]);
    }
    const begin =
      last === "24h"
        ? sql`now() - interval '24 hours'`
        : sql`date_trunc('day', now(), 'UTC') - interval '29 days'`;
    const all = sql`select count(*) as n from events where store_id = ${store.id} and event_timestamp >= ${begin}`;
    expect(filled.reduce((total, { count }) => total + count, 0)).toBe(await numberOf(all));
  },
);

test("the request log has as many requests of each kind of senders as SQL counts", async () => {
  const kept = sql`${requestTime} >= now() - interval '7 days'`;
  const of = (ids: string) =>
    numberOf(
      sql`select count(*) as n from requests where store_id = ${store.id} and sent_by_id like ${ids} and ${kept}`,
    );
  const shown = (sender: string) => rowsBehind(`/developer/requests?sender=${sender}`);
  for (const [sender, ids] of [
    ["clients", "cli%"],
    ["people", "per%"],
    ["shoppers", "shopper"],
    ["all", "%"],
  ] as const) {
    expect([sender, await shown(sender)]).toEqual([sender, await of(ids)]);
  }
});

test("webhooks and their deliveries", async () => {
  const html = await pageOf("/developer/webhooks");
  const ids = [...html.matchAll(/developer\/webhooks\/(hook-\d+)"/g)].map(([, id = ""]) => id);
  const dayAgo = firstIdAt("whe", new Date(Date.now() - 24 * 3_600_000));
  const of = (id: string, state: string, more = sql``) =>
    counted(sql`select count(*) as n from webhook_events
      where store_id = ${store.id} and webhook_id = ${id} and state = ${state} ${more}`);
  const rows = rowsOf(html);
  expect(ids).toHaveLength(rows.length);
  for (const [i, id] of ids.entries()) {
    const recent = sql`and id >= ${dayAgo}`;
    const numbers = [
      await of(id, "pending"),
      await of(id, "delivered", recent),
      await of(id, "discarded", recent),
    ];
    expect(rows[i]?.slice(3, 6)).toEqual(numbers);
    const links = html.matchAll(
      new RegExp(`href="([^"]*/${id}\\?status=[^"]*)" +title="[^"]{20,}">([^<]*)<`, "g"),
    );
    const linked = [...links].map(([, href = "", text = ""]) => [pathOf(href), text]);
    expect(linked.map(([, text]) => text)).toEqual(numbers.filter((text) => text !== "0"));
    // Those that wait are counted below.
    for (const [path = "", text] of linked.filter(([path]) => path?.includes("since="))) {
      expect([path, (await rowsBehind(path)).toLocaleString("en")]).toEqual([path, text ?? ""]);
    }
    const page = textOf(await pageOf(`/developer/webhooks/${id}`));
    expect(page).toContain(`Waiting ${numbers[0]}`);
    expect(page).toContain(`Delivered, 24 h ${numbers[1]} Given up, 24 h ${numbers[2]}`);
    const hours = columnsOf(await pageOf(`/developer/webhooks/${id}`));
    expect(hours).toHaveLength(24);
    const inHours = (word: string) =>
      hours.reduce(
        (total, { text }) => total + Number(new RegExp(`([\\d,]+) ${word}`).exec(text)?.[1] ?? 0),
        0,
      );
    expect([inHours("delivered"), inHours("given up"), inHours("waiting")].map(String)).toEqual([
      ...numbers.slice(1),
      await of(id, "pending", recent),
    ]);
    for (const { href = "", text } of hours.filter(({ href }) => href !== undefined)) {
      const sums = [...text.matchAll(/([\d,]+) (?:delivered|given up|waiting)/g)];
      const total = sums.reduce((sum, [, count]) => sum + Number(count), 0);
      expect([href, await rowsBehind(pathOf(href))]).toEqual([href, total]);
    }
    for (const state of ["pending", "delivered", "discarded"]) {
      expect(await rowsBehind(`/developer/webhooks/${id}?status=${state}`)).toBe(Number(await of(id, state)));
    }
  }
});

/** The payouts that a person should look at, for a statement with further conditions. */
const payoutsToLookAt = sql`payouts where (is_held and status = 'waiting' or status in ('refused', 'unknown'))`;

/** The time in the id of a request. */
const requestTime = sql`to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)`;

async function numberOf(query: SQL): Promise<number> {
  return Number((await counted(query)).replaceAll(",", ""));
}

/** What a tile says of the period before. */
function compared(is: number, was: number): string {
  if (was === 0) return is === 0 ? "none before either" : "none before";
  return was < 10 ? `${was} before` : `${changed(is, was)}${was.toLocaleString("en")} before`;
}

function changed(is: number, was: number): string {
  const percent = Math.round((100 * (is - was)) / was);
  if (is === was) return "unchanged, ";
  if (percent === 0) return "about the same, ";
  if (Math.abs(percent) > 999) return "";
  return `${percent > 0 ? "+" : "−"}${Math.abs(percent)}%, `;
}

/** Returns how many rows the pages of a list have together. */
async function rowsBehind(path: string): Promise<number> {
  let count = 0;
  for (let next: string | undefined = path; next !== undefined; ) {
    const html = await pageOf(next);
    count += rowsOf(html).length;
    const [, href] = /rel="next" href="([^"]*)"/.exec(html) ?? [];
    next = href && pathOf(href);
  }
  return count;
}

/** Returns the path of a link in the console, as of its store. */
function pathOf(href: string): string {
  return href.replaceAll("&amp;", "&").replace(/^.*\/stores\/[^/?]+/, "");
}
