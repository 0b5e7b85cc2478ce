import pg from "pg";
import { sha256 } from "../../../src/lib/hash.ts";
import { newSecret } from "../../../src/lib/secret.ts";
import { CUSTOMERS } from "./bodies.ts";
import type { BenchStore, Environment } from "./environment.ts";
import { searchTermsOf } from "./pgbench.ts";

/** Inserts events, with customers and unique ids, directly into the database until the store has `count`. */
export async function fill(
  environment: Pick<Environment, "sql">,
  { id }: Pick<BenchStore, "id">,
  count: number,
): Promise<void> {
  const { sql } = environment;
  const { rows } = await sql.query<{ stored: number }>(
    "select count(*)::int as stored from events where store_id = $1",
    [id],
  );
  const from = (rows[0]?.stored ?? 0) + 1;
  await fillCustomers(environment, [{ id }], CUSTOMERS);
  // Builds the index once at the end, which is faster: the filling isn't measured.
  await sql.query("drop index if exists events_search_terms");
  await sql.query("alter table events disable trigger all");
  await sql.query(
    `insert into events (store_id, id, event_name, customer_id, event_timestamp, value, value_currency, unique_id, data,
       search_terms, received_at)
     select $1, lpad(to_hex(n), 32, '0')::uuid, 'Order shipped', 'customer-' || n % ${CUSTOMERS}, now(), 12.5, 'USD',
       'filled-' || n, json_build_object('carrier', 'ups', 'parcels', n % 5 + 1, 'total', n % 10000 / 100.0),
       ${searchTermsOf("n")}::tsvector, now()
     from generate_series($2::int, $3::int) as n`,
    [id, from, count],
  );
  await sql.query("alter table events enable trigger all");
  await sql.query(
    `insert into event_unique_ids select $1, 'filled-' || n from generate_series($2::int, $3::int) as n`,
    [id, from, count],
  );
  await sql.query("create index events_search_terms on events using gin (search_terms)");
  await sql.query("vacuum analyze events");
  await sql.query("vacuum analyze event_unique_ids");
  await sql.query("checkpoint");
}

/** The store that `fillNewStore` inserts. */
export const FILLED_STORE = "filled";

/** Inserts a store with so many events directly into a database that is migrated. */
export async function fillNewStore(url: string, count: number): Promise<void> {
  const sql = new pg.Client(url);
  await sql.connect();
  await sql.query(
    "insert into stores (store_id, name, currency, first_status, created_at) values ($1, 'Shop', 'USD', 'open', now())",
    [FILLED_STORE],
  );
  await fill({ sql }, { id: FILLED_STORE }, count);
  await sql.end();
}

/** Inserts stores with a client each directly into the database. */
export async function fillStores({ sql }: Environment, count: number): Promise<BenchStore[]> {
  const secrets = Array.from({ length: count }, () => newSecret());
  const stores = secrets.map(({ secret, lookup }) => ({ id: `bench_${lookup}`, secret }));
  const ids = stores.map(({ id }) => id);
  const hashes = await Promise.all(stores.map(({ secret }) => sha256(secret)));
  await sql.query(
    `insert into stores (store_id, name, currency, first_status, created_at)
     select store_id, 'Bench shop', 'USD', 'open', now() from unnest($1::text[]) as store_id`,
    [ids],
  );
  await sql.query(
    `insert into api_clients (store_id, id, name, scopes, lookup, secret_hash, created_at)
     select store_id, 'cli_' || lookup, 'bench', '{customer_events_write}', lookup, hash, now()
     from unnest($1::text[], $2::text[], $3::text[]) as client(store_id, lookup, hash)`,
    [ids, secrets.map(({ lookup }) => lookup), hashes],
  );
  return stores;
}

/** Inserts the customers of events directly into the database. */
export async function fillCustomers(
  { sql }: Pick<Environment, "sql">,
  stores: Pick<BenchStore, "id">[],
  perStore: number,
): Promise<void> {
  await sql.query(
    `insert into customers (store_id, id, email, email_key, created_at, updated_at)
     select store_id, 'customer-' || n, 'customer-' || n || '@example.test', 'customer-' || n || '@example.test', now(), now()
     from unnest($1::text[]) as store_id, generate_series(0, $2 - 1) as n on conflict do nothing`,
    [stores.map(({ id }) => id), perStore],
  );
}
