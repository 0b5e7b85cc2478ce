import type { Ctx } from "../ctx.ts";
import { prepared } from "../db/prepared.ts";
import { factWords } from "../lib/facts.ts";
import { createDirectory } from "./directory.ts";
import { meetCustomers } from "./meet.ts";
import type { Given, Profile } from "./profile.ts";

/** What one request says about one customer, and its place among all requests of the store. */
export type Patch = { given: Given; stamp: number };

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
  const known = await meetCustomers(
    ctx,
    storeId,
    patches.map(({ given }) => given),
  );
  const { ids, written } = patchCustomers(ctx, storeId, { known, patches });
  await written;
  return ids;
}

/** The same for callers who have met the customers already; what changes is sent at once and `written` later. */
export function patchCustomers(
  ctx: Ctx,
  storeId: string,
  { known, patches }: { known: Profile[]; patches: Patch[] },
): { ids: (string | null)[]; written: Promise<unknown> } {
  const directory = createDirectory(known);
  const ids = patches.map(({ given, stamp }) => directory.recognise(given, stamp));
  const changed = directory.changed();
  const written = Promise.all([letGo(ctx, storeId, known, changed), write(ctx, storeId, changed)]);
  return { ids, written };
}

/** The places of requests among all of the database, whichever process received them: later ones have greater stamps. */
export async function nextStamps(ctx: Ctx, count: number): Promise<number[]> {
  const rows = await stamps(ctx.db, count);
  return rows.map(({ stamp }) => Number(stamp));
}

const stamps = prepared<{ stamp: string }>(
  "next_stamps",
  "select nextval('customer_stamps') as stamp from generate_series(1, $1)",
);

/** Identifiers that move between customers are let go before they are taken. */
async function letGo(ctx: Ctx, storeId: string, known: Profile[], changed: Profile[]): Promise<void> {
  const before = new Map(known.map((profile) => [profile.id, profile]));
  const moved = changed.filter(({ id, emailKey, phoneNumber }) => {
    const { emailKey: email = null, phoneNumber: phone = null } = before.get(id) ?? {};
    return (email !== null && email !== emailKey) || (phone !== null && phone !== phoneNumber);
  });
  if (moved.length === 0) return;
  await giveUp(
    ctx.db,
    storeId,
    moved.map(({ id }) => id),
  );
}

const giveUp = prepared(
  "give_up_identifiers",
  `update customers set email = null, email_key = null, phone_number = null
   where store_id = $1 and id = any($2::text[])`,
);

async function write(ctx: Ctx, storeId: string, profiles: Profile[]): Promise<void> {
  if (profiles.length === 0) return;
  const rows = profiles.map((profile) => ({
    ...profile,
    facts: factWords([storeId, "customer"], profile.customFields ?? {}),
  }));
  await writeProfiles(ctx.db, storeId, JSON.stringify(rows), ctx.now().toISOString());
}

const writeProfiles = prepared(
  "write_profiles",
  `insert into customers (store_id, id, email, email_key, phone_number, first_name, last_name, location, custom_fields,
     stamps, facts, created_at, updated_at)
   select $1, id, email, "emailKey", "phoneNumber", "firstName", "lastName", location, "customFields",
     stamps, facts::tsvector, $3::timestamptz, $3::timestamptz
   from jsonb_to_recordset($2::jsonb) as changed(id text, email text, "emailKey" text, "phoneNumber" text,
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
       then excluded.updated_at else customers.updated_at end`,
);
