import { type SQL, sql } from "drizzle-orm";
import type { AliasKind } from "../../platform/db/tables/customers.ts";

const HAS: Record<AliasKind, (store: string, key: string) => string> = {
  customerId: (store, key) => `store_id = ${store} and id = ${key}`,
  emailKey: (store, key) => `store_id collate "C" = ${store} and email_key collate "C" = ${key}`,
  phoneNumber: (store, key) => `store_id collate "C" = ${store} and phone_number collate "C" = ${key}`,
};

/** Returns SQL for the id of the customer that an identifier of a merged customer leads to. */
function aliasSql(kind: AliasKind, store: string, key: string): string {
  return `(select customer_id from customer_aliases
    where store_id = ${store} and kind = '${kind}' and alias = ${key} limit 1)`;
}

/**
 * Returns SQL for a lateral join with the row of the customer of the store `$1` that has an identifier, or that an identifier
 * of a merged customer leads to. The second is looked for only where there is no first.
 */
export function customerRow(kind: AliasKind, key: string): string {
  return `(
    (select * from customers where ${HAS[kind]("$1", key)} limit 1)
    union all
    (select * from customers where store_id = $1 and id = ${aliasSql(kind, "$1", key)} limit 1)
    limit 1
  )`;
}

/** Returns SQL for the id of the customer that an e-mail address, given as it is compared, identifies. */
export function customerIdSql(store: string, key: string): string {
  const own = `(select id from customers where ${HAS.emailKey(store, key)})`;
  return `coalesce(${own}, ${aliasSql("emailKey", store, key)})`;
}

/** Returns SQL for the id of the customer that an id leads to, which is the id itself unless it was merged. */
export function presentIdSql(storeId: string, customerId: string | SQL): SQL {
  return sql`coalesce((
    select customer_id from customer_aliases
    where store_id = ${storeId} and kind = 'customerId' and alias = ${customerId} limit 1
  ), ${customerId}::text)`;
}

/** Returns the same as text, for prepared statements. */
export function presentIdText(store: string, customerId: string): string {
  return `coalesce(${aliasSql("customerId", store, customerId)}, ${customerId})`;
}

/** SQL that is true, once per statement, when the store `$1` has identifiers of merged customers. */
export const HAS_ALIASES = "(select exists (select from customer_aliases where store_id = $1))";
