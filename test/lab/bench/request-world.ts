import type { BenchStore, Environment, Server } from "./environment.ts";
import { FIRST, type Recorded, statementsOf } from "./rows-script.ts";
import { recordRows } from "./written-rows.ts";

/** Two receivers that the webhooks name. Nothing is delivered, because no worker runs. */
const RECEIVERS = ["127.0.0.1:9001", "127.0.0.1:9002"];

export const BODIES = {
  order: JSON.stringify({
    orderId: "bench-{number}",
    createdAt: "2026-03-01T10:00:00.000Z",
    lineItems: [1, 2, 3].map((n) => ({
      id: `line-${n}`,
      productId: `tee-${n}`,
      title: `Tee ${n}`,
      variantId: `tee-${n}-m`,
      sku: `TEE-${n}-M`,
      quantity: 100,
      price: 8,
      discount: 0,
    })),
    customer: {
      id: "customer-{number}",
      email: "customer-{number}@example.test",
      firstName: "Alex",
      lastName: "Doe",
    },
    shipping: { method: "standard", cost: 0, address: { address1: "1 Road", city: "Town", country: "US" } },
    totalPrice: 2400,
    subtotalPrice: 2400,
    currencyCode: "USD",
    tags: ["first"],
  }),
  return: JSON.stringify({
    data: {
      provider: "shopify",
      externalOrderId: "bench-{value}",
      items: [{ lineItemId: "line-1", quantity: 1, reason: "Too small" }],
      shippingAddress: {
        line1: "1 Road",
        line2: "",
        city: "Town",
        state: "OH",
        postalCode: "43004",
        country: "US",
      },
    },
  }),
  statuses: ["flagged", "in_review"].map((status) => JSON.stringify({ status })),
};

export type World = {
  environment: Environment;
  server: Server;
  store: BenchStore;
  /** Orders and returns numbered from FIRST on: the first `count` are pgbench's to write to, as many more the service's. */
  count: number;
  /** What the service writes for each request. */
  recorded: { order: Recorded; return: Recorded; status: Recorded };
  /** The ends of ids, behind the number of the object. */
  ends: { order: string; return: string };
  /** How many requests of each case were sent: further ones continue there, so that they change something. */
  sent: Record<string, number>;
};

/**
 * Fills a store with orders and returns of three lines each and two webhooks. The rows are those that the
 * service writes for one request of each kind.
 */
export async function prepareWorld(environment: Environment, count: number): Promise<World> {
  const { sql } = environment;
  // Without workers, so that only the requests are measured.
  const server = await environment.server({ ROLE: "api", WEBHOOK_ALLOWED_HOSTS: RECEIVERS.join() });
  const store = await environment.newStore();
  const send = senderTo(server, store);
  const kept = [store.id];
  for (const host of RECEIVERS) {
    await send("POST", `/v2.2/stores/${store.id}/webhooks`, {
      webhook: { topic: "return", callback: { url: `http://${host}/` } },
    });
  }
  const webhooks = await sql.query<{ id: string }>("select id from webhooks");
  kept.push(...webhooks.rows.map(({ id }) => id));

  // The requests that are recorded belong to the last of all objects, which are not written to afterwards.
  const last = FIRST + 2 * count;
  const all = `from generate_series(${FIRST}::bigint, ${last - 1}::bigint) as n`;
  const fill = async (recorded: Recorded) => {
    for (const statement of statementsOf(recorded, { owner: "n::text", own: "n::text" }, all)) {
      await sql.query(statement);
    }
  };
  const orderBody = JSON.parse(BODIES.order.replaceAll("{number}", String(last)));
  const order: Recorded = {
    rows: await recordRows(environment, "orders", () =>
      send("POST", `/v2.2/stores/${store.id}/orders`, orderBody),
    ),
    owner: last,
    kept,
  };
  await fill(order);
  const orders = await sql.query<{ id: string }>("select id from orders where external_id = $1", [
    `bench-${last}`,
  ]);
  // Its id differs from those of the others, which contain their numbers.
  const orderId = orders.rows[0]?.id ?? "";
  const created: Recorded = {
    rows: await recordRows(environment, "returns", () =>
      send(
        "POST",
        `/v2.2/stores/${store.id}/returns`,
        JSON.parse(BODIES.return.replaceAll("{value}", String(last - 1))),
      ),
    ),
    owner: last - 1,
    kept,
  };
  await fill(created);
  await sql.query("delete from pgboss.job where name = 'webhooks.deliver'");
  const ends = { order: orderId.slice(-11), return: (await newestReturn(environment)).slice(-11) };
  const changed: Recorded = {
    rows: await recordRows(environment, "returns", () =>
      send("PUT", `/v2.2/returns/ret_${last - 1}${ends.return}/status`, JSON.parse(BODIES.statuses[0] ?? "")),
    ),
    owner: last - 1,
    kept,
    distinct: ["webhook_events.seq", "pgboss.job_common.singleton_key"],
  };
  await sql.query("vacuum analyze");
  await sql.query("checkpoint");
  return {
    environment,
    server,
    store,
    count: count - 1,
    recorded: { order, return: created, status: changed },
    ends,
    sent: {},
  };
}

function senderTo({ origin }: Server, { secret }: BenchStore) {
  return async (method: string, path: string, body: unknown) => {
    const response = await fetch(origin + path, {
      method,
      headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  };
}

async function newestReturn({ sql }: Environment): Promise<string> {
  const { rows } = await sql.query<{ id: string }>("select id from returns order by number limit 1");
  return rows[0]?.id ?? "";
}
