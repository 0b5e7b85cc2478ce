import { type Ctx, withCommit } from "../../../core/ctx.ts";
import { mentionTerm } from "../../../core/persons/identifiers.ts";
import { prepared } from "../../../platform/db/prepared.ts";
import type { UpdatedOrder } from "./write-updates.ts";

/**
 * Gives the returns of orders the customer that these have now, in the caller's transaction, which holds the orders' locks.
 * What was written about them while they were the former customer's, and names that one, mentions another customer from
 * now on, so that an erasure finds it.
 */
export async function passOrders(tx: Ctx, storeId: string, orders: UpdatedOrder[]): Promise<void> {
  const passed = orders.filter(({ before, customerId }) => before.customerId !== customerId);
  if (passed.length === 0) return;
  const formerIds = [...new Set(passed.flatMap(({ before }) => before.customerId ?? []))];
  const rows = formerIds.length > 0 ? await findContacts(tx.db, storeId, formerIds) : [];
  const contactsOf = Map.groupBy(rows, ({ customerId }) => customerId);
  const given = passed.map(({ before, customerId }) => ({
    ...{ id: before.id, former: before.customerId, later: customerId },
    keys: (contactsOf.get(before.customerId ?? "") ?? []).map(({ contact }) => mentionTerm(storeId, contact)),
  }));
  withCommit(tx, pass(tx.db, storeId, JSON.stringify(given)));
}

/** The e-mail addresses and phone numbers that customers have or had, and those of customers that were merged into them. */
const findContacts = prepared<Record<"customerId" | "contact", string>>(
  "contacts_of_former_customers",
  `select id as "customerId", contact from customers
   cross join lateral unnest(array[email_key, phone_number]) as held (contact)
   where store_id = $1 and id = any($2::text[]) and contact is not null
   union
   select customer_id, identifier from former_identifiers where store_id = $1 and customer_id = any($2::text[])
   union
   select customer_id, alias from customer_aliases
   where store_id = $1 and customer_id = any($2::text[]) and kind in ('emailKey', 'phoneNumber')`,
);

const pass = prepared(
  "pass_orders",
  `with given as materialized (
     select * from json_to_recordset($2::json) as given(id text, former text, later text, keys json)
   ), passed as (
     update returns set customer_id = given.later from given
     where store_id = $1 and order_id = given.id and customer_id is not distinct from given.former
     returning returns.id, returns.created_at as at, given.keys
   ), mentioning as (
     select 'return.mention' as kind, id, at, keys from passed
     union all
     select 'order.mention', orders.id, orders.created_at, given.keys
     from given join orders on orders.store_id = $1 and orders.id = given.id
   )
   insert into search_keys (store_id, kind, key, at, id)
   select $1, kind, key, at, mentioning.id from mentioning cross join lateral json_array_elements_text(keys) as key
   order by kind, key, at, mentioning.id
   on conflict do nothing`,
);
