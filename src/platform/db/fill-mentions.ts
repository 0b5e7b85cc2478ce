import type pg from "pg";
import { contactsOf, identifiersOf } from "../../lib/identifiers.ts";
import { mentionTerm, mentionTerms, visitorIdentifier } from "../../lib/mention-terms.ts";
import { quoteIdentifier } from "./quote-identifier.ts";

type Client = Pick<pg.ClientBase, "query">;
/** A row of a table with search terms, found by `place`; `value` is what names persons. */
type Row = { place: string; store: string; value: unknown };
/** An order or a return; `customer` is its customer's id. */
type Keyed = { store: string; id: string; at: string; customer: string | null; value: unknown };

const SLICE = 500;

/** Adds to the rows of an earlier version what they name persons by, as this version does when it writes them. */
export async function fillMentions(client: Client): Promise<void> {
  await fillTerms(client, "storefront_events", "body", visitorsOf);
  await fillTerms(client, "event_rejections", "event", identifiersOf);
  await fillTerms(client, "events", "data", contactsOf);
  await fillTerms(client, "customers", "custom_fields", contactsOf);
  await fillKeys(client, "order.mention", ORDERS);
  await fillKeys(client, "return.mention", RETURNS);
}

function visitorsOf(body: unknown): Set<string> {
  const { anonymousId } = body as { anonymousId?: unknown };
  const identifiers = identifiersOf(body);
  return typeof anonymousId === "string" && anonymousId
    ? identifiers.add(visitorIdentifier(anonymousId))
    : identifiers;
}

async function fillTerms(
  client: Client,
  table: string,
  column: string,
  namedIn: (value: unknown) => Set<string>,
): Promise<void> {
  const mayName = fillsAll(table)
    ? "true"
    : `${quoteIdentifier(column)}::text ~* '[@+%]|00[1-9]|phone|mobile'`;
  const rows = `select ctid::text as place, store_id as store, ${quoteIdentifier(column)} as value from ${quoteIdentifier(table)}
    where ${quoteIdentifier(column)} is not null and ${mayName}`;
  await inSlices<Row>(client, rows, async (slice) => {
    const terms = slice.map(({ store, value }) => mentionTerms(store, namedIn(value)));
    const places = slice.map(({ place }) => place);
    await client.query(
      `update ${quoteIdentifier(table)} as filled set search_terms = coalesce(search_terms, '') || given.terms::tsvector
       from unnest($1::tid[], $2::text[]) as given(place, terms)
       where filled.ctid = given.place
         and (given.terms <> '' or (search_terms is null and $3))`,
      [places, terms, fillsAll(table)],
    );
  });
}

/** Whether the column is new, so that every row gets a value. */
function fillsAll(table: string): boolean {
  return table === "storefront_events" || table === "event_rejections";
}

/** What a new order names: see `createOrder` and `trackFulfillment`. */
const ORDERS = `select o.store_id as store, o.id, o.created_at::text as at, o.customer_id as customer, json_build_array(
    body -> 'customer', body -> 'shipping', body -> 'billingAddress', body -> 'tags',
    (select json_agg(tracking_history) from fulfillments as f where f.store_id = o.store_id and f.order_id = o.id)) as value
  from orders as o`;

/** What a return names, with its notes and everything that was added to it. */
const RETURNS = `select r.store_id as store, r.id, r.created_at::text as at, r.customer_id as customer, json_build_array(
    o.external_id, shipping_address, r.additions,
    (select json_agg(json_build_array(reason, reason_code, customer_comment, line_item_id, i.additions)) from return_items as i
     where i.store_id = r.store_id and i.return_id = r.id),
    (select json_agg(message) from return_notes as n where n.store_id = r.store_id and n.return_id = r.id)) as value
  from returns as r join orders as o on o.store_id = r.store_id and o.id = r.order_id`;

async function fillKeys(client: Client, kind: string, rows: string): Promise<void> {
  await inSlices<Keyed>(client, rows, async (slice) => {
    const named = slice.flatMap(({ value, ...keyed }) =>
      Array.from(contactsOf(value), (contact) => ({
        ...keyed,
        contact,
        key: mentionTerm(keyed.store, contact),
      })),
    );
    await client.query(
      `insert into search_keys (store_id, kind, key, at, id)
       select store, $1, key, at, id
       from json_to_recordset($2) as named(store text, id text, at timestamptz, customer text, contact text, key text)
       where not exists (
         select from customers where store_id = store and customers.id = customer
           and (email_key = contact or phone_number = contact)
       )
       on conflict do nothing`,
      [kind, JSON.stringify(named)],
    );
  });
}

async function inSlices<Read extends pg.QueryResultRow>(
  client: Client,
  rows: string,
  work: (slice: Read[]) => Promise<void>,
): Promise<void> {
  // Insensitive to the updates of the slices before.
  await client.query(`declare filled cursor for ${rows}`);
  for (;;) {
    const { rows: slice } = await client.query<Read>(`fetch ${SLICE} from filled`);
    if (slice.length === 0) break;
    await work(slice);
  }
  await client.query("close filled");
}
