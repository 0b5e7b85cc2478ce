import type { Ctx } from "../ctx.ts";
import { prepared } from "../db/prepared.ts";
import { crc32 } from "../lib/hash.ts";
import { type Given, type Identifier, identifiersOf, type Profile } from "./profile.ts";

const STRIPES = 64;

type Wanted = Partial<Record<Identifier["by"], string>>;

/**
 * The customers that hold an identifier that is given, as they are once no other transaction may change them or who holds
 * what; who holds two identifiers comes twice. The statements go out at once; the locks stay until the caller's
 * transaction ends.
 */
export async function meetCustomers(ctx: Ctx, storeId: string, all: Given[]): Promise<Profile[]> {
  const identifiers = all.flatMap(identifiersOf);
  if (identifiers.length === 0) return [];
  const wanted = wantedOf(all);
  const [, , known] = await Promise.all([
    lockStripes(ctx, storeId, identifiers),
    lockRows(ctx.db, storeId, ...wanted),
    // Sees what the transactions that held the rows have committed: its snapshot is taken after the locks are.
    holders(ctx.db, storeId, ...wanted),
  ]);
  return known;
}

/**
 * Whoever creates a customer or takes over an address holds the locks of all identifiers that it names, so that no two
 * requests make one customer twice or take one identifier for two. They are a few per store, however large a batch, and
 * locked in one order, so nobody waits in a circle.
 */
function lockStripes(ctx: Ctx, storeId: string, identifiers: Identifier[]): Promise<unknown> {
  const stripes = new Set(identifiers.map(({ by, value }) => Math.abs(crc32Of(`${by} ${value}`)) % STRIPES));
  return lock(ctx.db, crc32Of(`customers ${storeId}`), Int32Array.from(stripes).sort().join());
}

/** As the signed number that a lock takes. */
function crc32Of(text: string): number {
  return crc32(text) | 0;
}

/** The distinct sets of identifiers that are given, as one array per identifier. */
function wantedOf(all: Given[]): (string | null)[][] {
  const wanted = new Map<string, Wanted>();
  for (const given of all) {
    const one: Wanted = {};
    for (const { by, value } of identifiersOf(given)) one[by] = value;
    wanted.set(JSON.stringify([one.id, one.emailKey, one.phoneNumber]), one);
  }
  const columnOf = (by: Identifier["by"]) => [...wanted.values()].map((one) => one[by] ?? null);
  return [columnOf("id"), columnOf("emailKey"), columnOf("phoneNumber")];
}

/** From here on the transaction looks up by index: its plans are made once, when a store may be small, and kept while it grows. */
const lock = prepared(
  "lock_customers",
  `select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true),
     count(pg_advisory_xact_lock($1, stripe))
   from unnest(string_to_array($2, ',')::int[]) as stripe`,
);

/**
 * Locks the customers whom the deciding identifiers mean, always in the order of their ids, so that no two transactions wait
 * for each other: two requests that mean one customer by different identifiers share no stripe. A lower identifier's holder
 * is never changed and needs no lock. Whoever has left an identifier meanwhile is locked in vain.
 */
const lockRows = prepared(
  "lock_customer_rows",
  `select from customers where store_id = $1 and id = any(array(
     select holder.id from unnest($2::text[], $3::text[], $4::text[]) as wanted(id, email, phone)
     cross join lateral (
       select wanted.id where wanted.id is not null
       union all (
         select id from customers where wanted.id is null
           and store_id collate "C" = $1 and email_key collate "C" = wanted.email limit 1
       )
       union all (
         select id from customers where wanted.id is null and wanted.email is null
           and store_id collate "C" = $1 and phone_number collate "C" = wanted.phone limit 1
       )
     ) as holder
   ))
   order by id for no key update`,
);

const PROFILE = `id, email, email_key as "emailKey", phone_number as "phoneNumber", first_name as "firstName",
  last_name as "lastName", location, custom_fields as "customFields", stamps`;

/**
 * One look-up in an index per identifier, and none for an address that whoever has the id has as well. The limits keep
 * the planner from reading all customers of a store at once instead.
 */
const holders = prepared<Profile>(
  "find_customers",
  `select holder.* from unnest($2::text[], $3::text[], $4::text[]) as wanted(id, email, phone)
   left join lateral (
     select ${PROFILE} from customers where store_id = $1 and id = wanted.id limit 1
   ) as own on true
   cross join lateral (
     select own.* where own.id is not null
     union all (
       select ${PROFILE} from customers
       where store_id collate "C" = $1 and email_key collate "C" = wanted.email
         and wanted.email is distinct from own."emailKey" limit 1
     )
     union all (
       select ${PROFILE} from customers
       where store_id collate "C" = $1 and phone_number collate "C" = wanted.phone
         and wanted.phone is distinct from own."phoneNumber" limit 1
     )
   ) as holder`,
);
