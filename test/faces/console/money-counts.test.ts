import { beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { TestBrowser } from "../../support/console.ts";
import { filledDemo } from "../../support/console-store.ts";
import { inSql, pageOf, rowsBehind, rowsOf, textOf } from "../../support/page-numbers.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ hasIdleQueues: true });
let owner: TestBrowser;
beforeAll(async () => {
  ({ owner } = await filledDemo(service, service.ctx));
});

/** An amount as pages show it, in a statement. */
const money = (amount: string) => sql.raw(`to_char(coalesce((${amount})::numeric, 0), 'FM$999,999,990.00')`);
const units = (count: string) => sql.raw(`${count} || case when ${count} = 1 then ' unit' else ' units' end`);
/** What is refunded of an item, in which way. */
const REFUNDED = `(select coalesce(sum(coalesce((item.additions #>> '{refund,amount,amount}')::numeric, item.value + item.tax))
  filter (where coalesce(item.additions #>> '{refund,type}', item.compensation) = 'KIND'), 0)`;
const sumOf = (kind: string) =>
  `${REFUNDED.replace("KIND", kind)} from return_items as item where item.store_id = 'demo' and item.return_id = returns.id)`;

const REFUND = "coalesce((item.additions #>> '{refund,amount,amount}')::numeric, value + tax)";
/** The sum over a return's refunded items. */
const ITEMS = (amount: string) => `(select coalesce(sum(${amount}), 0) from return_items as item
  where item.store_id = 'demo' and item.return_id = returns.id and item.status <> 'rejected' and ${REFUND} <> 0)`;

/** What a return's exchange items cost, and what they cost beyond what the returned units were paid with. */
const EXCHANGED = `(select coalesce(sum((coalesce(item #>> '{price,amount}', item #>> '{originalPrice,amount}', '0')::numeric
  + coalesce(item #>> '{price,tax}', '0')::numeric) * coalesce((item ->> 'quantity')::numeric, 1)), 0)
  from json_array_elements(coalesce(returns.additions #> '{exchange,items}', '[]')) as item)`;
const PAID = `(select sum(value + tax) from return_items as item
  where item.store_id = 'demo' and item.return_id = returns.id)`;
/** Whether a return has ended without anything for its customer. */
const NOTHING = sql.raw(`(returns.status in ('rejected', 'deleted')
  or (returns.status = 'complete' and coalesce((returns.additions ->> 'completeWithNoAction')::boolean, false)))`);
/** What a return gives, as pages show it. */
const given = (
  separator: string,
) => sql`case when ${NOTHING} then 'nothing' else coalesce(nullif(concat_ws(${separator},
  case when ${sql.raw(sumOf("refund"))} <> 0 then ${money(sumOf("refund"))} end,
  case when ${sql.raw(sumOf("store_credit"))} <> 0 then ${money(sumOf("store_credit"))} || ' store credit' end,
  case when ${sql.raw(EXCHANGED)} <> 0 then ${money(EXCHANGED)} || ' exchange' end), ''), '$0.00') end`;

test("the list of returns: units and what is refunded, of each", async () => {
  const rows = await rowsBehind(owner, "/returns");
  const shown = Object.fromEntries(
    Object.entries(rows).map(([id, row]) => [
      id,
      [/\b\d+ units?\b/.exec(row[4] ?? "")?.[0] ?? "", row[5] ?? ""],
    ]),
  );
  expect(shown).toEqual(
    await inSql(
      service.ctx,
      sql`select id, (select ${units("sum(quantity)")} from return_items as item
          where item.store_id = 'demo' and item.return_id = returns.id),
        ${given(" ")} from returns where store_id = 'demo'`,
    ),
  );
});

test("a return: the units and refund of each item, its sums, and what was paid", async () => {
  const returns = await inSql(
    service.ctx,
    sql`select id, ${money(sumOf("refund"))} as refund, ${money(sumOf("store_credit"))} as credit,
      ${money(EXCHANGED)} as exchange, ${money(`greatest(${EXCHANGED} - ${PAID}, 0)`)} as charge,
      ${money("(select sum((line ->> 'price')::numeric * (line ->> 'quantity')::int) from json_array_elements(body -> 'lineItems') as line)")} as lines,
      ${money("body ->> 'totalDiscount'")} as discounts, ${money("body #>> '{shipping,cost}'")} as shipping,
      ${money("body ->> 'totalTax'")} as tax, ${money("body ->> 'totalPrice'")} as total,
      ${money(`${ITEMS("value")}`)} as value, ${money(`${ITEMS(REFUND)} - ${ITEMS("value")}`)} as rest,
      case when ${NOTHING} then case status when 'complete' then 'completed without an action' else initcap(status) end end as nothing
    from returns join (select id as order_id, body from orders where store_id = 'demo') as ordered using (order_id)
    where store_id = 'demo' order by id limit 8`,
  );
  expect(Object.keys(returns)).toHaveLength(8);
  for (const [
    id,
    [refund, credit, exchange, charge, lines, discounts, shipping, tax, total, value, rest, nothing],
  ] of Object.entries(returns)) {
    const html = await pageOf(owner, `/returns/${id}`);
    const text = textOf(html);
    const gets =
      nothing === "null"
        ? `${value === "$0.00" ? "" : `Units, without tax ${value} `}${rest === "$0.00" ? "" : `Tax and changes ${rest} `}Refund ${refund} Store credit ${credit} ${exchange === "$0.00" ? "" : `Exchange ${exchange} `}${
            charge === "$0.00" ? "" : `To be paid by the customer ${charge} `
          }`
        : `Nothing ${nothing} `;
    expect(text).toContain(
      `${gets}What the order cost Items ${lines} Discounts ${discounts} Shipping ${shipping} Taxes ${tax} Order total ${total} `,
    );
    const items = await inSql(
      service.ctx,
      sql`select id, quantity,
        case when ${nothing !== "null"} or status = 'rejected' then 'nothing' else
          ${money("coalesce((additions #>> '{refund,amount,amount}')::numeric, value + tax)")} end
      from return_items where store_id = 'demo' and return_id = ${id} order by position`,
    );
    const rows = rowsOf(html.slice(html.indexOf('aria-label="Items"')));
    const shown = rows.slice(0, Object.keys(items).length).map((row) => [row[1], row[5]?.split(" ")[0]]);
    expect(shown).toEqual(Object.values(items));
  }
});

test("the list of orders: units, what is fulfilled, and the total, of each", async () => {
  const rows = await rowsBehind(owner, "/orders");
  const shown = Object.fromEntries(
    Object.entries(rows).map(([id, row]) => [
      id,
      [/\b\d+ units?\b/.exec(row[2] ?? "")?.[0] ?? "", row[3] ?? "", row[4] ?? ""],
    ]),
  );
  expect(shown).toEqual(
    await inSql(
      service.ctx,
      sql`select external_id, ${units("ordered")}, case when sent = 0 then 'not yet' else sent || ' of ' || ordered end,
        case when body ->> 'totalPrice' is null then '–' else ${money("body ->> 'totalPrice'")} end
      from orders, lateral (select sum((line ->> 'quantity')::int) as ordered from json_array_elements(body -> 'lineItems') as line) as lines,
        lateral (select coalesce(sum((line ->> 'quantity')::int), 0) as sent from fulfillments, json_array_elements(line_items) as line
          where fulfillments.store_id = 'demo' and fulfillments.order_id = orders.id) as fulfilled
      where store_id = 'demo'`,
    ),
  );
});

test("an order, and a new return of it: units, those that are in no return, and amounts", async () => {
  const orders = await inSql(
    service.ctx,
    sql`select orders.external_id, ${money("body ->> 'totalPrice'")} as total, ${money("body ->> 'totalTax'")} as tax,
      ${money("body ->> 'subtotalPrice'")} as subtotal, ${money("body ->> 'totalDiscount'")} as discount,
      ${money("body #>> '{shipping,cost}'")} as shipping
    from orders join returns on returns.store_id = orders.store_id and returns.order_id = orders.id
    where orders.store_id = 'demo' group by 1, 2, 3, 4, 5, 6 order by 1 limit 8`,
  );
  expect(Object.keys(orders).length).toBeGreaterThan(4);
  let returnable = 0;
  let parcels = 0;
  for (const [id, [total, tax, subtotal, discount, shipping]] of Object.entries(orders)) {
    const html = await pageOf(owner, `/orders/${encodeURIComponent(id)}`);
    expect(textOf(html)).toContain(
      `Subtotal ${subtotal} Discount ${discount} Shipping ${shipping} Taxes ${tax} Total ${total}`,
    );
    const lines = await inSql(
      service.ctx,
      sql`select line ->> 'id' as id, (line ->> 'quantity')::int as ordered, (line ->> 'quantity')::int - coalesce((select sum(quantity)
          from return_items as item join returns on returns.store_id = item.store_id
          and returns.id = item.return_id and returns.status <> 'deleted' where item.store_id = 'demo' and item.order_id = orders.id
          and item.line_item_id = line ->> 'id'), 0) as free, ${money("line ->> 'price'")},
          ${money("line ->> 'discount'")} as discount
      from orders, json_array_elements(body -> 'lineItems') with ordinality as lines (line, place)
      where store_id = 'demo' and external_id = ${id} order by place`,
    );
    const rows = rowsOf(html.slice(html.indexOf('aria-label="Lines"'), html.indexOf(">Returns<")));
    expect(rows.map((row) => row.slice(1))).toEqual(Object.values(lines));
    const sent = await inSql(
      service.ctx,
      sql`select fulfillments.id || line.place, (line ->> 'quantity')::int from fulfillments
        join (select id, external_id from orders where store_id = 'demo') as ordered on ordered.id = order_id,
        json_array_elements(line_items) with ordinality as line (line, place)
      where store_id = 'demo' and external_id = ${id}`,
    );
    parcels += Object.keys(sent).length;
    const contents = [...textOf(html).matchAll(/(\d+) ×/g)].map(([, count = ""]) => count);
    expect(contents.sort()).toEqual(Object.values(sent).flat().sort());
    const free = Object.values(lines).filter(([, left]) => Number(left) > 0);
    if (free.length === 0) continue;
    returnable += free.length;
    const created = rowsOf(await pageOf(owner, `/returns/new?order=${encodeURIComponent(id)}`));
    expect(created.map((row) => row[1]?.split(" ")[0])).toEqual(free.map(([, left]) => left));
  }
  expect(returnable).toBeGreaterThan(0);
  expect(parcels).toBeGreaterThan(0);
});

test("what chosen units are worth is what the created return has", async () => {
  const [order = ""] = Object.keys(
    await inSql(
      service.ctx,
      sql`select external_id from orders where store_id = 'demo' and not exists (
      select from returns where returns.store_id = orders.store_id and order_id = orders.id) order by 1 desc limit 1`,
    ),
  );
  const path = `:store/returns/new?order=${encodeURIComponent(order)}`;
  const fields = { _act: "create", "quantity-0": "1", "reason-0": "Too small", compensation: "store_credit" };
  const address = { line1: "1 Road", city: "Town", state: "OH", postalCode: "43004", country: "US" };
  const chosen = { ...fields, ...address, provider: "shopify", key: "first-of-this-order" };
  const shown = textOf(await (await owner.post(path, { ...chosen, next: "preview" })).text());
  const created = await owner.post(path, { ...chosen, next: "create" });
  const id = (created.headers.get("Location") ?? "").replace(/^.*\//, "");
  const worth = await inSql(
    service.ctx,
    sql`select id, ${money(sumOf("store_credit"))} as credit from returns
    where store_id = 'demo' and id = ${id}`,
  );
  expect(shown).toContain(`Refund $0.00 Store credit ${worth[id]?.[0]} `);
});

test("a customer's timeline: the lines of each order, and what each return gives", async () => {
  const customers = await inSql(
    service.ctx,
    sql`select orders.customer_id, json_agg(distinct orders.id) from orders join returns on returns.store_id = orders.store_id
      and returns.order_id = orders.id where orders.store_id = 'demo' and orders.customer_id is not null group by 1 limit 4`,
  );
  expect(Object.keys(customers)).toHaveLength(4);
  for (const id of Object.keys(customers)) {
    const text = textOf(await pageOf(owner, `/customers/${encodeURIComponent(id)}`));
    const refunds = await inSql(
      service.ctx,
      sql`select returns.id, ${given(" and ")} from returns
        join (select id as order_id from orders where store_id = 'demo' and customer_id = ${id}) as ordered using (order_id)
        where store_id = 'demo'`,
    );
    const shown = [
      ...text.matchAll(/Return of .*? · (nothing|(?:(?: and )?\$[\d,.]+(?: store credit| exchange)?)+)/g),
    ].map(([, amount = ""]) => amount);
    expect(shown.sort()).toEqual(Object.values(refunds).flat().sort());
    const more = await inSql(
      service.ctx,
      sql`select id, json_array_length(body -> 'lineItems') - 1 from orders where store_id = 'demo' and customer_id = ${id}
        and json_array_length(body -> 'lineItems') > 1`,
    );
    const others = [...text.matchAll(/ and (\d+) more/g)].map(([, count = ""]) => count);
    expect(others.sort()).toEqual(Object.values(more).flat().sort());
  }
});

test("warehouse mode asks about each unit of a return", async () => {
  const returns = await inSql(
    service.ctx,
    sql`select id, (select sum(quantity) from return_items as item where item.store_id = 'demo' and item.return_id = returns.id)
    from returns where store_id = 'demo' and status = 'delivered'`,
  );
  expect(Object.keys(returns).length).toBeGreaterThan(0);
  for (const [id, [units]] of Object.entries(returns)) {
    const html = await pageOf(owner, `/warehouse/${id}`);
    expect([id, html.match(/<li class="unit-row">/g)?.length]).toEqual([id, Number(units)]);
    const items = await inSql(
      service.ctx,
      sql`select id, quantity from return_items where store_id = 'demo' and return_id = ${id} and quantity > 1`,
    );
    const numbered = [...textOf(html).matchAll(/unit (\d+ of \d+)/g)].map(([, number = ""]) => number);
    const wanted = Object.values(items).flatMap(([quantity]) =>
      Array.from({ length: Number(quantity) }, (_, i) => `${i + 1} of ${quantity}`),
    );
    expect(numbered.sort()).toEqual(wanted.sort());
  }
});
