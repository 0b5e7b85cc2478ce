import type pg from "pg";
import { FILLED_STORE } from "../../bench/fill.ts";
import type { Kind, Numbered, Read } from "./call.ts";
import { customerReads } from "./operations/reads.ts";
import { levelRegister, titleRegister } from "./operations/stock.ts";
import type { Shop } from "./shop.ts";
import type { CustomerState, ItemState, OrderState, ReturnState, Row, State } from "./state.ts";

type Stores = Map<string, number>;
/** Reads rows of all stores but one. */
type ReadRows = <R extends { store_id: string }>(query: string) => Promise<R[]>;
type Marked = { store_id: string; mark: string; id: string; customer?: string | null };

/** For each kind of row, a query for its store, mark and id. */
const MARKED: Record<Kind, string> = {
  order: `select store_id, body->'tags'->>0 as mark, id, customer_id as customer from orders`,
  fulfillment: `select store_id, tracking_number as mark, id from fulfillments`,
  tracking: `select store_id, event->>'message' as mark, id
    from fulfillments, json_array_elements(tracking_history) as event`,
  return: `select store_id, shipping_address->>'line1' as mark, id from returns`,
  comment: `select store_id, message as mark, id from return_notes where kind = 'comment' and message is not null`,
  image: `select store_id, substring(encode(content, 'escape') from 'sign-[0-9]+-[0-9]+$') as mark, id
    from return_images`,
  note: `select store_id, message as mark, id from return_notes where kind = 'note'`,
  event: `select store_id, data->>'mark' as mark, id::text as id, customer_id as customer from events
    where store_id <> '${FILLED_STORE}'`,
  rejection: `select store_id, event->'data'->>'mark' as mark, number::text as id from event_rejections`,
  storefront: `select store_id, body->>'anonymousId' as mark, event_id as id from storefront_events`,
  webhook: `select store_id, external_id as mark, id from webhooks
    where deleted_at is null and external_id is not null`,
};

/** Reads the stores' rows from the tables: of all stores, except those that were filled beforehand. */
export async function readDatabase(client: pg.Client, shops: Shop[], replayed?: string) {
  const readRows: ReadRows = async <R extends { store_id: string }>(query: string) =>
    (await client.query<R>(query)).rows.filter(({ store_id }) => store_id !== replayed);
  const stores: Stores = new Map(shops.map(({ storeId, index }) => [storeId, index]));
  const rows: Row[] = [];
  for (const [kind, query] of Object.entries(MARKED) as [Kind, string][]) {
    rows.push(...(await marked(readRows, stores, kind, query)));
  }
  const { customers, profiles } = await readCustomers(readRows, stores);
  const { items, stock } = await readStock(readRows, stores);
  return {
    rows,
    customers,
    items,
    numbers: await readNumbers(readRows, stores),
    orders: await readOrders(readRows, stores),
    returns: await readReturns(readRows, stores),
    registers: [...profiles, ...stock, ...(await readUrls(client))],
  };
}

async function marked(readRows: ReadRows, stores: Stores, kind: Kind, query: string): Promise<Row[]> {
  const rows = await readRows<Marked>(query);
  return rows.map(({ store_id, mark, id, customer }) => ({
    ...{ kind, store: stores.get(store_id) ?? -1, mark: mark ?? "(none)", id },
    ...(customer !== undefined && { customer }),
  }));
}

async function readNumbers(readRows: ReadRows, stores: Stores): Promise<State["numbers"]> {
  const rows = await readRows<{ store_id: string } & Pick<Numbered, "kind" | "object"> & { number: string }>(
    `select store_id, 'return' as kind, id as object, number from returns
     union all select store_id, 'order', external_id, number from orders
     union all select store_id, 'id', text, number from numeric_ids`,
  );
  return rows.map(({ store_id, kind, object, number }) => ({
    store: stores.get(store_id) ?? -1,
    ...{ kind, object, number: Number(number) },
  }));
}

async function readOrders(readRows: ReadRows, stores: Stores): Promise<OrderState[]> {
  const rows = await readRows<{
    store_id: string;
    id: string;
    external_id: string;
    lines: { id: string; quantity: number; price: number; discount: number }[];
    sent: { id: string; quantity: number }[] | null;
  }>(`select store_id, id, external_id, body->'lineItems' as lines, (
      select json_agg(line) from fulfillments as one, json_array_elements(one.line_items) as line
      where one.store_id = orders.store_id and one.order_id = orders.id
    ) as sent from orders`);
  return rows.map(({ store_id, id, external_id: externalId, lines, sent }) => ({
    store: stores.get(store_id) ?? -1,
    ...{ id, externalId },
    lines: lines.map((line) => ({ ...line, price: cents(line.price), discount: cents(line.discount) })),
    fulfilled: (sent ?? []).map((line) => ({ lineId: line.id, quantity: line.quantity })),
  }));
}

/** Converts an amount with at most two decimals to cents. */
function cents(amount: number): number {
  return Math.round(amount * 100);
}

type ReturnRow = {
  store_id: string;
  id: string;
  order_id: string;
  status: string;
  mark: string;
  history: ReturnState["history"];
  items: { id: string; line: string; units: [number, number][]; type: string }[] | null;
};

async function readReturns(readRows: ReadRows, stores: Stores): Promise<ReturnState[]> {
  const rows = await readRows<ReturnRow>(`
    select store_id, id, order_id, status, shipping_address->>'line1' as mark, (
      select json_agg(json_build_object('from', "from", 'to', "to", 'by', by, 'requestId', request_id) order by number)
      from return_history as row where row.store_id = returns.store_id and row.return_id = returns.id
    ) as history, (
      select json_agg(json_build_object('id', item.id, 'line', line_item_id, 'units', units, 'type', compensation))
      from return_items as item where item.store_id = returns.store_id and item.return_id = returns.id
    ) as items from returns`);
  return rows.map(({ store_id, id, order_id: orderId, status, mark, history, items }) => ({
    store: stores.get(store_id) ?? -1,
    ...{ id, orderId, status, mark, history: history ?? [], shown: undefined },
    items: (items ?? []).map(({ line, ...item }) => ({ ...item, lineId: line })),
  }));
}

type CustomerRow = {
  store_id: string;
  id: string;
  email: string | null;
  phone_number: string | null;
  profile: { location: object | null; customFields: object | null };
};

async function readCustomers(readRows: ReadRows, stores: Stores) {
  const rows = await readRows<CustomerRow>(`select store_id, id, email, phone_number, jsonb_build_object(
    'firstName', first_name, 'lastName', last_name, 'location', location, 'customFields', custom_fields) as profile
    from customers where store_id <> '${FILLED_STORE}'`);
  const customers: CustomerState[] = rows.map(({ store_id, id, email, phone_number }) => {
    return {
      store: stores.get(store_id) ?? -1,
      id,
      email: email?.toLowerCase() ?? null,
      phone: phone_number,
    };
  });
  const profiles: Read[] = rows.flatMap(({ store_id, id, email, profile }) => [
    ...customerReads(store_id, id, profile),
    { register: `${store_id} customer ${id} email`, value: email?.toLowerCase() },
  ]);
  return { customers, profiles };
}

async function readStock(readRows: ReadRows, stores: Stores): Promise<{ items: ItemState[]; stock: Read[] }> {
  const rows = await readRows<{
    store_id: string;
    product: string;
    title: string;
    quantity: string;
    levels: { location: string; quantity: number }[] | null;
  }>(`select item.store_id, item.product_id as product, item.name as title, item.quantity, (
      select json_agg(json_build_object('location', location_id, 'quantity', level.quantity))
      from inventory_levels as level where level.store_id = item.store_id and level.item_id = item.id
    ) as levels from inventory_items as item`);
  const items = rows.map(({ store_id, product, quantity, levels }) => ({
    ...{ store: stores.get(store_id) ?? -1, product, quantity: Number(quantity) },
    levels: (levels ?? []).map((level) => level.quantity),
  }));
  const stock = rows.flatMap(({ store_id, product, title, levels }): Read[] => [
    { register: titleRegister(store_id, product), value: title },
    ...(levels ?? []).map(({ location, quantity }) => ({
      register: levelRegister(store_id, product, location),
      value: quantity,
    })),
  ]);
  return { items, stock };
}

async function readUrls(client: pg.Client): Promise<Read[]> {
  const { rows } = await client.query<{ id: string; url: string }>(
    "select id, url from webhooks where deleted_at is null",
  );
  return rows.map(({ id, url }) => ({ register: `${id} url`, value: url }));
}
