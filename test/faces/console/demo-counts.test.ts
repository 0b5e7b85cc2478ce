import { beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { TestBrowser } from "../../support/console.ts";
import { filledDemo } from "../../support/console-store.ts";
import {
  inSql,
  numbersInSql,
  pageOf,
  rowsBehind,
  rowsOf,
  textOf,
  tilesOf,
  unexplainedTiles,
} from "../../support/page-numbers.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ hasIdleQueues: true });
let owner: TestBrowser;
beforeAll(async () => {
  ({ owner } = await filledDemo(service, service.ctx));
});

test("the list of stock, and a level, have what SQL adds up", async () => {
  const counts = "quantity, committed, reserved, quantity - committed - reserved as available";
  const rows = await rowsBehind(owner, "/inventory");
  const shown = Object.entries(rows).map(([id, row]) => [
    id,
    row.slice(2, 6).map((text) => text.replaceAll(",", "")),
  ]);
  const levels = await inSql(
    service.ctx,
    sql`select id, ${sql.raw(counts)} from inventory_levels where store_id = 'demo'`,
  );
  expect(Object.fromEntries(shown)).toEqual(levels);
  const [id = ""] = Object.keys(levels);
  await service.ctx.db.execute(sql`update inventory_levels set quantity = 1234, committed = 2000, reserved = 3, buildable = 4
    where store_id = 'demo' and id = ${id}`);
  await service.ctx.db.execute(sql`insert into inventory_level_history (store_id, level_id, at, by, request_id,
      quantity_before, committed_before, reserved_before, buildable_before, quantity_after, committed_after, reserved_after, buildable_after)
    select store_id, level_id, now(), by, request_id, quantity_after, committed_after, reserved_after, buildable_after,
      1234, 2000, reserved_after, 4 from inventory_level_history where store_id = 'demo' and level_id = ${id}`);
  const html = await pageOf(owner, `/inventory/levels/${id}`);
  const changes = await inSql(
    service.ctx,
    sql`select at, ${sql.raw(["quantity", "committed", "reserved", "buildable"].map(changed).join())}
    from inventory_level_history where store_id = 'demo' and level_id = ${id} order by at desc`,
  );
  expect(rowsOf(html).map((row) => row.slice(1))).toEqual(Object.values(changes));
  expect(Object.keys(changes)).toHaveLength(2);
  expect(tilesOf(html)).toEqual({
    "On hand": "1,234",
    Available: "-769",
    Committed: "2,000",
    Reserved: "3",
    Buildable: "4",
  });
  expect(unexplainedTiles(html)).toEqual([]);
});

test("an import and an export have as many lines as they say, on their own pages and in the lists", async () => {
  const history = sql`select count(*) from inventory_level_history where store_id = 'demo'`;
  const [before = 0] = await numbersInSql(service.ctx, history);
  const { rows } = await service.ctx.db.execute<{ id: string }>(
    "select id from locations where store_id = 'demo' limit 1",
  );
  const lines = Array.from(
    { length: 7 },
    (_, i) => `item-${i},Item ${i},${i < 5 ? rows[0]?.id : "loc_none"},${i + 1}`,
  );
  const file = ["product_id,title,location_id,quantity", ...lines].join("\n");
  const started = await owner.post(":store/inventory/import", { _act: "import", file });
  await service.drain();
  const path = (started.headers.get("Location") ?? "").replace(/^.*\/demo/, "");
  const [after = 0] = await numbersInSql(service.ctx, history);
  expect(after - before).toBe(5);
  const page = await pageOf(owner, path);
  const [orders = ""] = Object.keys(await rowsBehind(owner, "/order-imports"));
  for (const html of [page, await pageOf(owner, `/order-imports/${orders}`)]) {
    expect(unexplainedTiles(html)).toEqual([]);
    // No list has the rows of one import alone.
    expect(html).not.toContain('<a class="tile');
  }
  const text = textOf(page);
  expect(text).toContain(`Lines read 7 of 7 Levels changed ${after - before} Lines skipped 2`);
  const listed = Object.entries(await rowsBehind(owner, "/inventory/import")).map(([id, row]) => [
    id,
    row.slice(3),
  ]);
  expect(Object.fromEntries(listed)).toEqual(
    await inSql(
      service.ctx,
      sql`select id, lines_total, changed, (select coalesce(sum(json_array_length(line_errors)), 0) from inventory_import_parts as part
        where part.store_id = 'demo' and part.import_id = inventory_imports.id) as skipped
      from inventory_imports where store_id = 'demo'`,
    ),
  );
  const [written = 0] = await numbersInSql(
    service.ctx,
    sql`select rows_done from asn_exports where store_id = 'demo'`,
  );
  const downloaded = await (
    await owner.get(
      `:store${/href="[^"]*demo(\/exports\/[^"]*)"/.exec(await pageOf(owner, "/exports"))?.[1]}`,
    )
  ).text();
  expect(downloaded.trim().split("\n")).toHaveLength(written + 1);
  expect(textOf(await pageOf(owner, "/exports"))).toContain(` ${written} lines`);
});

test("a segment, saved and in its form, has as many customers as SQL finds", async () => {
  const customers = sql`select distinct customer.id as id from customers as customer
    join events as event on event.store_id = customer.store_id and event.customer_id = customer.id
    where customer.store_id = 'demo' and event_name = 'Checkout started' and (data ->> 'total')::numeric >= 50
      and event_timestamp >= now() - interval '90 days' and custom_fields ->> 'plan' is null`;
  const ids = Object.keys(await inSql(service.ctx, customers));
  expect(ids.length).toBeGreaterThan(1);
  const path = "/segments/saved/ready-to-buy";
  expect(textOf(await pageOf(owner, `${path}?customers`))).toContain(
    `${ids.length} customers meet the conditions now.`,
  );
  expect(Object.keys(await rowsBehind(owner, `${path}?customers`)).sort()).toEqual(ids.sort());
  const { rows } = await service.ctx.db.execute<{ text: string }>(
    sql`select "where"::text as text from segments where store_id = 'demo'`,
  );
  const counted = await owner.post(`:store${path}/edit`, {
    _act: "save",
    as: "json",
    json: rows[0]?.text ?? "",
    next: "count",
  });
  expect(textOf(await counted.text())).toContain(`${ids.length} customers meet these conditions now.`);
});

test("jobs: what was done per minute", async () => {
  const minute = sql`date_trunc('minute', now())`;
  await service.ctx.db.execute(sql`insert into done_jobs (store_id, minute, kind, done)
    select 'demo', ${minute} - n * interval '1 minute', kind, n * length(kind)
    from generate_series(2, 90, 3) as n, unnest('{events,deliveries,imports}'::text[]) as kind`);
  const done = await inSql(
    service.ctx,
    sql`select kind, round(sum(done) / 60.0, 2)::float8 from done_jobs
    where store_id = 'demo' and minute >= ${minute} - interval '1 hour' and minute < ${minute} group by kind`,
  );
  const rows = rowsOf((await pageOf(owner, "/jobs")).split(">Failures<")[0] ?? "");
  const shown = Object.fromEntries(rows.map((row) => [row[0]?.split(" ")[0]?.toLowerCase(), row[3] ?? ""]));
  expect(shown).toMatchObject({
    events: done.events?.[0],
    webhook: done.deliveries?.[0],
    imports: done.imports?.[0],
  });
});

test("deliveries and requests: attempts, and how long each took", async () => {
  const hooks = Object.keys(await inSql(service.ctx, sql`select id from webhooks where store_id = 'demo'`));
  expect(hooks.length).toBeGreaterThan(1);
  for (const hook of hooks) {
    const listed = Object.entries(await rowsBehind(owner, `/developer/webhooks/${hook}`));
    const shown = listed.map(([id, row]) => [id, [/\d+$/.exec(row[0] ?? "")?.[0], row[3], row[4]]]);
    expect(Object.fromEntries(shown)).toEqual(
      await inSql(
        service.ctx,
        sql`select event.id, event.seq, (array_agg(status || ' ' || duration_ms || ' ms' order by number desc))[1], count(*)
        from webhook_events as event join webhook_attempts as attempt on attempt.store_id = event.store_id
          and attempt.webhook_id = event.webhook_id and attempt.return_id = event.return_id and attempt.seq = event.seq
        where event.store_id = 'demo' and event.webhook_id = ${hook} group by event.store_id, event.webhook_id, event.return_id, event.seq, event.id`,
      ),
    );
  }
  const made = await inSql(
    service.ctx,
    sql`select event.webhook_id || '/deliveries/' || event.id, event.seq, event.return_id,
      string_agg('Status ' || status || ' ' || duration_ms, ',' order by number desc)
    from webhook_events as event join webhook_attempts as attempt using (store_id, webhook_id, return_id, seq)
    where store_id = 'demo' group by event.webhook_id, event.id, event.seq, event.return_id limit 6`,
  );
  for (const [path, [seq, returnId, attempts]] of Object.entries(made)) {
    const text = textOf(await pageOf(owner, `/developer/webhooks/${path}`));
    expect(text).toContain(`Event ${seq} of ${returnId}`);
    const found = [...text.matchAll(/(Status \d+) .*? after (\d+) ms/g)];
    expect(found.map(([, status, ms]) => `${status} ${ms}`).join()).toBe(attempts ?? "");
  }
  const listed = rowsOf(await pageOf(owner, "/developer/requests")).map((row) => [
    row[5],
    [row[3]?.replaceAll(",", "")],
  ]);
  expect(listed.length).toBeGreaterThan(3);
  const took = await inSql(
    service.ctx,
    sql`select id, round(duration_ms::text::numeric, 1)::float8 || ' ms' from requests where store_id = 'demo'`,
  );
  expect(took).toMatchObject(Object.fromEntries(listed));
});

test("clients have as many scopes as they say, and a search finds as many rows", async () => {
  const shown = rowsOf(await pageOf(owner, "/developer/clients")).map((row) => [
    row[0]?.split(" ")[0],
    /\d+ scopes?/.exec(row[1] ?? "")?.[0],
  ]);
  expect(shown).toEqual(
    (
      await service.ctx.db.execute<{
        name: string;
        n: string;
      }>(sql`select split_part(name, ' ', 1) as name, cardinality(scopes) || ' scopes' as n
    from api_clients where store_id = 'demo' order by created_at desc, id desc`)
    ).rows.map(({ name, n }) => [name, n]),
  );
  const [found = 0] = await numbersInSql(
    service.ctx,
    sql`select count(distinct orders.id) + count(returns.id) from orders
    left join returns on returns.store_id = orders.store_id and returns.order_id = orders.id
    where orders.store_id = 'demo' and lower(external_id) like 'fh-100%'`,
  );
  expect(textOf(await pageOf(owner, "/search?q=FH-100"))).toContain(`${found} results for`);
});

/** A count of stock before and after a change, as pages show it, in a statement. */
function changed(name: string): string {
  const shown = (column: string) => `to_char(${column}, 'FM999,990')`;
  return `concat(case when ${name}_before <> ${name}_after then ${shown(`${name}_before`)} || ' → ' end, ${shown(`${name}_after`)}) as ${name}`;
}
