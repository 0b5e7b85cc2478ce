import { type SQL, sql } from "drizzle-orm";
import type { TestStore } from "./service.ts";

export type OldKind =
  | "idempotencyKeys"
  | "events"
  | "eventRejections"
  | "storefrontEvents"
  | "changes"
  | "requests"
  | "levelHistory"
  | "inventoryImports"
  | "orderImports"
  | "asnExports"
  | "mails";

type Fill = { storeId: string; count: number; ageSeconds: number };

/**
 * For each kind of row: its table, the condition for a row that is kept, and an insert of rows of a given
 * age.
 */
export const OLD_KINDS: Record<OldKind, { table: string; kept: string; insert(fill: Fill): SQL }> = {
  idempotencyKeys: {
    table: "idempotency_keys",
    kept: "true",
    insert: ({ storeId, count, ageSeconds }) => sql`
      insert into idempotency_keys (store_id, operation, key, fingerprint, answer, created_at)
      select ${storeId}, 'orders', gen_random_uuid(), 'print', '{}', ${before(ageSeconds)} from ${upTo(count)}`,
  },
  events: {
    table: "events",
    kept: "true",
    insert: ({ storeId, count, ageSeconds }) => sql`
      insert into events (store_id, id, event_name, customer_id, event_timestamp, search_terms, received_at)
      select ${storeId}, ${idAt(ageSeconds)}, 'visited', 'ann', now(), '', ${before(ageSeconds)}
      from ${upTo(count)}`,
  },
  eventRejections: {
    table: "event_rejections",
    kept: "true",
    insert: ({ storeId, count, ageSeconds }) => sql`
      insert into event_rejections (store_id, received_at, index, errors)
      select ${storeId}, ${before(ageSeconds)}, 0, '[]' from ${upTo(count)}`,
  },
  storefrontEvents: {
    table: "storefront_events",
    kept: "body is not null",
    insert: ({ storeId, count, ageSeconds }) => sql`
      insert into storefront_events (store_id, event_id, event_name, timestamp, body, received_at)
      select ${storeId}, gen_random_uuid(), 'page_viewed', now(), '{}', ${before(ageSeconds)} from ${upTo(count)}`,
  },
  changes: {
    table: "changes",
    kept: "true",
    insert: ({ storeId, count, ageSeconds }) => sql`
      with feed as (insert into change_feeds (store_id, last) values (${storeId}, 1e14) on conflict do nothing)
      insert into changes
      select ${storeId}, (1e9 - ${ageSeconds}::int)::bigint * 10000 + number, 'order.created', 'none', ${before(ageSeconds)}
      from ${upTo(count)} as number`,
  },
  requests: {
    table: "requests",
    kept: "true",
    insert: ({ storeId, count, ageSeconds }) => sql`
      insert into requests (store_id, id, method, route, status, client, duration_ms)
      select ${storeId}, ${idAt(ageSeconds)}, 'GET', '/', 200, 'shop', 1 from ${upTo(count)}`,
  },
  levelHistory: {
    table: "inventory_level_history",
    kept: "true",
    insert: ({ storeId, count, ageSeconds }) => sql`
      insert into inventory_level_history (store_id, level_id, at, by, request_id, quantity_after, committed_after,
        reserved_after, buildable_after)
      select ${storeId}, gen_random_uuid(), ${before(ageSeconds)}, 'shop', '', 1, 0, 0, 0 from ${upTo(count)}`,
  },
  inventoryImports: {
    table: "inventory_imports",
    kept: "true",
    insert: ({ storeId, count, ageSeconds }) => sql`
      with made as (
        insert into inventory_imports (store_id, id, status, parts, lines_total, by, request_id, created_at)
        select ${storeId}, gen_random_uuid(), 'done', 3, 3, 'shop', '', ${before(ageSeconds)} from ${upTo(count)}
        returning id
      )
      insert into inventory_import_parts (store_id, import_id, number)
      select ${storeId}, id, number from made, generate_series(0, 2) as number`,
  },
  orderImports: {
    table: "order_imports",
    kept: "true",
    insert: ({ storeId, count, ageSeconds }) => sql`
      with made as (
        insert into order_imports (
          store_id, id, status, parts, lines_total, by, request_id, created_at, file_format
        )
        select ${storeId}, gen_random_uuid(), 'done', 3, 3, 'shop', '', ${before(ageSeconds)}, 'jsonl' from ${upTo(count)}
        returning id
      )
      insert into order_import_parts (store_id, import_id, number)
      select ${storeId}, id, number from made, generate_series(0, 2) as number`,
  },
  asnExports: {
    table: "asn_exports",
    kept: "true",
    insert: ({ storeId, count, ageSeconds }) => sql`
      with made as (
        insert into asn_exports (store_id, id, "from", "to", format, status, parts, created_at)
        select ${storeId}, gen_random_uuid(), now(), now(), 'csv', 'ready', 3, ${before(ageSeconds)} from ${upTo(count)}
        returning id
      )
      insert into asn_export_parts select ${storeId}, id, number, '' from made, generate_series(0, 2) as number`,
  },
  mails: {
    table: "mails",
    kept: "true",
    insert: ({ storeId, count, ageSeconds }) => sql`
      with streams as (
        insert into mail_streams (store_id, id, stream_key, return_id, is_for_people, last_seq, pending)
        select ${storeId}, id, id, '', false, 1, 0 from (select gen_random_uuid()::text as id from ${upTo(count)}) as made
        returning id
      )
      insert into mails (store_id, id, stream_id, seq, recipient, kind, language, message_id, state, request_id,
        created_at, finished_at)
      select ${storeId}, id, id, 1, 'ann@example.com', 'return_received', 'en', '<1@shop.example>', 'sent', '',
        ${before(ageSeconds)}, ${before(ageSeconds)} from streams`,
  },
};

/** Inserts rows of a given age, by the database's clock, into a store. */
export async function fillOld({ ctx }: Pick<TestStore, "ctx">, kind: OldKind, fill: Fill): Promise<void> {
  await ctx.db.execute(OLD_KINDS[kind].insert(fill));
}

/** Returns the number of a store's rows that are kept. */
export async function countKept({ ctx, id }: TestStore, kind: OldKind): Promise<number> {
  const { table, kept } = OLD_KINDS[kind];
  const { rows } = await ctx.db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.raw(table)} where store_id = ${id} and ${sql.raw(kept)}`,
  );
  return rows[0]?.count ?? 0;
}

function before(ageSeconds: number): SQL {
  return sql`now() - make_interval(secs => ${ageSeconds}::float)`;
}

/** SQL for a UUID of this age. */
function idAt(ageSeconds: number): SQL {
  return sql`(lpad(to_hex((extract(epoch from ${before(ageSeconds)}) * 1000)::bigint), 12, '0')
    || substr(replace(gen_random_uuid()::text, '-', ''), 13))::uuid`;
}

function upTo(count: number): SQL {
  return sql`generate_series(1, ${count}::int)`;
}
