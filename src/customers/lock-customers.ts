import type { Ctx } from "../ctx.ts";
import { prepared } from "../db/prepared.ts";
import { crc32 } from "../lib/hash.ts";
import { matchedBy } from "./known.ts";
import { type CustomerPatch, type Identifier, identifiersOf } from "./patch.ts";

/** A customer as far as it matters to whom a patch means and whether it may be applied. */
export type LockedCustomer = {
  id: string;
  emailKey: string | null;
  phoneNumber: string | null;
  /** The size of each custom field; null when the caller's patches have none. */
  fieldBytes: Record<string, number> | null;
};

const STRIPES = 64;

/**
 * The customers that hold an identifier of a patch, as they are once no other transaction may change them or who holds
 * what; who holds two identifiers comes twice. Three statements that go out at once; the locks stay until the caller's
 * transaction ends. Locks are taken in one order (identifiers, then rows by id), so that no two transactions block each
 * other: whoever has locks of `event_unique_ids` or `orders` has taken them before.
 */
export async function lockCustomers(
  ctx: Ctx,
  storeId: string,
  patches: CustomerPatch[],
): Promise<LockedCustomer[]> {
  const identifiers = patches.flatMap(identifiersOf);
  if (identifiers.length === 0) return [];
  const wanted = JSON.stringify(wantedOf(patches));
  const haveFields = patches.some(({ customFields }) => customFields !== undefined);
  const [, , held] = await Promise.all([
    lockIdentifiers(ctx, storeId, identifiers),
    lockRows(ctx.db, storeId, wanted),
    // Sees what the transactions that held the rows have committed: its snapshot is taken after the locks are.
    load(ctx.db, storeId, wanted, haveFields),
  ]);
  return held;
}

/**
 * Who creates a customer or takes over an identifier holds the locks of all identifiers that it names, so that no two
 * requests make one customer twice or take one identifier for two. They are a few per store, however large a batch.
 */
function lockIdentifiers(ctx: Ctx, storeId: string, identifiers: Identifier[]): Promise<unknown> {
  const stripes = new Set(identifiers.map(({ by, value }) => Math.abs(crc32Of(`${by} ${value}`)) % STRIPES));
  return lockStripes(ctx.db, crc32Of(`customers ${storeId}`), Int32Array.from(stripes).sort().join());
}

/** As the signed number that a lock takes. */
function crc32Of(text: string): number {
  return crc32(text) | 0;
}

/** The distinct sets of identifiers. */
function wantedOf(patches: CustomerPatch[]): CustomerPatch[] {
  const wanted = new Map<string, CustomerPatch>();
  for (const { customerId, emailKey, phoneNumber } of patches) {
    wanted.set(JSON.stringify([customerId, emailKey, phoneNumber]), { customerId, emailKey, phoneNumber });
  }
  return [...wanted.values()];
}

/** From here on the transaction looks up by index: its plans are made once, when a store may be small, and kept while it grows. */
const lockStripes = prepared(
  "lock_identifiers",
  `select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true),
     count(pg_advisory_xact_lock($1, stripe))
   from unnest(string_to_array($2, ',')::int[]) as stripe`,
);

const WANTED = `json_to_recordset($2::json) as wanted("customerId" text, "emailKey" text, "phoneNumber" text)`;

/**
 * Locks the customers whom the deciding identifiers mean. Two requests that mean one customer by different identifiers have
 * no stripe in common. The holder of a lower identifier is never changed and needs no lock; one who has left an identifier
 * meanwhile is locked in vain.
 */
const lockRows = prepared(
  "lock_customer_rows",
  `select from customers where store_id = $1 and id = any(array(
     select meant.id from ${WANTED} cross join lateral ${matchedBy("wanted", "id")} as meant
   ))
   order by id for no key update`,
);

const HELD = `id, email_key as "emailKey", phone_number as "phoneNumber", custom_fields`;

/** One look-up in an index per identifier, and none for an address that whoever has the id has as well. */
const load = prepared<LockedCustomer>(
  "load_customers",
  `select holder.id, holder."emailKey", holder."phoneNumber", case when $3 then (
     select json_object_agg(key, octet_length(key) + octet_length(value::text))
     from jsonb_each(holder.custom_fields)
   ) end as "fieldBytes"
   from ${WANTED}
   left join lateral (
     select ${HELD} from customers where store_id = $1 and id = wanted."customerId" limit 1
   ) as own on true
   cross join lateral (
     select own.* where own.id is not null
     union all (
       select ${HELD} from customers
       where store_id collate "C" = $1 and email_key collate "C" = wanted."emailKey"
         and wanted."emailKey" is distinct from own."emailKey" limit 1
     )
     union all (
       select ${HELD} from customers
       where store_id collate "C" = $1 and phone_number collate "C" = wanted."phoneNumber"
         and wanted."phoneNumber" is distinct from own."phoneNumber" limit 1
     )
   ) as holder`,
);
