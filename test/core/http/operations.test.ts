import { beforeAll, describe, expect, test } from "bun:test";
import { createApp } from "../../../src/app.ts";
import { SCOPES } from "../../../src/core/scopes.ts";
import { PART_NAMES } from "../../../src/features/activity/summary/schema.ts";
import { createIntegration } from "../../../src/features/integrations/create-integration.ts";
import { createLocation } from "../../../src/features/stores/create-location.ts";
import { finishFiles } from "../../support/finish-files.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { itemsOf, levelOf, putStock } from "../../support/inventory.ts";
import { newMail } from "../../support/mails.ts";
import { fileOfOrder, startOrderImport } from "../../support/order-imports.ts";
import { freshId } from "../../support/orders.ts";
import { codeOf } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { shopOrder } from "../../support/shop-orders.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { EXPORT_OPERATIONS, VERSION_PATHS, WAREHOUSE_OPERATIONS } from "../../support/warehouse.ts";

const JSON_TYPE = "application/json;charset=utf-8";

type Operation = {
  /** If there are several scopes, all are required, or any of them. */
  scope: (typeof SCOPES)[number] | (typeof SCOPES)[number][];
  takesAnyScope?: true;
  /** Operations 4 and 5 have their own error format. */
  plain?: true;
  /** It creates what its path names, so no id is unknown to it. */
  creates?: true;
  body?: (known: Known) => unknown;
  /** Makes the operation possible. */
  prepare?: (known: Known) => Promise<unknown>;
};

const CONNECTOR = {
  url: "https://shop.example.com",
  credentials: { apiKey: "sk_5f2b", webhookSecret: "a-long-random-secret" },
};
const INTEGRATION = { provider: "acme", url: "https://rma.example.com/" };
const CALLBACK = { url: "https://hooks.example.com/returns", auth: null };

/**
 * The operations of the main API, exactly as described. The warehouse API has its own rules for credentials.
 */
const OPERATIONS: Record<string, Operation> = {
  "GET /v2.2/stores/:storeId": { scope: "store_read" },
  "PATCH /v2.2/stores/:storeId": { scope: "store_write", body: () => ({ name: "Renamed" }) },
  "GET /v2.2/stores/:storeId/locations": { scope: "store_read" },
  "POST /v2.2/stores/:storeId/locations": { scope: "store_write", body: () => ({ name: "Annex" }) },
  "GET /v2.2/stores/:storeId/locations/:locationId": { scope: "store_read" },
  "PUT /v2.2/stores/:storeId/locations/:locationId": {
    scope: "store_write",
    body: () => ({ name: "Main, renamed" }),
  },
  "GET /v2.2/stores/:storeId/integrations": { scope: "store_read" },
  "POST /v2.2/stores/:storeId/integrations": {
    scope: "store_write",
    body: () => INTEGRATION,
  },
  "GET /v2.2/stores/:storeId/integrations/:integrationId": { scope: "store_read" },
  "PATCH /v2.2/stores/:storeId/integrations/:integrationId": {
    scope: "store_write",
    body: () => ({ provider: "acme, renamed" }),
  },
  "POST /v2.2/stores/:storeId/integrations/:integrationId/test": { scope: "store_write" },
  "GET /v2.2/stores/:storeId/connectors": { scope: "store_read" },
  "PUT /v2.2/stores/:storeId/connectors/:connector": {
    scope: "store_write",
    body: () => CONNECTOR,
    creates: true,
  },
  "GET /v2.2/stores/:storeId/connectors/:connector": { scope: "store_read" },
  "POST /v2.2/stores/:storeId/connectors/:connector/poll": { scope: "store_write" },
  "GET /v2.2/stores/:storeId/connectors/:connector/rejected-orders": { scope: "store_read" },
  "GET /v2.2/stores/:storeId/customers": { scope: "customers_read" },
  "GET /v2.2/stores/:storeId/customers/:customerId": { scope: "customers_read" },
  "GET /v2.2/stores/:storeId/customers/:customerId/export": { scope: "customers_read" },
  "POST /v2.2/stores/:storeId/events": {
    scope: "customer_events_write",
    body: () => ({ eventName: "visited", customer: { id: "1" } }),
  },
  "POST /v2.2/stores/:storeId/events/bulk": {
    scope: "customer_events_write",
    body: () => ({ events: [{ eventName: "visited", customer: { id: "1" } }] }),
  },
  "GET /v2.2/stores/:storeId/customers/:customerId/timeline": { scope: "customers_read" },
  "POST /v2.2/stores/:storeId/customers/figures": {
    scope: "customers_read",
    body: () => ({ customerIds: ["cus-1"] }),
  },
  "GET /v2.2/stores/:storeId/events": { scope: "customers_read" },
  "GET /v2.2/stores/:storeId/events/rejections": { scope: "customer_events_write" },
  "GET /v2.2/stores/:storeId/storefront/events": { scope: "customers_read" },
  "POST /v2.2/stores/:storeId/storefront/events": {
    scope: "storefront_events_write",
    body: () => ({
      eventId: "1",
      eventName: "page_viewed",
      source: "storefront",
      timestamp: "2026-03-02T10:00:00Z",
    }),
  },
  "POST /v2.2/stores/:storeId/segments/query": {
    scope: "customers_read",
    body: () => ({ where: { customer: "firstName", is: "Ada" } }),
  },
  "GET /v2.2/stores/:storeId/segments": { scope: "customers_read" },
  "POST /v2.2/stores/:storeId/segments": {
    scope: "webhooks_write",
    body: () => ({ key: crypto.randomUUID(), where: { event: "visited" } }),
  },
  "PUT /v2.2/stores/:storeId/segments/:segmentKey": {
    scope: "webhooks_write",
    creates: true,
    body: () => ({ where: { event: "visited" } }),
  },
  "GET /v2.2/stores/:storeId/segments/:segmentKey": { scope: "customers_read" },
  "GET /v2.2/stores/:storeId/segments/:segmentKey/customers": { scope: "customers_read" },
  "PUT /v2.2/stores/:storeId/policy": { scope: "store_write", body: () => ({ timeZone: "UTC" }) },
  "GET /v2.2/stores/:storeId/policy": { scope: "store_read" },
  "GET /v2.2/stores/:storeId/policy/versions": { scope: "store_read" },
  "GET /v2.2/stores/:storeId/policy/versions/:version": { scope: "store_read" },
  "POST /v2.2/stores/:storeId/policy/dry-run": {
    scope: "returns_read",
    body: () => ({ policy: { timeZone: "UTC" }, last: 10 }),
  },
  "GET /v2.2/stores/:storeId/policy/dry-run/:dryRunId": { scope: "returns_read" },
  "POST /v2.2/stores/:storeId/orders/:orderId/eligibility": { scope: "returns_read", body: () => ({}) },
  "GET /v2.2/stores/:storeId/search": {
    scope: ["orders_read", "returns_read", "customers_read"],
    takesAnyScope: true,
  },
  "GET /v2.2/stores/:storeId/asn-exports": { scope: "returns_read" },
  "POST /v2.2/stores/:storeId/asn-exports": { scope: "returns_read", body: () => ({ format: "csv" }) },
  "GET /v2.2/stores/:storeId/asn-exports/:exportId/file": { scope: "returns_read" },
  "GET /v2.2/stores/:storeId/jobs": { scope: "store_read" },
  "GET /v2.2/stores/:storeId/retention": { scope: "store_read" },
  "GET /v2.2/stores/:storeId/jobs/failures": { scope: "store_read" },
  "GET /v2.2/stores/:storeId/summary": {
    scope: [
      "orders_read",
      "returns_read",
      "customers_read",
      "customer_events_write",
      "webhooks_read",
      "store_read",
    ],
    takesAnyScope: true,
  },
  "GET /v2.2/stores/:storeId/mails": { scope: "returns_read" },
  "POST /v2.2/stores/:storeId/mails/:mailId/send": { scope: "returns_write" },
  "GET /v2.2/stores/:storeId/payouts": { scope: "returns_read" },
  "POST /v2.2/returns/:returnId/refund": { scope: "refunds_write", body: () => ({}) },
  "GET /v2.2/stores/:storeId/requests": { scope: "store_read" },
  "POST /v2.2/stores/:storeId/orders": { scope: "orders_write", plain: true, body: () => order("new") },
  "POST /v2.2/stores/:storeId/custom/orders": {
    scope: "orders_write",
    plain: true,
    body: () => shopOrder("new of the shop"),
  },
  "GET /v2.2/stores/:storeId/orders": { scope: "orders_read" },
  "GET /v2.2/stores/:storeId/orders/:orderId": { scope: "orders_read", plain: true },
  "POST /v2.2/stores/:storeId/orders/:orderId/fulfillments": {
    scope: "orders_write",
    body: () => ({ lineItems: [{ id: "line-1", quantity: 1 }] }),
  },
  "POST /v2.2/stores/:storeId/orders/:orderId/fulfillments/:fulfillmentId/tracking-events": {
    scope: "orders_write",
    body: () => ({ message: "On its way", status: "in_transit", datetime: "2026-03-02T10:00:00Z" }),
  },
  "POST /v2.2/stores/:storeId/returns": { scope: "returns_write", body: ({ orderId }) => returnOf(orderId) },
  "GET /v2.2/stores/:storeId/returns": { scope: "returns_read" },
  "POST /v2.2/stores/:storeId/returns/preview": {
    scope: "returns_read",
    body: ({ orderId }) => ({ data: { externalOrderId: orderId } }),
  },
  "GET /v2.2/stores/:storeId/returns/queues": { scope: "returns_read" },
  "GET /v2.2/stores/:storeId/returns.csv": { scope: "returns_read" },
  // Unknown ids have results of their own.
  "POST /v2.2/stores/:storeId/returns/status": {
    scope: "returns_write",
    body: () => ({ ids: ["ret_00000000000000000000000000"], status: "open" }),
  },
  "GET /v2.2/returns/:returnId": { scope: "returns_read" },
  "PATCH /v2.2/returns/:returnId": { scope: "returns_write", body: () => ({ tags: [{ name: "vip" }] }) },
  "GET /v2.2/returns/:returnId/status": { scope: "returns_read" },
  "PUT /v2.2/returns/:returnId/status": { scope: "returns_write", body: () => ({ status: "in_transit" }) },
  "GET /v2.2/returns/:returnId/transitions": { scope: "returns_read" },
  "GET /v2.2/returns/:returnId/history": { scope: "returns_read" },
  "GET /v2.2/returns/:returnId/timeline": { scope: "returns_read" },
  "POST /v2.2/returns/:returnId/shopper-link": { scope: "returns_write" },
  "DELETE /v2.2/returns/:returnId/shopper-link": { scope: "returns_write" },
  "GET /v2.2/returns/:returnId/comments": { scope: "returns_read" },
  "POST /v2.2/returns/:returnId/comments": {
    scope: "returns_write",
    body: () => ({ comment: { message: "Arrived wet" } }),
  },
  "GET /v2.2/returns/:returnId/images": { scope: "returns_read" },
  "POST /v2.2/returns/:returnId/images": {
    scope: "returns_write",
    body: ({ itemId }) => ({ image: { content: PNG, itemId, unit: 1 } }),
  },
  "GET /v2.2/returns/:returnId/comments/:commentId/image": { scope: "returns_read" },
  "POST /v2.2/stores/:storeId/withdrawals": {
    scope: "withdrawals_write",
    body: () => ({ name: "Ada Byron", order: "known", email: "owner@example.test", confirmed: true }),
  },
  "GET /v2.2/stores/:storeId/withdrawals": { scope: "returns_read" },
  "GET /v2.2/stores/:storeId/withdrawals/:withdrawalId": { scope: "returns_read" },
  "POST /v2.2/stores/:storeId/withdrawals/:withdrawalId/erase": { scope: "customers_erase" },
  "GET /v2.2/stores/:storeId/inventory-levels": { scope: "inventory_read" },
  "PUT /v2.2/stores/:storeId/inventory-levels": {
    scope: "inventory_write",
    body: () => ({ inventory_levels: [] }),
  },
  "POST /v2.2/stores/:storeId/inventory-levels/import": {
    scope: "inventory_write",
    body: () => ({ file: "product_id,title,location_id,quantity\na,A,loc_0,1\n" }),
  },
  "GET /v2.2/stores/:storeId/inventory-levels/:inventoryLevelId": { scope: "inventory_read" },
  "GET /v2.2/stores/:storeId/inventory-levels/:inventoryLevelId/history": { scope: "inventory_read" },
  "GET /v2.2/stores/:storeId/inventory-imports": { scope: "inventory_read" },
  "POST /v2.2/stores/:storeId/inventory-imports": {
    scope: "inventory_write",
    body: () => ({ file: "product_id,title,location_id,quantity\na,A,loc_0,1\n" }),
  },
  "GET /v2.2/stores/:storeId/inventory-imports/:importId": { scope: "inventory_read" },
  "GET /v2.2/stores/:storeId/inventory-imports/:importId/errors.csv": { scope: "inventory_read" },
  "POST /v2.2/stores/:storeId/inventory-imports/:importId/resume": { scope: "inventory_write" },
  "GET /v2.2/stores/:storeId/order-imports": { scope: "orders_read" },
  "POST /v2.2/stores/:storeId/order-imports": {
    scope: "orders_write",
    body: () => ({ file: fileOfOrder(freshId()) }),
  },
  "GET /v2.2/stores/:storeId/order-imports/:orderImportId": { scope: "orders_read" },
  "GET /v2.2/stores/:storeId/order-imports/:orderImportId/errors.csv": { scope: "orders_read" },
  "POST /v2.2/stores/:storeId/order-imports/:orderImportId/resume": { scope: "orders_write" },
  "GET /v2.2/stores/:storeId/inventory-items": { scope: "inventory_read" },
  "GET /v2.2/stores/:storeId/inventory-items/:inventoryItemId": { scope: "inventory_read" },
  "GET /v2.2/stores/:storeId/changes": {
    scope: ["orders_read", "returns_read", "customers_read", "inventory_read"],
  },
  "GET /v2.2/stores/:storeId/webhooks": { scope: "webhooks_read" },
  "POST /v2.2/stores/:storeId/webhooks": {
    scope: "webhooks_write",
    body: () => ({ webhook: { topic: "return", callback: CALLBACK } }),
  },
  "GET /v2.2/webhooks/:webhookId": { scope: "webhooks_read" },
  "PUT /v2.2/webhooks/:webhookId": {
    scope: "webhooks_write",
    body: () => ({ webhook: { callback: CALLBACK } }),
  },
  "POST /v2.2/webhooks/:webhookId/rotate-secret": { scope: "webhooks_write" },
  "GET /v2.2/webhooks/:webhookId/history": { scope: "webhooks_read" },
  "POST /v2.2/webhooks/:webhookId/replay": {
    scope: "webhooks_write",
    body: () => ({ start: "2026-03-02T10:00:00Z" }),
  },
  "POST /v2.2/webhooks/:webhookId/test": { scope: "webhooks_write" },
  "POST /v2.2/webhooks/:webhookId/disable": { scope: "webhooks_write" },
  "POST /v2.2/webhooks/:webhookId/enable": { scope: "webhooks_write" },
  "GET /v2.2/webhooks/:webhookId/health": { scope: "webhooks_read" },
  "GET /v2.2/webhooks/:webhookId/deliveries": { scope: "webhooks_read" },
  "GET /v2.2/webhooks/:webhookId/deliveries/:deliveryId": { scope: ["webhooks_read", "returns_read"] },
  "POST /v2.2/webhooks/:webhookId/deliveries/:deliveryId/redeliver": { scope: "webhooks_write" },
  "DELETE /v2.2/webhooks/:webhookId": { scope: "webhooks_write" },
  "DELETE /v2.2/stores/:storeId/connectors/:connector": { scope: "store_write" },
  "DELETE /v2.2/stores/:storeId/integrations/:integrationId": { scope: "store_write" },
  "DELETE /v2.2/stores/:storeId/segments/:segmentKey": { scope: "webhooks_write" },
  "POST /v2.2/stores/:storeId/asn-exports/:exportId/retry": {
    scope: "returns_read",
    prepare: ({ exportId }) =>
      store.ctx.db.execute(`update asn_exports set status = 'failed' where id = '${exportId}'`),
  },
  "DELETE /v2.2/stores/:storeId/asn-exports/:exportId": { scope: "returns_read" },
  "POST /v2.2/stores/:storeId/customers/:customerId/merge": {
    scope: "customers_erase",
    body: () => ({ into: "successor" }),
    prepare: () =>
      store.post("/stores/:store/events", { eventName: "visited", customer: { id: "successor" } }),
  },
  "POST /v2.2/stores/:storeId/customers/:customerId/erase": { scope: "customers_erase" },
};
const PREFLIGHTS = [
  "OPTIONS /v2.2/stores/:storeId/storefront/events",
  "OPTIONS /v2.2/stores/:storeId/withdrawals",
];
const OPEN = [
  ...PREFLIGHTS,
  "GET /docs",
  "GET /docs.md",
  "GET /docs/json",
  "GET /healthz",
  "GET /llms.txt",
  "GET /metrics",
  "GET /openapi.json",
  "GET /openapi.yaml",
  "GET /readyz",
];

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Ids of a store's objects, by the names of path parameters. */
type Known = {
  storeId: string;
  customerId: string;
  orderId: string;
  fulfillmentId: string;
  returnId: string;
  itemId: string;
  commentId: string;
  inventoryLevelId: string;
  inventoryItemId: string;
  locationId: string;
  integrationId: string;
  connector: string;
  webhookId: string;
  deliveryId: string;
  segmentKey: string;
  version: string;
  exportId: string;
  dryRunId: string;
  importId: string;
  orderImportId: string;
  mailId: string;
  withdrawalId: string;
};

const UNKNOWN = {
  customerId: "cus_00000000000000000000000000",
  orderId: "nobody's",
  fulfillmentId: "nobody's-parcel",
  returnId: "ret_00000000000000000000000000",
  itemId: "rit_00000000000000000000000000",
  commentId: "com_00000000000000000000000000",
  inventoryLevelId: "li_00000000000000000000000000",
  inventoryItemId: "ii_00000000000000000000000000",
  locationId: "loc_00000000000000000000000000",
  integrationId: "int_00000000000000000000000000",
  connector: "unconnected",
  webhookId: "whk_00000000000000000000000000",
  deliveryId: "whe_00000000000000000000000000",
  segmentKey: "unsaved",
  version: "987654320",
  importId: "imp_00000000000000000000000000",
  orderImportId: "imp_00000000000000000000000001",
  mailId: "mai_00000000000000000000000000",
  exportId: "asn_00000000000000000000000000",
  dryRunId: "dry_00000000000000000000000000",
  withdrawalId: "wdr_00000000000000000000000000",
};

const service = useService();
const store = useStore(service);
let otherStore: TestStore;
let known: Known;

beforeAll(async () => {
  otherStore = await service.newStore();
  known = await furnish(store);
});

test("the service has exactly these operations", () => {
  const { routes } = createApp(otherStore.ctx, { ready: true, stopping: false });
  const offered = routes.map(({ method, path }) => `${method} ${path}`);
  const ofWarehouse = [...Object.keys(WAREHOUSE_OPERATIONS), ...EXPORT_OPERATIONS];
  const inEachVersion = VERSION_PATHS.flatMap((path) =>
    ofWarehouse.map((operation) => operation.replace("/api/v1", path)),
  );
  const pages = /^GET \/(?:$|docs\/(?!json$))|^\w+ \/(?:console|r\/|shopper|hooks)/;
  expect(offered.filter((operation) => !pages.test(operation)).sort()).toEqual(
    [...OPEN, ...Object.keys(OPERATIONS), ...inEachVersion].sort(),
  );
});

const each = Object.entries(OPERATIONS);
const inAStore = each.filter(([operation]) => operation.includes("/stores/"));
/** The operations with an object in their path or body. */
const ofAnObject = each.filter(
  ([operation, { body, creates }]) => !creates && (/:(?!storeId)/.test(operation) || body?.length === 1),
);

describe("an unauthenticated client with a valid request gets 401", () => {
  test.each(each)("%s", async (operation, { plain }) => {
    const answer = await call(operation, known, undefined);
    const detail = "A valid API secret is required: Authorization: Bearer <API_SECRET>.";
    expect(await comparable(answer)).toEqual({
      status: 401,
      challenge: "Bearer",
      ...(plain ? { type: JSON_TYPE, body: { error: detail } } : problemBody(401, "Unauthorized", detail)),
    });
  });
});

test("an unauthenticated client with a malformed body gets 401, not 400", async () => {
  for (const [operation] of each.filter(([, { body }]) => body)) {
    const init = { method: methodOf(operation), body: "{", headers: { "Content-Type": "application/json" } };
    expect((await service.fetch(pathOf(operation, known), init)).status).toBe(401);
  }
});

describe("another store's secret gets 403, whether or not the store exists", () => {
  test.each(inAStore)("%s", async (operation) => {
    const other = await call(operation, known, otherStore.secret);
    const none = await call(
      operation,
      { ...known, storeId: "sto_00000000000000000000000000" },
      otherStore.secret,
    );
    const detail = "This API secret belongs to another store.";
    expect(await comparable(other.clone())).toEqual({
      status: 403,
      challenge: null,
      ...problemBody(403, "Forbidden", detail),
    });
    expect(await everythingButNames(none, {})).toEqual(await everythingButNames(other, {}));
  });
});

describe("another store's object gets the same response as an unknown id", () => {
  test.each(ofAnObject)("%s", async (operation) => {
    const theirs = { ...known, storeId: otherStore.id };
    const unknown = { ...theirs, ...UNKNOWN };
    const other = await call(operation, theirs, otherStore.secret);
    const none = await call(operation, unknown, otherStore.secret);
    expect(other.status).toBe(404);
    expect(await everythingButNames(other, theirs)).toEqual(await everythingButNames(none, unknown));
  });
});

describe("a secret without the scope gets 403", () => {
  test.each(each)("%s", async (operation, { scope, takesAnyScope }) => {
    const scopes = [scope].flat();
    const withheld = takesAnyScope ? scopes : scopes.slice(0, 1);
    const { secret } = await store.withScopes(...SCOPES.filter((held) => !withheld.includes(held)));
    const detail = takesAnyScope
      ? `has none of the scopes ${withheld.join(", ")}`
      : `lacks the scope ${withheld[0]}`;
    expect(await comparable(await call(operation, known, secret))).toEqual({
      status: 403,
      challenge: null,
      ...problemBody(403, "Forbidden", `This API secret ${detail}.`),
    });
  });
});

test("a request with a rejected credential changes nothing", async () => {
  const before = await stateOf(store);
  for (const [operation, { scope }] of each) {
    const { secret } = await store.withScopes(
      scope === "inventory_read" ? "inventory_write" : "inventory_read",
    );
    for (const given of [undefined, "wrong", otherStore.secret, secret]) {
      expect((await call(operation, known, given)).status).toBeGreaterThanOrEqual(400);
    }
  }
  expect(await stateOf(store)).toEqual(before);
});

describe("a secret with only the required scope is accepted", () => {
  test.each(each)("%s", async (operation, { scope, takesAnyScope, prepare }) => {
    const scopes = [scope].flat();
    await prepare?.(known);
    for (const held of takesAnyScope ? scopes.map((one) => [one]) : [scopes]) {
      const { secret } = await store.withScopes(...held);
      const { status } = await call(operation, known, secret);
      expect([200, 201, 202, 204]).toContain(status);
    }
  });
});

test("operations without authentication reveal nothing about a store", async () => {
  for (const operation of OPEN.filter((one) => !PREFLIGHTS.includes(one)))
    expect((await service.fetch(pathOf(operation, known))).status).toBe(200);
});

/** Creates an order, a fulfillment, a return with an image comment, a webhook with its event, and stock. */
async function furnish(owner: TestStore): Promise<Known> {
  const email = "owner@example.test";
  await owner.post("/stores/:store/orders", order("known", { customer: { id: "owner", email } }));
  const fulfillment = { fulfillmentId: "known-parcel", lineItems: [{ id: "line-1", quantity: 1 }] };
  await owner.post("/stores/:store/orders/known/fulfillments", fulfillment);
  const subscribed = await owner.post("/stores/:store/webhooks", {
    webhook: { topic: "return", callback: CALLBACK },
  });
  await owner.put("/stores/:store/segments/saved-one", { where: { event: "visited" } });
  await owner.put("/stores/:store/policy", { timeZone: "UTC" });
  // A number that no other id contains.
  await owner.ctx.db.execute(`update policies set version = 987654321 where store_id = '${owner.id}'`);
  const { webhook } = (await subscribed.json()) as { webhook: { id: string } };
  const created = await owner.post("/stores/:store/returns", returnOf("known"));
  const { return: opened } = (await created.json()) as { return: { id: string; items: { id: string }[] } };
  const commented = await owner.post(`/returns/${opened.id}/comments`, { comment: { image: PNG } });
  const { comment } = (await commented.json()) as { comment: { image: string } };
  const { locationId } = await createLocation(owner.ctx, owner.id, { name: "Main" });
  const [level] = await putStock(owner, [levelOf(locationId)]);
  const [item] = await itemsOf(owner);
  const comparable = await owner.get(`/webhooks/${webhook.id}/deliveries`);
  const { deliveries } = (await comparable.json()) as { deliveries: { deliveryId: string }[] };
  return {
    storeId: owner.id,
    customerId: "owner",
    orderId: "known",
    fulfillmentId: fulfillment.fulfillmentId,
    returnId: opened.id,
    itemId: opened.items[0]?.id ?? "",
    commentId: comment.image.split("/").at(-2) ?? "",
    inventoryLevelId: level?.id ?? "",
    inventoryItemId: item?.id ?? "",
    locationId,
    integrationId: (await createIntegration(owner.ctx, owner.id, INTEGRATION)).integrationId,
    connector: await aConnector(owner),
    webhookId: webhook.id,
    deliveryId: deliveries[0]?.deliveryId ?? "",
    segmentKey: "saved-one",
    version: "987654321",
    exportId: await anExport(owner),
    dryRunId: await aDryRun(owner),
    importId: await anImport(owner),
    orderImportId: await anOrderImport(owner),
    mailId: await newMail(owner),
    withdrawalId: await aWithdrawal(owner),
  };
}

async function aConnector(owner: TestStore): Promise<string> {
  const put = await owner.put("/stores/:store/connectors/medusa", CONNECTOR);
  return ((await put.json()) as { connector: { kind: string } }).connector.kind;
}

async function aDryRun(owner: TestStore): Promise<string> {
  const started = await owner.post("/stores/:store/policy/dry-run", {
    policy: { timeZone: "UTC" },
    last: 1_001,
  });
  return ((await started.json()) as { id: string }).id;
}

/** Returns the id of an export with a file. */
async function anExport(owner: TestStore): Promise<string> {
  const started = await owner.post("/stores/:store/asn-exports", { format: "csv" });
  await finishFiles(service, owner, "/stores/:store/asn-exports");
  return ((await started.json()) as { id: string }).id;
}

/** Returns the id of an import that has failed. */
async function anImport(owner: TestStore): Promise<string> {
  const file = "product_id,title,location_id,quantity\na,A,loc_0,1\n";
  const started = await owner.post("/stores/:store/inventory-imports", { file });
  const { id } = (await started.json()) as { id: string };
  await owner.ctx.db.execute(`update inventory_imports set status = 'failed' where id = '${id}'`);
  return id;
}

/** Returns the id of an import of orders that has failed. */
async function anOrderImport(owner: TestStore): Promise<string> {
  const id = await startOrderImport(owner);
  await owner.ctx.db.execute(`update order_imports set status = 'failed' where id = '${id}'`);
  return id;
}

async function aWithdrawal(owner: TestStore): Promise<string> {
  const body = { name: "Ada Byron", order: "unknown", email: "ada@example.test", confirmed: true };
  const confirmed = await owner.post("/stores/:store/withdrawals", body);
  return ((await confirmed.json()) as { withdrawal: { id: string } }).withdrawal.id;
}

async function stateOf(owner: TestStore): Promise<unknown> {
  const paths = [
    "/stores/:store/returns",
    "/stores/:store/orders/known",
    "/stores/:store/orders/new",
    "/stores/:store/inventory-levels",
    `/returns/${known.returnId}/history`,
    `/returns/${known.returnId}/comments`,
    "/stores/:store/webhooks",
    `/webhooks/${known.webhookId}/deliveries`,
    "/stores/:store/segments/saved-one",
    "/stores/:store/policy",
    "/stores/:store/asn-exports",
    "/stores/:store/segments",
    "/stores/:store/integrations",
    "/stores/:store/connectors",
  ];
  return Promise.all(paths.map(async (path) => everythingButNames(await owner.get(path), {})));
}

function call(operation: string, names: Known, secret: string | undefined): Promise<Response> {
  const body = OPERATIONS[operation]?.body?.(names);
  return service.fetch(pathOf(operation, names), {
    method: methodOf(operation),
    headers: {
      ...(secret !== undefined && { Authorization: `Bearer ${secret}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

function methodOf(operation: string): string {
  return operation.split(" ")[0] ?? "";
}

function pathOf(operation: string, names: Known): string {
  const path = (operation.split(" ")[1] ?? "").replace(/:(\w+)/g, (_, name: keyof Known) => names[name]);
  if (path.endsWith("/search")) return `${path}?q=known`;
  if (path.endsWith("/summary")) return `${path}?parts=${PART_NAMES.join()}`;
  return /stores\/[^/]+\/customers$/.test(path) ? `${path}?email=owner@example.test` : path;
}

/** Returns the parts of a response that the tests of credentials compare. */
async function comparable(answer: Response) {
  return {
    status: answer.status,
    challenge: answer.headers.get("WWW-Authenticate"),
    type: answer.headers.get("Content-Type"),
    body: await answer.json(),
  };
}

function problemBody(status: number, title: string, detail: string) {
  const instance = expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/);
  return {
    type: "application/problem+json",
    body: { type: "about:blank", title, status, code: codeOf(status), detail, instance },
  };
}

/** Returns status, headers and body, with the request id and the ids of the request replaced. */
async function everythingButNames(answer: Response, names: Partial<Known>) {
  let text = (await answer.text()).replace(/urn:uuid:[0-9a-f-]{36}/, "urn:uuid:…");
  for (const [name, value] of Object.entries(names)) text = text.replaceAll(value, `<${name}>`);
  const headers = Object.fromEntries(answer.headers);
  delete headers["x-request-id"];
  // It counts the ids too.
  delete headers["content-length"];
  return { status: answer.status, headers, text };
}
