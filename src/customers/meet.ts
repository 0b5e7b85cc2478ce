import type { Ctx } from "../ctx.ts";
import { prepared } from "../db/prepared.ts";
import { crc32 } from "../lib/hash.ts";
import { type Given, type Identifier, identifiersOf, type Profile } from "./profile.ts";

const STRIPES = 64;

/**
 * Everybody who has an identifier that is given, once no other transaction may change who has them; who has two of them
 * comes twice. Both statements go out at once; the locks stay until the caller's transaction ends.
 */
export async function meetCustomers(ctx: Ctx, storeId: string, all: Given[]): Promise<Profile[]> {
  const identifiers = all.flatMap(identifiersOf);
  if (identifiers.length === 0) return [];
  const [, known] = await Promise.all([
    lockStripes(ctx, storeId, identifiers),
    holdersOf(ctx, storeId, identifiers),
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

function holdersOf(ctx: Ctx, storeId: string, identifiers: Identifier[]): Promise<Profile[]> {
  const valuesOf = (by: Identifier["by"]) => [
    ...new Set(identifiers.filter((one) => one.by === by).map(({ value }) => value)),
  ];
  return holders(ctx.db, storeId, valuesOf("id"), valuesOf("emailKey"), valuesOf("phoneNumber"));
}

/** From here on the transaction looks up by index: its plans are made once, when a store may be small, and kept while it grows. */
const lock = prepared(
  "lock_customers",
  `select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true),
     count(pg_advisory_xact_lock($1, stripe))
   from unnest(string_to_array($2, ',')::int[]) as stripe`,
);

/** One look-up in an index per identifier. */
const holders = prepared<Profile>(
  "find_customers",
  [
    ["id", "$2"],
    ["email_key", "$3"],
    ["phone_number", "$4"],
  ]
    .map(
      ([column, values]) => `
  select holder.* from unnest(${values}::text[]) as wanted(value) cross join lateral (
    select id, email, email_key as "emailKey", phone_number as "phoneNumber", first_name as "firstName",
      last_name as "lastName", location, custom_fields as "customFields", stamps
    from customers where store_id = $1 and ${column} = wanted.value limit 1
  ) as holder`,
    )
    .join(" union all "),
);
