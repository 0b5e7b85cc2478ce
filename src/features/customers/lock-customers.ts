import type { Ctx } from "../../core/ctx.ts";
import { crc32 } from "../../lib/hash.ts";
import { problem } from "../../lib/problem.ts";
import { PLAN_BY_KEY } from "../../platform/db/plan-by-key.ts";
import { prepared } from "../../platform/db/prepared.ts";
import { HAS_ALIASES } from "./aliases.ts";
import { type CustomerPatch, type Identifier, identifiersOfPatch } from "./patch.ts";
import { matchedBy } from "./unchanged.ts";

/** The part of a customer that resolving and checking patches needs. */
export type LockedCustomer = {
  id: string;
  emailKey: string | null;
  phoneNumber: string | null;
  /** The size of each custom field in bytes; null when no patch has custom fields. */
  fieldBytes: Record<string, number> | null;
  /** The identifier of a merged customer that led to this one, as `kind value`; null when its own did. */
  alias: string | null;
};

const MAX_STRIPES = 64;

/**
 * Locks and returns the customers that hold an identifier of a patch, as they are once no other transaction
 * may change them or move an identifier; a customer with two of the identifiers occurs twice. Sends its
 * statements at once; the locks last until the caller's transaction ends. All transactions lock in one order
 * (`event_unique_ids` or `orders`, then identifiers, then rows by id), so they can't deadlock. Throws 503 for the
 * unknown id of a customer that is being erased, as long as rows have the id.
 */
export async function lockCustomers(
  ctx: Ctx,
  storeId: string,
  patches: CustomerPatch[],
): Promise<LockedCustomer[]> {
  const identifiers = patches.flatMap(identifiersOfPatch);
  if (identifiers.length === 0) return [];
  const lookups = JSON.stringify(distinctIdentifiers(patches));
  const hasFields = patches.some(({ customFields }) => customFields !== undefined);
  const named = patches.flatMap(({ customerId }) => customerId ?? []);
  const [, , locked, attached] = await Promise.all([
    lockIdentifiers(ctx, storeId, identifiers),
    lockRows(ctx.db, storeId, lookups),
    // Its snapshot is taken after the locks are acquired, so it sees what their previous holders committed.
    load(ctx.db, storeId, lookups, hasFields),
    // After those, so that it sees the erasure of a customer that is no longer there.
    named.length > 0 ? findAttached(ctx.db, storeId, named) : [],
  ]);
  requireDetached(locked, attached);
  return locked;
}

type Attached = { id: string };

/** Throws 503 for an unknown customer while rows of an erased one still have its id. */
function requireDetached(locked: LockedCustomer[], attached: Attached[]): void {
  if (attached.length === 0) return;
  const found = new Set(locked.map(({ id }) => id));
  const missing = attached.find(({ id }) => !found.has(id));
  if (!missing) return;
  const detail = `The customer ${missing.id} is being erased and has very many events or orders.`;
  throw problem("customer_being_erased", detail, { headers: { "Retry-After": "5" } });
}

const findAttached = prepared<Attached>(
  "find_attached_erasures",
  `select named.id from erasures cross join lateral unnest(customer_id || merged_ids) as named(id)
   where store_id = $1 and not is_detached and named.id = any($2::text[])`,
);

/**
 * A transaction that creates a customer or moves an identifier holds the locks of all identifiers that it
 * names, so that a customer is created once and an identifier has one holder. The locks are striped: at most
 * 64 per store, however large a batch is.
 */
function lockIdentifiers(ctx: Ctx, storeId: string, identifiers: Identifier[]): Promise<unknown> {
  const stripes = new Set(
    identifiers.map(({ by, value }) => Math.abs(signedCrc32(`${by} ${value}`)) % MAX_STRIPES),
  );
  return lockStripes(ctx.db, signedCrc32(`customers ${storeId}`), Int32Array.from(stripes).sort().join());
}

/** The checksum as the signed integer that an advisory lock takes. */
function signedCrc32(text: string): number {
  return crc32(text) | 0;
}

/** Returns the distinct sets of identifiers. */
function distinctIdentifiers(patches: CustomerPatch[]): CustomerPatch[] {
  const distinct = new Map<string, CustomerPatch>();
  for (const { customerId, emailKey, phoneNumber } of patches) {
    distinct.set(JSON.stringify([customerId, emailKey, phoneNumber]), { customerId, emailKey, phoneNumber });
  }
  return [...distinct.values()];
}

/** Acquires the locks, and makes the rest of the transaction plan its statements to use indexes. */
const lockStripes = prepared(
  "lock_identifiers",
  `select ${PLAN_BY_KEY}, count(pg_advisory_xact_lock($1, stripe))
   from unnest(string_to_array($2, ',')::int[]) as stripe`,
);

const WANTED = `json_to_recordset($2::json) as wanted("customerId" text, "emailKey" text, "phoneNumber" text)`;

/**
 * Locks the customers that the deciding identifiers match or lead to: two requests that match one customer by different
 * identifiers share no stripe. The holder of a lower identifier is never changed and needs no lock. A
 * customer that has lost its identifier meanwhile is locked for nothing.
 */
const lockRows = prepared(
  "lock_customer_rows",
  `select from customers where store_id = $1 and id = any(array(
     select coalesce(meant.id, (
       select customer_id from customer_aliases
       where store_id = $1 and kind = case
         when "customerId" is not null then 'customerId'
         when "emailKey" is not null then 'emailKey'
         else 'phoneNumber'
       end and alias = coalesce("customerId", "emailKey", "phoneNumber") limit 1
     )) from ${WANTED} left join lateral ${matchedBy("wanted", "id")} as meant on true
   ))
   order by id for no key update`,
);

const HELD = `id, email_key as "emailKey", phone_number as "phoneNumber", custom_fields`;

/**
 * One index look-up per identifier, except for an identifier that the customer with the id holds too. Those of merged
 * customers are looked up only in a store that has some.
 */
const load = prepared<LockedCustomer>(
  "load_customers",
  `select holder.id, holder."emailKey", holder."phoneNumber", case when $3 then (
     select json_object_agg(key, octet_length(key) + octet_length(value::text))
     from jsonb_each(holder.custom_fields)
   ) end as "fieldBytes", holder.alias
   from ${WANTED}
   left join lateral (
     select ${HELD} from customers where store_id = $1 and id = wanted."customerId" limit 1
   ) as own on true
   cross join lateral (
     select own.*, null as alias where own.id is not null
     union all (
       select ${HELD}, null from customers
       where store_id collate "C" = $1 and email_key collate "C" = wanted."emailKey"
         and wanted."emailKey" is distinct from own."emailKey" limit 1
     )
     union all (
       select ${HELD}, null from customers
       where store_id collate "C" = $1 and phone_number collate "C" = wanted."phoneNumber"
         and wanted."phoneNumber" is distinct from own."phoneNumber" limit 1
     )
     union all
     select ${HELD}, kind || ' ' || alias
     from (
       select kind, alias, customer_id from customer_aliases
       where store_id = $1 and kind = any('{customerId,emailKey,phoneNumber}')
         and alias = any(array[wanted."customerId", wanted."emailKey", wanted."phoneNumber"])
     ) as led join customers on store_id = $1 and id = led.customer_id
     where ${HAS_ALIASES} and led.alias = case kind
       when 'customerId' then wanted."customerId"
       when 'emailKey' then wanted."emailKey"
       else wanted."phoneNumber"
     end
   ) as holder`,
);
