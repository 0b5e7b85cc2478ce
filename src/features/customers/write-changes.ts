import { insertChanges } from "../../core/changes/record-changes.ts";
import { announceChange, type Ctx, withCommit } from "../../core/ctx.ts";
import { ANYONE, contactsOf, isMention, mentionTerms } from "../../core/persons/identifiers.ts";
import { searchTerms } from "../../lib/search-terms.ts";
import { prepared } from "../../platform/db/prepared.ts";
import type { CustomFields } from "../../platform/db/tables/customers.ts";
import { PATCH_COLUMNS } from "./patch.ts";
import type { CustomerChange } from "./resolver.ts";
import { changesNothing } from "./unchanged.ts";

/**
 * Writes changes to customers, inserts new ones, and adds both to the store's change feed, in the caller's transaction,
 * which holds the customers' locks.
 */
export function writeChanges(ctx: Ctx, storeId: string, changes: CustomerChange[]): void {
  if (changes.length === 0) return;
  announceChange(ctx, storeId);
  const idsOf = (subset: CustomerChange[]) => subset.map(({ customerId }) => customerId);
  const emails = idsOf(changes.filter(({ replacesEmail }) => replacesEmail));
  const phones = idsOf(changes.filter(({ replacesPhone }) => replacesPhone));
  if (emails.length + phones.length > 0) withCommit(ctx, releaseIdentifiers(ctx.db, storeId, emails, phones));
  withCommit(ctx, write(ctx.db, storeId, rowsOf(storeId, changes), ctx.now().toISOString()));
}

function rowsOf(storeId: string, changes: CustomerChange[]): string {
  return JSON.stringify(
    changes.map(({ replacesEmail, replacesPhone, ...change }) => ({
      ...change,
      terms: change.customFields ? termsOf(storeId, change.customFields) : "",
    })),
  );
}

/** Returns the search terms of custom fields: of their values, and of the persons that they name. */
export function termsOf(storeId: string, fields: CustomFields): string {
  const mentions = mentionTerms(storeId, contactsOf(fields));
  const terms = searchTerms([storeId, "customer"], fields);
  return mentions === "" ? terms : `${terms} ${mentions}`;
}

/** Releases identifiers before other customers take them, and keeps them for an erasure of the customer. */
const releaseIdentifiers = prepared(
  "release_identifiers",
  `with former as (
     insert into former_identifiers (store_id, customer_id, identifier)
     select $1, id, email_key from customers
     where store_id = $1 and id = any($2::text[]) and email_key is not null
     union all
     select $1, id, phone_number from customers
     where store_id = $1 and id = any($3::text[]) and phone_number is not null
     on conflict do nothing
   )
   update customers set
     email = case when id = any($2::text[]) then null else email end,
     email_key = case when id = any($2::text[]) then null else email_key end,
     phone_number = case when id = any($3::text[]) then null else phone_number end
   where store_id = $1 and id = any($2::text[] || $3::text[])`,
);

/** Of a row with more, the mentions become one: those of former values stay, and a tsvector holds 1 MB. */
const MAX_KEPT_TERMS = 2_000;
const IS_MENTION = isMention("term");

/**
 * Merges into the current row, so that no concurrent change is lost. Each custom field has one search term, whose
 * first 16 characters name the field. A row that this statement inserted has no locker, so its `xmax` is 0.
 */
const write = prepared(
  "write_customers",
  `with written as (insert into customers (store_id, id, email, email_key, phone_number, first_name, last_name, location, custom_fields,
     search_terms, created_at, updated_at)
   select $1, "customerId", email, "emailKey", "phoneNumber", "firstName", "lastName", location, "customFields",
     terms::tsvector, $3::timestamptz, $3::timestamptz
   from json_to_recordset($2::json) as change(${PATCH_COLUMNS}, terms text)
   on conflict (store_id, id) do update set
     email = coalesce(excluded.email, customers.email),
     email_key = coalesce(excluded.email_key, customers.email_key),
     phone_number = coalesce(excluded.phone_number, customers.phone_number),
     first_name = coalesce(excluded.first_name, customers.first_name),
     last_name = coalesce(excluded.last_name, customers.last_name),
     location = ${merged("location")},
     custom_fields = ${merged("custom_fields")},
     search_terms = case when excluded.custom_fields is null then customers.search_terms else array_to_tsvector(array(
       select case when is_full and ${IS_MENTION} then '${ANYONE}' else term end
       from (select length(customers.search_terms) > ${MAX_KEPT_TERMS} as is_full, array(
           select left(term, 16) from unnest(tsvector_to_array(excluded.search_terms)) as term where not ${IS_MENTION}
         ) as fields offset 0) as changed, unnest(tsvector_to_array(customers.search_terms)) as term
       where ${IS_MENTION} or left(term, 16) <> all(fields)
     ) || tsvector_to_array(excluded.search_terms)) end,
     updated_at = excluded.updated_at
   where not (${changesNothing("customers", "excluded", "table")})
   returning id, customers.xmax = 0 as is_new)
   ${insertChanges(`(
     select case when is_new then 'customer.created' else 'customer.updated' end as type, id as object_id from written
   ) as change`)}`,
);

function merged(column: string): string {
  return `case when excluded.${column} is null then customers.${column}
    else coalesce(customers.${column}, '{}') || excluded.${column} end`;
}
