import type pg from "pg";
import { orderNameKeysOf } from "../../lib/search-key.ts";

type Named = {
  store_id: string;
  id: string;
  at: string;
  has_customer: boolean;
  customer: Record<"name" | "firstName" | "lastName", string | null>;
};

const SLICE = 1_000;

/** Adds the search keys of the names on existing orders. */
export async function addOrderNames(client: Pick<pg.ClientBase, "query">): Promise<void> {
  await client.query(`declare named cursor for
    select store_id, id, created_at::text as at, customer_id is not null as has_customer, to_json(customer) as customer
    from orders cross join lateral json_to_record(
      case json_typeof(body -> 'customer') when 'object' then body -> 'customer' else '{}' end
    ) as customer (name text, "firstName" text, "lastName" text)
    where coalesce(name, '') || coalesce("firstName", '') || coalesce("lastName", '') <> ''
      and (customer_id is null or coalesce("firstName", '') || coalesce("lastName", '') = '')`);
  for (;;) {
    const { rows } = await client.query<Named>(`fetch ${SLICE} from named`);
    if (rows.length === 0) break;
    const keys = rows.flatMap(({ store_id, id, at, customer, has_customer: hasCustomer }) =>
      [...orderNameKeysOf(customer, { hasCustomer })].map((key) => ({
        store_id,
        kind: "order.name",
        key,
        at,
        id,
      })),
    );
    await client.query(
      "insert into search_keys select * from json_populate_recordset(null::search_keys, $1) on conflict do nothing",
      [JSON.stringify(keys)],
    );
  }
  await client.query("close named");
}
