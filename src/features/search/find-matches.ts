import type { Db } from "../../platform/db/connect.ts";
import { preparedByKey } from "../../platform/db/prepared.ts";
import type { SearchKind } from "../../platform/db/tables/search.ts";
import { MAX_RESULTS, type SearchResult } from "./schema.ts";
import type { Searched } from "./searched.ts";

export type Types = Record<SearchResult["type"], boolean>;

/**
 * An object with a field that is the searched text, or begins with it. What belongs to an anchor is found
 * too: an order's returns, a customer's orders and returns.
 */
export type Match = { type: SearchResult["type"]; id: string; isExact: boolean; isAnchor: boolean };

/** The order of the fields, within the exact matches and within the others. */
const RANKS = {
  orderId: 1,
  otherOrderId: 2,
  email: 3,
  phone: 4,
  name: 5,
  orderName: 6,
  returnId: 7,
  number: 8,
  tracking: 9,
  sku: 10,
  withdrawalNumber: 11,
  withdrawalOrder: 12,
  otherWithdrawalOrder: 13,
  withdrawalEmail: 14,
  withdrawalName: 15,
};
/** Fields up to this one lead to what belongs to their objects. */
const LAST_ANCHOR = RANKS.orderName;
/** Added to the rank of what only begins with the text. */
const PREFIX = 100;

/**
 * Returns the objects that a text matches, the exact matches first, then by field: at most 20 per field and
 * type. Customers are included whatever the secret may see, and orders with returns: they lead to others.
 */
export async function findMatches(
  db: Db,
  storeId: string,
  { text, otherText, key, keyEnd, phone, numbers }: Searched,
  sees: Types,
): Promise<Match[]> {
  const terms = [text, otherText, key, keyEnd, numbers.from, numbers.until];
  const values = [...terms, sees.order, sees.return, phone, sees.withdrawal];
  const rows = await find(db, storeId, ...values);
  return rows.map(({ rank, type, id }) => ({
    type,
    id,
    isExact: rank < PREFIX,
    isAnchor: rank % PREFIX <= LAST_ANCHOR,
  }));
}

const STORE = "$1";
const [TEXT, OTHER_TEXT] = ["$2::text", "$3::text"];
const [KEY, KEY_END] = ["$4::text", "$5::text"];
const [FROM, UNTIL] = ["$6::bigint[]", "$7::bigint[]"];
const [SEES_ORDERS, SEES_RETURNS] = ["$8::boolean", "$9::boolean"];
const PHONE = "$10::text";
const SEES_WITHDRAWALS = "$11::boolean";
const LEADS_TO_RETURNS = `(${SEES_ORDERS} or ${SEES_RETURNS})`;

/**
 * The index of each field is read in its order from the text on, at most 20 entries, so the cost doesn't
 * depend on how many there are.
 */
const find = preparedByKey<{ rank: number; type: SearchResult["type"]; id: string }>(
  "search",
  `select rank, type, id from (${[
    ordersById(TEXT, RANKS.orderId),
    ordersById(OTHER_TEXT, RANKS.otherOrderId),
    `select ${RANKS.orderId}, id collate "C", null::timestamptz, 'order', id from orders
     where ${LEADS_TO_RETURNS} and store_id = ${STORE} and id = ${KEY}`,
    prefixes("customer", `email_key collate "C"`, {
      rank: RANKS.email,
      from: KEY,
      until: KEY_END,
      isUnique: true,
      where: `store_id collate "C" = ${STORE} and email_key is not null`,
    }),
    `select ${RANKS.phone}, phone_number collate "C", null::timestamptz, 'customer', id from customers
     where store_id collate "C" = ${STORE} and phone_number collate "C" = ${PHONE}`,
    mergedCustomers(),
    customersByName("first_name", "last_name"),
    customersByName("last_name", "first_name"),
    prefixes("return", `id collate "C"`, {
      rank: RANKS.returnId,
      from: KEY,
      until: KEY_END,
      isUnique: true,
      where: `${SEES_RETURNS} and store_id = ${STORE}`,
    }),
    returnsByNumber(),
    byKey("order.number", RANKS.orderId, LEADS_TO_RETURNS),
    byKey("order.name", RANKS.orderName, LEADS_TO_RETURNS),
    byKey("order.tracking", RANKS.tracking, SEES_ORDERS),
    byKey("return.tracking", RANKS.tracking, SEES_RETURNS),
    byKey("order.sku", RANKS.sku, SEES_ORDERS),
    byKey("return.sku", RANKS.sku, SEES_RETURNS),
    `select ${RANKS.withdrawalNumber}, ${KEY}, null::timestamptz, 'withdrawal', id from withdrawals
     where ${SEES_WITHDRAWALS} and store_id = ${STORE} and number = (${FROM})[1]`,
    withdrawals(`lower(normalize(order_name)) collate "C"`, RANKS.withdrawalOrder, folded(TEXT)),
    withdrawals(`lower(normalize(order_name)) collate "C"`, RANKS.otherWithdrawalOrder, folded(OTHER_TEXT)),
    withdrawals(`email_key collate "C"`, RANKS.withdrawalEmail, { from: KEY, until: KEY_END }),
    withdrawals(`lower(btrim(normalize(name))) collate "C"`, RANKS.withdrawalName, folded(TEXT)),
  ]
    .map((part) => `(${part})`)
    .join("\nunion all\n")}) as found (rank, key, at, type, id)
  order by rank, key, at desc, id desc`,
);

type Range = { rank: number; from: string; until: string; where: string; isUnique: boolean };

/** Objects of one table by an indexed expression, in the index's order. */
function prefixes(
  type: SearchResult["type"],
  field: string,
  { rank, from, until, where, isUnique }: Range,
): string {
  return `select case when ${field} = ${from} then ${rank} else ${rank + PREFIX} end, ${field} as field, null::timestamptz, '${type}', id
    from ${type}s where ${where} and ${field} >= ${from} and ${field} < ${until}
    order by field${isUnique ? "" : ", id"} limit ${MAX_RESULTS}`;
}

function ordersById(text: string, rank: number): string {
  const where = `${LEADS_TO_RETURNS} and store_id = ${STORE}`;
  return prefixes("order", `lower(normalize(external_id)) collate "C"`, { rank, ...folded(text), where });
}

/** By the e-mail addresses and phone numbers of customers that were merged into them. */
function mergedCustomers(): string {
  const ofKind = (kind: string) => `store_id = ${STORE} and kind = '${kind}'`;
  return `(select case when alias = ${KEY} then ${RANKS.email} else ${RANKS.email + PREFIX} end, alias, null::timestamptz,
      'customer', customer_id
    from customer_aliases where ${ofKind("emailKey")} and alias >= ${KEY} and alias < ${KEY_END}
    order by alias limit ${MAX_RESULTS})
    union all
    select ${RANKS.phone}, alias, null, 'customer', customer_id
    from customer_aliases where ${ofKind("phoneNumber")} and alias = ${PHONE}`;
}

function customersByName(first: string, second: string): string {
  const where = `store_id = ${STORE} and ${first} is not null`;
  const name = `left(lower(btrim(normalize(${first} || coalesce(' ' || ${second}, '')))), 255) collate "C"`;
  return prefixes("customer", name, { rank: RANKS.name, ...folded(TEXT), where });
}

/** An erased one has neither a name nor an address. */
function withdrawals(field: string, rank: number, { from, until }: Pick<Range, "from" | "until">): string {
  const known = field.startsWith("email") ? " and email_key is not null" : "";
  const where = `${SEES_WITHDRAWALS} and store_id = ${STORE}${known}`;
  return prefixes("withdrawal", field, { rank, from, until, where, isUnique: false });
}

/** The database folds the text as it folds the index. */
function folded(text: string) {
  return { from: `lower(${text})`, until: `lower(${text}) || chr(1114111)`, isUnique: false };
}

/** Numbers are read by ranges: 5, 50 to 59, 500 to 599 and so on. */
function returnsByNumber(): string {
  return `select case when number = (${FROM})[1] then ${RANKS.number} else ${RANKS.number + PREFIX} end,
      lpad(number::text, 16, '0') collate "C", null::timestamptz, 'return', id
    from unnest(${FROM}, ${UNTIL}) as range (low, high) cross join lateral (
      select number, id from returns
      where ${SEES_RETURNS} and store_id = ${STORE} and number >= low and number < high order by number limit ${MAX_RESULTS}
    ) as numbered limit ${MAX_RESULTS}`;
}

/** One key may have very many objects: each key's newest are read. */
function byKey(kind: SearchKind, rank: number, where: string): string {
  const [type] = kind.split(".");
  const ofKind = `store_id = ${STORE} and kind = '${kind}'`;
  const next = (after: string) =>
    `(select key from search_keys where ${ofKind} and ${after} and key < ${KEY_END} order by key limit 1)`;
  return `select case when key = ${KEY} then ${rank} else ${rank + PREFIX} end, key, at, '${type}', id
    from (
      with recursive keys as (
        ${next(`${where} and key >= ${KEY}`)} union all
        select next.key from keys cross join lateral ${next("search_keys.key > keys.key")} as next
      ) select key from keys
    ) as keys cross join lateral (
      select at, id from search_keys where ${ofKind} and key = keys.key order by at desc, id desc limit ${MAX_RESULTS}
    ) as newest limit ${MAX_RESULTS}`;
}
