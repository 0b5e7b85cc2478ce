import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { factWords } from "../lib/facts.ts";
import { crc32 } from "../lib/hash.ts";
import { createDirectory } from "./directory.ts";
import { type Given, type Identifier, identifiersOf, type Profile } from "./profile.ts";

/** What one request says about one customer, and its place among all requests of the store. */
export type Patch = { given: Given; stamp: number };

const STRIPES = 64;

const COLUMNS = [
  ["id", sql`id`],
  ["emailKey", sql`email_key`],
  ["phoneNumber", sql`phone_number`],
] as const;

/**
 * The ids of the customers that patches mean: each matched by its highest identifier alone, or created; then enriched by the
 * rest, in the order given. Null where nothing identifies anybody. A handful of statements, however many patches; runs
 * in the caller's transaction and holds its locks until that ends.
 */
export async function recogniseCustomers(
  ctx: Ctx,
  storeId: string,
  patches: Patch[],
): Promise<(string | null)[]> {
  const identifiers = patches.flatMap(({ given }) => identifiersOf(given));
  if (identifiers.length === 0) return patches.map(() => null);

  await lockStripes(ctx, storeId, identifiers);
  const known = await holdersOf(ctx, storeId, identifiers);
  const directory = createDirectory(known);
  const ids = patches.map(({ given, stamp }) => directory.recognise(given, stamp));
  const changed = directory.changed();
  await letGo(ctx, storeId, known, changed);
  await write(ctx, storeId, changed);
  return ids;
}

/** The places of requests among all of the database, whichever process received them: later ones have greater stamps. */
export async function nextStamps(ctx: Ctx, count: number): Promise<number[]> {
  const { rows } = await ctx.db.execute<{ stamp: string }>(
    sql`select nextval('customer_stamps') as stamp from generate_series(1, ${count})`,
  );
  return rows.map(({ stamp }) => Number(stamp));
}

/**
 * Whoever creates a customer or takes over an address holds the locks of all identifiers that it names, so that no two
 * requests make one customer twice or take one identifier for two. They are a few per store, however large a batch, and
 * locked in one order, so nobody waits in a circle.
 */
async function lockStripes(ctx: Ctx, storeId: string, identifiers: Identifier[]): Promise<void> {
  const stripes = new Set(identifiers.map(({ by, value }) => Math.abs(crc32Of(`${by} ${value}`)) % STRIPES));
  const sorted = [...stripes].sort((a, b) => a - b);
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(${crc32Of(`customers ${storeId}`)}, stripe) from unnest(${sql.param(sorted)}::int[]) as stripe`,
  );
}

/** As the signed number that a lock takes. */
function crc32Of(text: string): number {
  return crc32(text) | 0;
}

/**
 * One look-up in the index per identifier, whatever the planner believes: while a store grows its statistics lag behind,
 * and a scan of all its customers looks cheap. Who has two of the identifiers comes twice.
 */
async function holdersOf(ctx: Ctx, storeId: string, identifiers: Identifier[]): Promise<Profile[]> {
  const found = ([by, column]: readonly [Identifier["by"], SQL]) => {
    const values = [...new Set(identifiers.filter((one) => one.by === by).map(({ value }) => value))];
    if (values.length === 0) return [];
    return sql`
      select holder.* from unnest(${sql.param(values)}::text[]) as wanted(value) cross join lateral (
        select id, email, email_key as "emailKey", phone_number as "phoneNumber", first_name as "firstName",
          last_name as "lastName", location, custom_fields as "customFields", stamps
        from customers where store_id = ${storeId} and ${column} = wanted.value limit 1
      ) as holder`;
  };
  const { rows } = await ctx.db.execute<Profile>(sql.join(COLUMNS.flatMap(found), sql` union all `));
  return rows;
}

/** Identifiers that move between customers are let go before they are taken. */
async function letGo(ctx: Ctx, storeId: string, known: Profile[], changed: Profile[]): Promise<void> {
  const before = new Map(known.map((profile) => [profile.id, profile]));
  const moved = changed.filter(({ id, emailKey, phoneNumber }) => {
    const { emailKey: email = null, phoneNumber: phone = null } = before.get(id) ?? {};
    return (email !== null && email !== emailKey) || (phone !== null && phone !== phoneNumber);
  });
  if (moved.length === 0) return;
  await ctx.db.execute(sql`
    update customers set email = null, email_key = null, phone_number = null
    where store_id = ${storeId} and id = any(${sql.param(moved.map(({ id }) => id))}::text[])`);
}

async function write(ctx: Ctx, storeId: string, profiles: Profile[]): Promise<void> {
  if (profiles.length === 0) return;
  const now = ctx.now().toISOString();
  const rows = JSON.stringify(
    profiles.map((profile) => ({
      ...profile,
      facts: factWords([storeId, "customer"], profile.customFields ?? {}),
    })),
  );
  await ctx.db.execute(sql`
    insert into customers (store_id, id, email, email_key, phone_number, first_name, last_name, location, custom_fields,
      stamps, facts, created_at, updated_at)
    select ${storeId}, id, email, "emailKey", "phoneNumber", "firstName", "lastName", location, "customFields",
      stamps, facts::tsvector, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as changed(id text, email text, "emailKey" text, "phoneNumber" text,
      "firstName" text, "lastName" text, location jsonb, "customFields" jsonb, stamps jsonb, facts text)
    on conflict (store_id, id) do update set
      email = excluded.email, email_key = excluded.email_key, phone_number = excluded.phone_number,
      first_name = excluded.first_name, last_name = excluded.last_name, location = excluded.location,
      custom_fields = excluded.custom_fields, stamps = excluded.stamps, facts = excluded.facts,
      updated_at = case when
        (customers.email, customers.phone_number, customers.first_name, customers.last_name, customers.location,
          customers.custom_fields)
        is distinct from (excluded.email, excluded.phone_number, excluded.first_name, excluded.last_name,
          excluded.location, excluded.custom_fields)
        then excluded.updated_at else customers.updated_at end`);
}
