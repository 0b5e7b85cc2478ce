import { MAX_CONDITIONS } from "../../src/features/segments/condition-schema.ts";
import { fileOfOrder } from "../support/order-imports.ts";
import type { RequestParts } from "./requests.ts";

/** The smallest PNG. */
export const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Ids of existing objects of the store, by the names of path parameters, and some more ids. */
export type Ids = Record<string, string>;

type Body = Record<string, unknown>;
type Completion = (body: Body, ids: Ids) => Body;

/**
 * What a valid request needs beyond its schema to be accepted: ids of existing objects, new ids for objects
 * to create, and rules that a schema can't express.
 */
const BODIES: Record<string, Completion> = {
  // Another currency or first status would change what other requests get.
  updateStore: () => ({ name: "Renamed" }),
  // Another address needs the credentials again.
  putConnector: ({ enabled = true }) => ({
    ...{ url: "https://shop.example.com", enabled },
    credentials: { apiKey: "sk_5f2b", webhookSecret: "a-long-random-secret" },
  }),
  createOrder: (body, { locationId }) => ({
    ...body,
    orderId: crypto.randomUUID(),
    lineItems: distinct(body.lineItems),
    ...(body.locationId != null && { locationId }),
  }),
  upsertOrder: (body) => {
    const { lineItems, fulfillments, refunds, ...order } = inEuros(body) as Body;
    const [first = {}, ...rest] = distinct(lineItems);
    const sent = distinct(fulfillments).map((parcel) => ({
      ...parcel,
      lineItems: (parcel.lineItems as Body[]).map((line) => ({ ...line, id: first.id })),
    }));
    return {
      ...{ ...order, id: crypto.randomUUID(), presentmentCurrency: "EUR" },
      // A quantity of 0 removes a line, and an order has one at least.
      ...{ lineItems: [{ ...first, quantity: 2 }, ...rest], fulfillments: sent },
      ...(Array.isArray(refunds) && { refunds: distinct(refunds) }),
    };
  },
  fulfillOrder: (body) => ({
    ...body,
    ...(body.fulfillmentId != null && { fulfillmentId: crypto.randomUUID() }),
    lineItems: [{ id: "line-1", quantity: 1 }],
  }),
  createReturn: (body, { orderId }) => {
    const data = body.data as Body;
    const items = (data.items as Body[]).map(ofKnownLine);
    // The store's policy is a generated one, which may not allow the items.
    const options = body.options != null && { options: { ...(body.options as Body), enforcePolicy: false } };
    return { ...body, ...options, data: { ...data, externalOrderId: orderId, items } };
  },
  previewReturn: (body, { orderId }) => {
    const { items } = body.data as { items?: Body[] };
    const known = items?.map(ofKnownLine);
    return { data: { externalOrderId: orderId, ...(known && { items: known }) } };
  },
  savePolicy: soundPolicy,
  dryRunPolicy: () => ({ policy: { timeZone: "UTC" }, last: 20 }),
  decideEligibility: (body) => {
    const items = (body.items as Body[] | undefined)?.map((item) => ({
      ...item,
      ...{ lineItemId: "line-1", quantity: 1 },
    }));
    return { ...body, ...(items && { items }) };
  },
  amendReturn: (body, { itemId }) => {
    const refund = { amount: { amount: "1.50", currency: "USD" }, type: "refund" };
    const items = (body.items as Body[] | undefined)?.slice(0, 1).map((item) => {
      return { ...item, id: itemId, ...(item.refund !== undefined && { refund }) };
    });
    const shipments = (body.shipments as Body[] | undefined)?.map((shipment) => ({
      ...shipment,
      ...(shipment.itemIds !== undefined && { itemIds: [itemId] }),
    }));
    return withOrderMoney({ ...body, ...(items && { items }), ...(shipments && { shipments }) });
  },
  refundReturn: (body) => ({
    ...body,
    ...(body.amount != null && { amount: { amount: "0.01", currency: "USD" } }),
  }),
  changeReturnStatuses: (body, { returnId }) => ({ ...body, ids: [returnId] }),
  commentReturn: ({ comment }) => {
    const { message, image } = comment as Body;
    return {
      comment: image != null && message == null ? { image: PNG } : { message: `${message ?? "none"}` },
    };
  },
  addReturnImage: ({ image }, { itemId }) => {
    const { unit } = image as Body;
    return { image: { content: PNG, itemId, ...(unit != null && { unit: 1 }) } };
  },
  addNote: ({ content }) => ({ content: `Note: ${content}` }),
  gradeLineItems: aboutLineItem,
  gradeLineItemsByObject: aboutLineItem,
  assessLineItems: aboutLineItem,
  ingestEvent: meaningful,
  mergeCustomers: () => ({ into: "known" }),
  putInventoryLevels: (body, { locationId }) => ({
    inventory_levels: (body.inventory_levels as Body[]).map((level) => ({
      ...level,
      product: { ...(level.product as Body), id: crypto.randomUUID() },
      location_id: locationId,
    })),
  }),
  orderAsnExport: (body) => ({ ...body, from: "2026-03-01", to: "2026-03-31" }),
  startExport: (body) => ({ ...body, from: "2026-03-01", to: "2026-03-31" }),
  importInventoryLevels: (_, { locationId }) => ({
    file: `product_id,title,location_id,quantity\n${crypto.randomUUID()},Tee,${locationId},5\n`,
  }),
  startOrderImport: () => ({ file: fileOfOrder(crypto.randomUUID()) }),
  startInventoryImport: (_, { locationId }) => ({
    file: `product_id,title,location_id,quantity\n${crypto.randomUUID()},Tee,${locationId},5\n`,
  }),
  createWebhook: (body) => {
    const { backfill, ...webhook } = reachable(body);
    const { topic } = webhook;
    const more = backfill !== undefined && topic === "return" && { backfill };
    // Only three of a topic are created and then updated: every change of a return is stored for each webhook.
    return { webhook: { ...webhook, ...more, externalId: `${topic}-${Math.floor(Math.random() * 3)}` } };
  },
  createIntegration: (body) => ({ ...body, provider: "acme", url: SUBSCRIBER_URL }),
  updateIntegration: () => ({ provider: "acme, renamed" }),
  querySegment: (body) => ({ ...body, where: soundCondition(body.where as Body) }),
  createSegment: (body) => ({ key: crypto.randomUUID(), where: soundCondition(body.where as Body) }),
  saveSegment: (body) => ({ ...body, where: soundCondition(body.where as Body) }),
  replaceWebhook: (body) => ({ webhook: { ...reachable(body), externalId: null } }),
};

/** Only what is exchanged names another item. */
function ofKnownLine({ exchangeItem, ...item }: Body): Body {
  const isExchanged = item.compensation === "exchange" && exchangeItem !== undefined;
  return { ...item, lineItemId: "line-1", quantity: 1, ...(isExchanged && { exchangeItem }) };
}

function aboutLineItem({ items }: Body, { lineItemId }: Ids): Body {
  const inspected = { inspected_at: "2026-03-04 12:00:00" };
  const [item] = items as [Body];
  return {
    items: [{ ...item, line_item_id: Number(lineItemId), ...(item.inspected_at != null && inspected) }],
  };
}

/** Reasons have different codes, and no condition's last day is before its first one. */
function soundPolicy({ rules, reasons, ...policy }: Body): Body {
  const sound = ({ when, ...more }: Body): Body => {
    if (when == null) return more;
    const { orderedUntil, ...others } = when as Body;
    return {
      ...more,
      when: { ...others, ...(others.orderedFrom == null && orderedUntil != null && { orderedUntil }) },
    };
  };
  return {
    ...policy,
    ...(rules != null && { rules: (rules as Body[]).map(sound) }),
    ...(reasons != null && {
      reasons: (reasons as Body[]).map((reason, i) => ({ ...sound(reason), code: `reason-${i}` })),
    }),
  };
}

const QUERIES: Record<string, (query: RequestParts["query"]) => RequestParts["query"]> = {
  findCustomer: () => ({ email: "known@example.test" }),
  listReturns: ({ status, ...query }) => ({ ...query, ...(status && { status: "open" }) }),
  listPayouts: ({ status, attention, ...query }) => ({
    ...query,
    ...(status && { status: "refused" }),
    ...(attention && { attention: "held" }),
  }),
  exportReturns: ({ status, ...query }) => ({ ...query, ...(status && { status: "open" }) }),
  warehouseReturnList: ({ filter, state }) => ({
    from: "2026-03-01",
    pageSize: "10",
    ...(filter && { filter: "updated_at" }),
    ...(state && { state: "closed" }),
  }),
  readChanges: ({ limit }) => ({ wait: "0", ...(limit && { limit }) }),
  removeLineItems: (query) => ({ ...query, line_item_id: "1" }),
};

/** Path parameters of objects that only one operation may use. */
const PATHS: Record<string, (ids: Ids) => Ids> = {
  deleteConnector: () => ({ connector: "unconnected" }),
  deleteIntegration: () => ({ integrationId: "int_00000000000000000000000000" }),
  deleteWebhook: ({ doomedWebhookId = "" }) => ({ webhookId: doomedWebhookId }),
  saveSegment: () => ({ segmentKey: `segment-${Math.floor(Math.random() * 3)}` }),
  deleteExport: () => ({ exportId: "asn_00000000000000000000000000" }),
  deleteSegment: () => ({ segmentKey: "segment-0" }),
  // One that an event may have created.
  eraseCustomer: () => ({ customerId: `customer-${Math.floor(Math.random() * 1_000)}` }),
  mergeCustomers: () => ({ customerId: `customer-${Math.floor(Math.random() * 1_000)}` }),
};

/** The callback URL of the webhooks that valid requests create. */
export const SUBSCRIBER_URL = "https://subscriber.test/returns";

/**
 * Status codes of valid requests that are rejected correctly, because their object has changed or was
 * deleted.
 */
export const REFUSED_RIGHTLY: Record<string, number[]> = {
  changeReturnStatus: [409],
  // Less is due than the amount.
  refundReturn: [409],
  deleteWebhook: [404],
  deleteConnector: [404],
  deleteIntegration: [404],
  // The store has as many as it may.
  createIntegration: [409],
  createSegment: [409],
  deleteSegment: [404],
  deleteExport: [404],
  readExportFile: [409],
  // As many are unfinished as a store may have: no worker runs meanwhile.
  startExport: [429],
  startInventoryImport: [429],
  resumeInventoryImport: [409, 429],
  startOrderImport: [429],
  resumeOrderImport: [409, 429],
  retryExport: [409, 429],
  eraseCustomer: [404],
  mergeCustomers: [404],
  removeLineItems: [422],
  // The return was cancelled meanwhile, the line item removed, or the return is full.
  gradeLineItems: [422],
  gradeLineItemsByObject: [422],
  assessLineItems: [422],
};

/**
 * Completes a valid request with ids of existing objects. A corrupted request only gets existing ids in its
 * path.
 */
export function withExistingIds(parts: RequestParts, ids: Ids): RequestParts {
  const { operationId, parameters } = parts.operation;
  const names = parameters.filter((one) => one.in === "path").map(({ name }) => name);
  const known = { ...ids, ...PATHS[operationId]?.(ids), ...parts.path };
  const path = Object.fromEntries(names.map((name) => [name, known[name] ?? "nothing-there"]));
  if (!parts.isValid) return { ...parts, path };
  // Only a response contains a valid cursor, and each request needs its own key.
  const { "X-Page-Continue": _, "Idempotency-Key": key, "If-Match": version, ...headers } = parts.headers;
  return {
    ...parts,
    path,
    query: QUERIES[operationId]?.(parts.query) ?? parts.query,
    headers: {
      ...headers,
      ...(key && { "Idempotency-Key": crypto.randomUUID() }),
      // Others save the policy at the same time.
      ...(version && { "If-Match": "*" }),
    },
    body: BODIES[operationId]?.(parts.body as Body, ids) ?? parts.body,
  };
}

/** An event with a comparison of its data and one of its value counts as three conditions. */
const COUNTED = 3;

/**
 * A field that there is, operators with values of their type, a time range of one form, and no more conditions than a
 * segment may have.
 */
function soundCondition(
  { all, any, not, customer, is, event, value, within, times }: Body,
  left = { conditions: MAX_CONDITIONS },
): Body {
  const inner = (one: unknown) => soundCondition(one as Body, left);
  // A list keeps its first condition, which is counted with the one that holds the list.
  const fitting = (list: unknown) =>
    (list as Body[]).flatMap((one, i) => (i === 0 || left.conditions >= COUNTED ? [inner(one)] : []));
  if (all) return { all: fitting(all) };
  if (any) return { any: fitting(any) };
  if (not) return { not: inner(not) };
  left.conditions -= COUNTED;
  if (customer && typeof is === "object") return { customer: "createdAt", is };
  if (customer && (value as Body)?.last) return { customer: "createdAt", op: ">=", value };
  if (customer) return { customer: `customFields.${customer}`, op: "exists", value: false };
  const data = [{ key: "k", op: "in", value: [1, "a", true] }];
  const more = value != null && { value: { op: ">=", value: 1 } };
  return {
    event,
    data,
    ...more,
    ...(within != null && { within: { last: "30d" } }),
    ...(times != null && { times }),
  };
}

function distinct(lines: unknown): Body[] {
  return (lines as Body[]).map((line) => ({ ...line, id: crypto.randomUUID() }));
}

/** Returns a value in which each amount of a shop's order is in euros. */
function inEuros(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inEuros);
  if (typeof value !== "object" || value === null) return value;
  if ("currencyCode" in value && "amount" in value) return { amount: "12.50", currencyCode: "EUR" };
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inEuros(inner)]));
}

/** Returns an event with a customer and with only scalar values in its data. */
function meaningful(event: Body): Body {
  const { $extra, ...data } = (event.data ?? {}) as Body;
  const flat = Object.entries(data).filter(([, value]) => typeof value !== "object" || value === null);
  return {
    ...event,
    customer: { ...(event.customer as Body), id: `customer-${Math.floor(Math.random() * 1_000)}` },
    ...(event.data != null && { data: Object.fromEntries(flat) }),
  };
}

function reachable({ webhook }: Body): Body {
  const { callback, ...rest } = webhook as Body;
  return { ...rest, callback: { ...(callback as Body), url: SUBSCRIBER_URL } };
}

/** Replaces amounts by those of the order: a schema doesn't know its currency. */
function withOrderMoney<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withOrderMoney) as T;
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => [name, withOrderMoney(part)]);
  const fields = Object.fromEntries(parts);
  if (!("currency" in fields)) return fields;
  return { ...fields, amount: "1.50", currency: "USD", ...("tax" in fields && { tax: "0.25" }) };
}
