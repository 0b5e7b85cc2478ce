import { beforeAll, expect } from "bun:test";
import { type App, createApp } from "../../src/app.ts";
import { createIntegration } from "../../src/features/integrations/create-integration.ts";
import { createLocation } from "../../src/features/stores/create-location.ts";
import { judged } from "../contract/judge.ts";
import { PNG } from "../fuzz/existing-ids.ts";
import { fullLevel, fullOrder, fullPatch, fullPolicy, fullReturn, fullWebhook } from "./bodies.ts";
import { finishFiles } from "./finish-files.ts";
import { order, returnOf } from "./fixtures.ts";
import { fileOfOrder } from "./order-imports.ts";
import { type Answer, answerOf, JSON_TYPE, problemAnswer } from "./returns.ts";
import type { TestService, TestStore } from "./service.ts";
import { fullShopOrder } from "./shop-orders.ts";
import { type ServiceSettings, useService } from "./use-service.ts";

export const MB = 1024 * 1024;
export const ORDERS = "POST /v2.2/stores/:storeId/orders";
export const FULFILLMENTS = "POST /v2.2/stores/:storeId/orders/:orderId/fulfillments";
export const TRACKING = `${FULFILLMENTS}/:fulfillmentId/tracking-events`;
export const RETURNS = "POST /v2.2/stores/:storeId/returns";
export const PATCH = "PATCH /v2.2/returns/:returnId";
export const STATUS = "PUT /v2.2/returns/:returnId/status";
export const COMMENTS = "POST /v2.2/returns/:returnId/comments";
const REFUND = "POST /v2.2/returns/:returnId/refund";
const IMAGES = "POST /v2.2/returns/:returnId/images";
const PREVIEW = "POST /v2.2/stores/:storeId/returns/preview";
const EXPORTS = "POST /v2.2/stores/:storeId/asn-exports";
const IMPORT = "POST /v2.2/stores/:storeId/inventory-levels/import";
const IMPORTS = "POST /v2.2/stores/:storeId/inventory-imports";
const ORDER_IMPORTS = "POST /v2.2/stores/:storeId/order-imports";
const STATUSES = "POST /v2.2/stores/:storeId/returns/status";
const LEVELS = "PUT /v2.2/stores/:storeId/inventory-levels";
const DRY_RUN = "POST /v2.2/stores/:storeId/policy/dry-run";
const SHOP_ORDERS = "POST /v2.2/stores/:storeId/custom/orders";
const ELIGIBILITY = "POST /v2.2/stores/:storeId/orders/:orderId/eligibility";
const WEBHOOKS = "POST /v2.2/stores/:storeId/webhooks";
const WITHDRAWALS = "POST /v2.2/stores/:storeId/withdrawals";
const SEGMENT_QUERY = "POST /v2.2/stores/:storeId/segments/query";
const SEGMENTS = "POST /v2.2/stores/:storeId/segments";
const SEGMENT = "PUT /v2.2/stores/:storeId/segments/:segmentKey";
const POLICY = "PUT /v2.2/stores/:storeId/policy";
const FIGURES = "POST /v2.2/stores/:storeId/customers/figures";
const MERGE = "POST /v2.2/stores/:storeId/customers/:customerId/merge";
const STORE = "PATCH /v2.2/stores/:storeId";
const LOCATIONS = "POST /v2.2/stores/:storeId/locations";
const INTEGRATIONS = "POST /v2.2/stores/:storeId/integrations";
const INTEGRATION = "PATCH /v2.2/stores/:storeId/integrations/:integrationId";
const CONNECTOR = "PUT /v2.2/stores/:storeId/connectors/:connector";
const WEBHOOK = "PUT /v2.2/webhooks/:webhookId";
const REPLAY = "POST /v2.2/webhooks/:webhookId/replay";
/**
 * Operations whose bodies may have fields of any name, or whose elements are validated singly. Other tests
 * cover them.
 */
export const OPEN_BODIES = [
  "POST /v2.2/stores/:storeId/events",
  "POST /v2.2/stores/:storeId/events/bulk",
  "POST /v2.2/stores/:storeId/storefront/events",
];

type Names = {
  storeId: string;
  locationId: string;
  customerId: string;
  orderId: string;
  fulfillmentId: string;
  returnId: string;
  itemId: string;
  webhookId: string;
  segmentKey: string;
  integrationId: string;
  connector: string;
};

const WHERE = {
  any: [
    {
      all: [
        { customer: "firstName", op: "in", value: ["Ada"] },
        { not: { customer: "email", is: "a@example.com" } },
      ],
    },
    {
      event: "ordered",
      data: [{ key: "total", op: ">=", value: 5 }],
      within: { since: "2026-03-01T10:00:00Z", until: "2026-03-02T10:00:00Z" },
      times: { op: ">=", value: 2 },
    },
  ],
};

const LOCATION = {
  name: "Annex",
  address: {
    line1: "1 Dock Rd",
    line2: "",
    city: "Columbus",
    state: "OH",
    postalCode: "43004",
    country: "US",
  },
  phoneNumber: "+16145550100",
  isDefault: false,
};

/** One valid body with every known field for each operation that takes a body. */
const BODIES: Record<string, (names: Names) => object> = {
  [ORDERS]: ({ locationId }) => fullOrder(locationId),
  [SHOP_ORDERS]: () => fullShopOrder(crypto.randomUUID()),
  [FULFILLMENTS]: () => ({
    fulfillmentId: crypto.randomUUID(),
    lineItems: [{ id: "line-1", quantity: 1 }],
    tracking: { carrier: "ups", code: "1Z" },
  }),
  [TRACKING]: () => ({
    message: "On its way",
    status: "in_transit",
    datetime: "2026-03-02T10:00:00Z",
    location: { city: "Town", state: "OH", country: "US", postalCode: "43004" },
  }),
  [RETURNS]: ({ orderId }) => fullReturn(orderId),
  [PREVIEW]: ({ orderId }) => ({
    data: {
      externalOrderId: orderId,
      items: [{ lineItemId: "line-1", quantity: 1, compensation: "refund", reasonCode: "SMALL" }],
    },
    options: { enforcePolicy: false },
  }),
  [DRY_RUN]: () => ({ policy: fullPolicy(), last: 10 }),
  [ELIGIBILITY]: () => ({
    at: "2026-03-02T10:00:00Z",
    items: [{ lineItemId: "line-1", quantity: 1, reasonCode: "SMALL" }],
  }),
  [PATCH]: ({ itemId }) => fullPatch(itemId),
  [WITHDRAWALS]: ({ orderId }) => ({
    name: "Ada Byron",
    order: orderId,
    email: "ada@example.test",
    items: [{ lineItemId: "line-1", quantity: 1 }],
    language: "de",
    confirmed: true,
  }),
  [STATUS]: () => ({ status: "flagged" }),
  [EXPORTS]: () => ({ from: "2026-03-01", to: "2999-12-31", format: "csv" }),
  [IMPORT]: ({ locationId }) => ({
    file: `product_id,title,location_id,quantity\ntee,Tee,${locationId},4\n`,
  }),
  [IMPORTS]: ({ locationId }) => ({
    file: `product_id,title,location_id,quantity\ntee,Tee,${locationId},4\n`,
  }),
  [ORDER_IMPORTS]: () => ({ file: fileOfOrder(crypto.randomUUID()), format: "jsonl" }),
  [STATUSES]: ({ returnId }) => ({ ids: [returnId], status: "flagged" }),
  [COMMENTS]: () => ({ comment: { message: "Arrived wet" } }),
  [IMAGES]: ({ itemId }) => ({ image: { content: PNG, itemId, unit: 1 } }),
  [LEVELS]: ({ locationId }) => ({ inventory_levels: [{ ...fullLevel(locationId), external_ids: null }] }),
  [WEBHOOKS]: () => ({ webhook: { ...fullWebhook(), topic: "return", backfill: false } }),
  [WEBHOOK]: () => ({ webhook: fullWebhook() }),
  [SEGMENT_QUERY]: () => ({ where: WHERE, include: ["count"], at: "2026-03-02T10:00:00Z" }),
  [SEGMENTS]: () => ({ key: crypto.randomUUID(), where: WHERE }),
  [SEGMENT]: () => ({ where: WHERE }),
  [POLICY]: () => fullPolicy(),
  [FIGURES]: () => ({ customerIds: ["kept"] }),
  [MERGE]: () => ({ into: "kept" }),
  [REPLAY]: () => ({ start: "2026-03-02T10:00:00Z" }),
  [STORE]: () => ({ name: "Renamed", currency: "USD", firstStatus: "open" }),
  [LOCATIONS]: () => LOCATION,
  [REFUND]: () => ({
    amount: { amount: "0.01", currency: "USD" },
    type: "refund",
    paidElsewhere: true,
    reference: "re_1",
  }),
  [INTEGRATIONS]: () => ({
    kind: "authorizations",
    provider: "acme",
    url: "https://rma.example.com/",
    token: "sesame",
  }),
  [CONNECTOR]: () => ({
    url: "https://shop.example.com",
    enabled: true,
    credentials: { apiKey: "sk_5f2b", webhookSecret: "a-long-random-secret" },
  }),
  [INTEGRATION]: () => ({ provider: "acme", url: "https://rma.example.com/", token: "sesame" }),
  [`PUT ${LOCATIONS.slice("POST ".length)}/:locationId`]: () => LOCATION,
};
export const OPERATIONS = Object.keys(BODIES);
/** Each fault of a policy is named, and a field that it doesn't know is one. */
const REFUSE_UNKNOWN = [POLICY, DRY_RUN];

export type Sent = string | Uint8Array | ReadableStream | undefined;
/** A header whose value is null is not sent. */
export type Headers = Record<string, string | null>;

/** A store for tests of invalid bodies; the quantity of its order is too large to be used up. */
export type Bench = {
  service: TestService;
  store: TestStore;
  app: App;
  names: Names;
  /** Returns a new valid body. */
  body(operation: string): object;
  init(method: string, body: Sent, headers?: Headers): RequestInit;
  path(operation: string): string;
  send(operation: string, body: Sent, headers?: Headers): Promise<Answer>;
  /** Expects a 2xx. */
  taken(operation: string, body: Sent, headers?: Headers): Promise<void>;
  /** Expects a success, or of operations that refuse unknown fields that this is all they say. */
  takenButForUnknown(operation: string, body: string): Promise<void>;
  /** Expects that the service has logged no error and that `Object.prototype` is unchanged. */
  unharmed(): void;
};

/** Returns the bench of a test file, for its hooks and tests only. */
export function useBench(settings?: ServiceSettings): Bench {
  const service = useService(settings);
  const bench = {} as Bench;
  beforeAll(async () => {
    Object.assign(bench, await createBench(service));
  });
  return bench;
}

async function newCustomer(store: TestStore, id: string = crypto.randomUUID()): Promise<string> {
  await store.post("/stores/:store/events", { eventName: "visited", customer: { id } });
  return id;
}

async function createBench(service: TestService): Promise<Bench> {
  const store = await service.newStore();
  const { locationId } = await createLocation(store.ctx, store.id, { name: "Warehouse" });
  const line = { id: "line-1", productId: "tee", title: "Tee", quantity: 1_000_000, price: 8 };
  const parcel = { fulfillmentId: "parcel", lineItems: [{ id: "line-1", quantity: 1 }] };
  await store.post("/stores/:store/orders", order("endless", { lineItems: [line] }));
  await store.post("/stores/:store/orders/endless/fulfillments", parcel);
  await newCustomer(store, "kept");
  const names = {
    customerId: await newCustomer(store),
    ...{ storeId: store.id, locationId, orderId: "endless", fulfillmentId: "parcel" },
    ...(await newReturn(store)),
    webhookId: await newWebhook(store),
    segmentKey: "saved",
    connector: "medusa",
    ...(await createIntegration(store.ctx, store.id, {
      provider: "acme",
      url: "https://rma.example.com/",
    })),
  };
  const prototype = Reflect.ownKeys(Object.prototype);

  const bench: Bench = {
    service,
    store,
    names,
    app: judged(createApp(store.ctx, { ready: true, stopping: false })),
    body: (operation) => (BODIES[operation] ?? never)(names),
    path: (operation) => pathOf(operation, names),
    init: (method, body, headers = {}) => initOf(store.secret, method, body, headers),
    send: (operation, body, headers) => {
      const [method = ""] = operation.split(" ");
      return answerOf(service.fetch(bench.path(operation), bench.init(method, body, headers)));
    },
    taken: async (operation, body, headers) => {
      // A return makes each status transition only once, so each request gets a new return.
      if (operation === STATUS) Object.assign(names, await newReturn(store));
      // A customer is merged once, and others may have been made of what was sent before.
      if (operation === MERGE) names.customerId = await newCustomer(store);
      // A store has few unfinished imports.
      if (operation === IMPORTS) await finishFiles(service, store, "/stores/:store/inventory-imports");
      if (operation === ORDER_IMPORTS) await finishFiles(service, store, "/stores/:store/order-imports");
      const answer = await bench.send(operation, body, headers);
      if (![200, 201, 202, 204].includes(answer.status)) expect(answer).toEqual({ ...answer, status: 200 });
    },
    takenButForUnknown: async (operation, body) => {
      if (!REFUSE_UNKNOWN.includes(operation)) return bench.taken(operation, body);
      const answer = await bench.send(operation, body);
      // A policy lies within a dry run, whose own unknown fields are ignored.
      if (answer.status === 200) return;
      expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request" } });
      const { errors } = answer.body as { errors: { detail: string }[] };
      expect(
        errors.filter(({ detail }) => !/^There is no field | has a name that is not a language/.test(detail)),
      ).toEqual([]);
    },
    unharmed: () => {
      expect(service.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
      expect(Reflect.ownKeys(Object.prototype)).toEqual(prototype);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    },
  };
  return bench;
}

/**
 * Returns the 400 response to an invalid body: a problem with a pointer to the fault, or {error} for an
 * order.
 */
export function rejection(operation: string, detail: unknown, pointer = ""): Answer {
  if (operation === ORDERS) return { status: 400, type: JSON_TYPE, body: { error: detail } };
  if (operation === SHOP_ORDERS) {
    return { status: 400, type: JSON_TYPE, body: { error: detail, errors: mirroredFault(pointer, detail) } };
  }
  return problemAnswer(400, detail, [{ detail, pointer }]);
}

/** Returns a fault of a body as the operation has it that mirrors the body. */
function mirroredFault(pointer: string, detail: unknown): object {
  const names = pointer.split("/").slice(1);
  const [last = "", ...outer] = names.toReversed();
  return outer.reduce<object>((inner, name) => ({ [name]: inner }), { [last]: [detail] });
}

export function limitOf(operation: string): number {
  if (operation === IMPORTS || operation === ORDER_IMPORTS) return 20 * MB;
  return [COMMENTS, IMAGES, IMPORT].includes(operation) ? 10 * MB : MB;
}

async function newReturn(store: TestStore): Promise<{ returnId: string; itemId: string }> {
  const answer = await answerOf(store.post("/stores/:store/returns", returnOf("endless")));
  const { return: opened } = answer.body as { return: { id: string; items: { id: string }[] } };
  return { returnId: opened.id, itemId: opened.items[0]?.id ?? "" };
}

async function newWebhook(store: TestStore): Promise<string> {
  const webhook = { ...fullWebhook(), topic: "return" };
  const answer = await answerOf(store.post("/stores/:store/webhooks", { webhook }));
  return (answer.body as { webhook: { id: string } }).webhook.id;
}

function pathOf(operation: string, names: Names): string {
  const [, path = ""] = operation.split(" ");
  return path.replace(/:(\w+)/g, (_, name: keyof Names) => names[name]);
}

/** Sends strings as bytes, because a string body would set its own content type. */
function initOf(secret: string, method: string, body: Sent, headers: Headers): RequestInit {
  const all = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json", ...headers };
  return {
    method,
    headers: Object.entries(all).filter((header): header is [string, string] => header[1] !== null),
    ...(body !== undefined && { body: (typeof body === "string" ? Buffer.from(body) : body) as BodyInit }),
    ...(body instanceof ReadableStream && { duplex: "half" }),
  };
}

function never(): never {
  throw new Error("there is no such operation");
}
