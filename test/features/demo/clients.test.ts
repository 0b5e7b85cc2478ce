import { beforeAll, expect, test } from "bun:test";
import { SCOPES } from "../../../src/core/scopes.ts";
import type { InventoryLevel } from "../../../src/features/inventory/schema.ts";
import { listClients } from "../../../src/features/stores/list-clients.ts";
import { rotateClient } from "../../../src/features/stores/rotate-client.ts";
import { type Demo, makeDemo } from "../../support/demo.ts";
import { event } from "../../support/events.ts";
import { order } from "../../support/fixtures.ts";
import { useService } from "../../support/use-service.ts";

type Sent = readonly [method: string, path: string, body?: object];

const READING = ["read the store", "read an order", "list returns", "list returns for the warehouse"];
const ALLOWED: Record<string, readonly string[]> = {
  "Online shop": [
    ...READING,
    ...["create an order", "comment on a return", "read stock", "send a custom event", "record a page view"],
  ],
  Warehouse: [...READING, "comment on a return", "read stock", "write stock"],
  "Support desk": [...READING, "comment on a return", "find a customer"],
};

const service = useService();
let demo: Demo;
let operations: Record<string, Sent>;
beforeAll(async () => {
  demo = await makeDemo(service);
  operations = await sample();
});

test("the demo has one client for each kind of program, and one with all scopes", async () => {
  const clients = await listClients(service.ctx, "demo");
  expect(clients.map(({ name }) => name).toSorted()).toEqual([...Object.keys(ALLOWED), "Demo"].toSorted());
  expect(clients.find(({ name }) => name === "Demo")?.scopes).toEqual([...SCOPES]);
});

for (const [name, allowed] of Object.entries(ALLOWED)) {
  test(`the demo's client “${name}” can do the work of its name, and nothing else`, async () => {
    const secret = await secretOf(name);
    const responses: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const [operation, sent] of Object.entries(operations)) {
      const response = await send(secret, sent);
      const text = await response.text();
      responses[operation] = response.ok || (response.status === 403 ? codeIn(text) : text);
      expected[operation] = allowed.includes(operation) || "missing_scope";
    }
    expect(responses).toEqual(expected);
  });
}

/** Returns a request for each kind of work, on objects that the demo has. */
async function sample(): Promise<Record<string, Sent>> {
  const { inventory_levels: levels } = (await (await demo.get("/stores/demo/inventory-levels")).json()) as {
    inventory_levels: InventoryLevel[];
  };
  const [level] = levels;
  const [placed] = await demo.orders();
  if (!level) throw new Error("the demo has no stock");
  const stock = { product: { id: "tee", title: "Tee" }, location_id: level.location.id, quantity: 1 };
  const email = encodeURIComponent(placed?.customer?.email ?? "");
  const view = {
    eventId: "1",
    eventName: "page_viewed",
    source: "storefront",
    timestamp: "2026-03-01T10:00:00Z",
  };
  return {
    "read the store": ["GET", "/v2.2/stores/demo"],
    "change the store": ["PATCH", "/v2.2/stores/demo", { name: "Another" }],
    "read an order": ["GET", "/v2.2/stores/demo/orders/FH-1001"],
    "create an order": ["POST", "/v2.2/stores/demo/orders", order("of-a-client")],
    "list returns": ["GET", "/v2.2/stores/demo/returns"],
    "comment on a return": [
      "POST",
      `/v2.2/returns/${demo.returnId}/comments`,
      { comment: { message: "Seen" } },
    ],
    "list returns for the warehouse": ["GET", "/api/v1/warehouse/return/list"],
    "read stock": ["GET", "/v2.2/stores/demo/inventory-levels"],
    "write stock": ["PUT", "/v2.2/stores/demo/inventory-levels", { inventory_levels: [stock] }],
    "find a customer": ["GET", `/v2.2/stores/demo/customers?email=${email}`],
    "erase a customer": ["POST", "/v2.2/stores/demo/customers/none/erase"],
    "send a custom event": ["POST", "/v2.2/stores/demo/events", event()],
    "record a page view": ["POST", "/v2.2/stores/demo/storefront/events", view],
    "list webhooks": ["GET", "/v2.2/stores/demo/webhooks"],
    "delete a webhook": ["DELETE", "/v2.2/webhooks/none"],
  };
}

/** Replaces the client's secret, which isn't shown, by one that is. */
async function secretOf(name: string): Promise<string> {
  const client = (await listClients(service.ctx, "demo")).find((each) => each.name === name);
  const { secret } = await rotateClient(service.ctx, "demo", client?.clientId ?? "none", 0);
  return secret;
}

function send(secret: string, [method, path, body]: Sent): Promise<Response> {
  return service.fetch(path, {
    method,
    headers: {
      Authorization: `Bearer ${secret}`,
      "X-Authorization": secret,
      "Content-Type": "application/json",
    },
    body: body ? JSON.stringify(body) : null,
  });
}

function codeIn(text: string): unknown {
  return JSON.parse(text).code ?? text;
}
