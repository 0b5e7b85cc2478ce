import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../src/core/ctx.ts";
import { DAY_MS } from "../../src/lib/duration.ts";
import { firstIdAt, newUuid } from "../../src/lib/ids.ts";

const RETURNS = 400;
const EVENTS = 300;
const DELIVERIES = 500;
const WEBHOOKS = 2;
const REQUESTS = 240;
/** Some are older than the log keeps them. */
const REQUEST_EVERY_MS = 61 * 60_000;
const STATUSES =
  "{open,in_transit,delivered,needs_review,in_review,complete,rejected,flagged,pre_shipment,deleted}";
const REASONS = "{Too small,Too large,Damaged,Not as described}";
const ADDRESS = { line1: "1 Road", line2: "", city: "Town", state: "OH", postalCode: "43004", country: "US" };
const LINE = { id: "line-1", productId: "tee", title: "Tee", quantity: 9, price: 5 };
const ORDER = { createdAt: "2026-03-01T10:00:00.000Z", lineItems: [LINE], customer: { id: "customer-1" } };

/**
 * Fills a store with rows of every kind that the console counts, directly in the database: their times, statuses and
 * amounts follow from the seed alone.
 */
export async function fillAtRandom({ db }: Ctx, storeId: string, seed: string): Promise<void> {
  /** A number from 0 to `below` - 1 for each n and purpose. */
  const random = (below: number, purpose: string) =>
    sql`((hashtextextended(${`${seed} ${purpose} `}::text || n, 0) & 1048575) % ${sql.raw(String(below))})`;
  const one = (all: string, purpose: string, count: number) =>
    sql`(${all}::text[])[${random(count, purpose)} + 1]`;
  /** More of them in the last day. Whole milliseconds, as the service stores them. */
  const ago = (purpose: string) =>
    sql`date_trunc('milliseconds', now()) - ((${random(3, `${purpose} recent`)} > 0)::int * 39 + 1) * ${random(86_400, purpose)} * interval '1 second'`;
  const each = (count: number) => sql`from generate_series(1, ${sql.raw(String(count))}) as n`;
  const id = (prefix: string) => sql`${`${prefix}_`}::text || n`;

  const statements: SQL[] = [
    sql`insert into customers (store_id, id, first_name, created_at, updated_at)
      select ${storeId}, 'customer-' || n, 'Ann', now(), now() ${each(120)}`,
    // A third have no return, and another currency.
    sql`insert into orders (store_id, id, external_id, customer_id, currency, body, created_at, received_at)
      select ${storeId}, ${id("ord")}, '#' || n, 'customer-' || n % 120 + 1, case when n > ${RETURNS}::int then 'EUR' else 'USD' end, (
        ${JSON.stringify(ORDER)}::jsonb || jsonb_build_object('orderId', '#' || n, 'totalPrice', ${random(90_000, "total")} / 100.0)
        || case when ${random(8, "cancelled")} = 0 then '{"cancelledAt":"2026-03-02T10:00:00.000Z"}' else '{}' end::jsonb
      )::json, ${ago("order")}, now()
      ${each(RETURNS + RETURNS / 2)}`,
    sql`insert into returns (store_id, id, order_id, customer_id, status, provider, shipping_address, additions, created_at, updated_at)
      select ${storeId}, ${id("ret")}, ${id("ord")}, 'customer-' || n % 120 + 1, status, 'shopify', ${JSON.stringify(ADDRESS)}::json, '{}', made_at,
        made_at + (now() - made_at) * part / 100
      from (select n, ${one(STATUSES, "status", 10)} as status, ${ago("return")} as made_at, ${random(100, "updated")} as part
        ${each(RETURNS)}) as made`,
    sql`insert into return_history (store_id, return_id, "from", "to", at, by, request_id)
      select store_id, id, before, after, created_at + (updated_at - created_at) * part / 100, 'Ann', ''
      from (select *, row_number() over (partition by store_id order by id) as n from returns where store_id = ${storeId}) as returns,
        lateral (values (null::text, 'open', 0), ('open', ${one("{in_transit,delivered}", "arrival", 2)}, ${random(90, "arrived")} + 1),
          ('delivered', status, 100)) as entry (before, after, part)`,
    sql`insert into return_items (store_id, return_id, id, order_id, line_item_id, position, quantity, units, status, reason,
        compensation, value, additions)
      select ${storeId}, ${id("ret")}, ${id("rit")}, ${id("ord")}, 'line-1', 0, ${random(5, "quantity")} + 1, '[[0,1]]',
        ${one("{open,complete,rejected}", "item", 3)}, coalesce(${one(REASONS, "reason", 5)}, ''),
        ${one("{refund,store_credit}", "compensation", 2)}, round(${random(9_000, "value")} / 100.0, 2),
        case when ${random(4, "refund")} = 0 then json_build_object('refund', json_build_object('type',
          ${one("{refund,store_credit}", "type", 2)}, 'amount', json_build_object('amount', round(${random(900, "amount")} / 100.0, 2)::text,
          'currency', 'USD'))) else '{}' end
      ${each(RETURNS)}`,
    sql`insert into events (store_id, id, event_name, customer_id, event_timestamp, search_terms, received_at)
      select ${storeId}, gen_random_uuid(), 'Viewed', 'customer-1', ${ago("event")}, '', now() ${each(EVENTS)}`,
    sql`insert into event_rejections (store_id, received_at, index, event, errors)
      select ${storeId}, ${ago("rejection")}, 0, '{}', '[]' ${each(60)}`,
    sql`insert into event_batches (store_id, id, batched_events, customers, failures)
      select ${storeId}, gen_random_uuid(), '{}', '{}', ${random(2, "batch")} ${each(9)}`,
    sql`insert into asn_exports (store_id, id, "from", "to", format, status, created_at)
      select ${storeId}, ${id("asn")}, now(), now(), 'csv', ${one("{queued,running,ready,failed}", "export", 4)}, now() ${each(12)}`,
    sql`insert into erasures (store_id, id, customer_id, is_detached, person, last_rejection, by, request_id, failures)
      select ${storeId}, ${id("era")}, 'gone-' || n, true, '{"identifiers":[],"names":[],"lines":[],"texts":[]}', 0, 'Ann', '',
        ${random(2, "erasure")} ${each(7)}`,
    sql`insert into webhooks (store_id, id, topic, url, signing_secret, created_at, updated_at)
      select ${storeId}, 'hook-' || n, 'return', 'https://hooks.example.test/' || n, '', now(), now() ${each(WEBHOOKS)}`,
    sql`insert into webhook_streams (store_id, webhook_id, return_id, last_seq, pending)
      select ${storeId}, 'hook-' || n % ${sql.raw(String(WEBHOOKS))} + 1, ${id("ret")}, 1, 0 ${each(DELIVERIES)}`,
    sql`insert into webhook_events (store_id, webhook_id, return_id, seq, id, type, at, payload_id, request_id, state, tries,
        attempts, created_at, finished_at)
      select ${storeId}, 'hook-' || n % ${sql.raw(String(WEBHOOKS))} + 1, ${id("ret")}, 1, ids[n], 'updated', made_at, 'pay-' || n, '',
        state, tries, tries, made_at, case when state <> 'pending' then made_at + (${random(900, "took")} + 1) * interval '1 ms' end
      from (select ${idsBefore(DELIVERIES)}::text[] as ids, ${timesBefore(DELIVERIES)}::timestamptz[] as times) as made,
        lateral (select n, times[n] as made_at, ${one("{pending,delivered,delivered,discarded}", "state", 4)} as state,
          ${random(3, "tries")} as tries ${each(DELIVERIES)}) as delivery`,
  ];
  statements.push(sql`insert into requests (store_id, id, method, route, status, client, sent_by_id, duration_ms)
      select ${storeId}, ids[n], 'GET', '/v2.2/stores/:storeId/orders', ${one("{200,200,404,409,500,503}", "answer", 6)}::int, 'Ann',
        ${one("{cli_1,cli_2,per_1,shopper}", "sender", 4)}, n
      from (select ${`{${Array.from({ length: REQUESTS }, (_, i) => newUuid(Date.now() - (i + 1) * REQUEST_EVERY_MS)).join()}}`}::uuid[] as ids) as made,
        lateral (select n ${each(REQUESTS)}) as request`);
  statements.push(
    sql`insert into payouts (store_id, id, return_id, order_id, seq, type, status, amount, covers, currency, is_held, key,
        request_id, created_at)
      select store_id, replace(id, 'ret_', 'pay_') || '_refund', id, order_id, 1, 'refund', ${one("{waiting,paid,refused,unknown}", "payout", 4)},
        5, 5, 'USD', ${random(2, "held")} = 0, id, '', created_at - ${random(9, "due")} * interval '1 day'
      from (select *, row_number() over (order by id) as n from returns where store_id = ${storeId} and status = 'complete') as returns`,
    sql`insert into withdrawals (store_id, id, number, receipt_token, statement, received_at, language, name, email, order_id, order_name,
        is_identified, is_late, by, request_id, created_at)
      select ${storeId}, ${id("wdr")}, n, 'receipt-' || n, 's', '2026-03-04T09:30:00+00:00', 'en', 'Ann', 'ann@example.test',
        case when ${random(3, "matched")} > 0 then ${id("ord")} end, '#' || n, ${random(4, "identified")} > 0, ${random(5, "late")} = 0, 'Ann', '',
        ${ago("withdrawal")} ${each(60)}`,
  );
  for (const statement of statements) await db.execute(statement);
}

/** The times of deliveries: every seven minutes, over more than two days. */
function timeOf(n: number): Date {
  return new Date(Math.floor(Date.now() / 60_000) * 60_000 - (n * DAY_MS) / 205);
}

/** Ids begin with their time by the clock of the process that made them, which may differ from the database's. */
function idsBefore(count: number): string {
  const ids = Array.from({ length: count }, (_, i) => {
    const madeAt = new Date(timeOf(i + 1).getTime() + ((i % 3) - 1) * 20 * 60_000);
    return firstIdAt("whe", madeAt) + String(i).padStart(16, "0");
  });
  return `{${ids.join()}}`;
}

function timesBefore(count: number): string {
  return `{${Array.from({ length: count }, (_, i) => timeOf(i + 1).toISOString()).join()}}`;
}
