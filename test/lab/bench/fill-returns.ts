import type { BenchStore, Environment } from "./environment.ts";

const STATUSES =
  "{open,in_transit,delivered,needs_review,complete,complete,complete,rejected,flagged,deleted}";

/**
 * The number of days up to now over which the returns are spread, near the longest window of the warehouse's
 * list.
 */
export const DAYS = 119;

/** Inserts `count` returns of one unit, each of its own order, directly into the database. */
export async function fillReturns({ sql }: Environment, { id }: BenchStore, count: number): Promise<void> {
  const address = {
    line1: "1 Road",
    line2: "",
    city: "Town",
    state: "OH",
    postalCode: "43004",
    country: "US",
  };
  const label = { carrier: "UPS", tracker: "1Z", status: "in_transit", shipmentGroupId: "1" };
  const line = {
    id: "1",
    productId: "7012",
    title: "Tee",
    variantId: "41",
    sku: "TEE",
    quantity: 2,
    price: 20,
  };
  const order = {
    orderId: "",
    createdAt: "2026-01-01T00:00:00Z",
    customer: { email: "ada@example.test", firstName: "Ada", lastName: "Byron" },
    lineItems: [line, { ...line, id: "2" }],
  };
  const at = `now() - ($3 - n) * interval '${DAYS} days' / $3`;
  const numbers = "generate_series(1, $3::int) as n";
  for (const table of ["orders", "returns", "return_items", "return_history"]) {
    await sql.query(`alter table ${table} disable trigger all`);
  }
  await sql.query(
    `insert into orders (store_id, id, external_id, currency, body, created_at, received_at)
     select $1, 'ord_' || n, '#' || n, 'USD', $2::json, ${at}, ${at} from ${numbers}`,
    [id, JSON.stringify(order), count],
  );
  await sql.query(
    `insert into returns (store_id, id, order_id, status, provider, shipping_address, additions, created_at, updated_at)
     select $1, 'ret_' || n, 'ord_' || n, ('${STATUSES}'::text[])[n % 10 + 1], 'shopify', $2::json,
       '${JSON.stringify({ shipments: [label] })}', ${at}, ${at} from ${numbers}`,
    [id, JSON.stringify(address), count],
  );
  await sql.query(
    `insert into return_items (store_id, return_id, id, order_id, line_item_id, position, quantity, units, status, reason,
       compensation, value, additions)
     select $1, 'ret_' || n, 'rit_' || n, 'ord_' || n, '1', 0, 1, '[[0,1]]', 'open', 'Too small', 'refund', 20, '{}'
     from generate_series(1, $2::int) as n`,
    [id, count],
  );
  await sql.query(
    `insert into return_history (store_id, return_id, "to", at, by, request_id)
     select $1, 'ret_' || n, 'complete', now(), 'bench', '' from generate_series(1, $2::int) as n where n % 10 in (4, 5, 6)`,
    [id, count],
  );
  for (const table of ["orders", "returns", "return_items", "return_history"]) {
    await sql.query(`alter table ${table} enable trigger all`);
    await sql.query(`vacuum analyze ${table}`);
  }
  await sql.query("checkpoint");
}
