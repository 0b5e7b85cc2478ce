import { PART_NAMES } from "../../../../src/features/activity/summary/schema.ts";
import { type Document, type Operation, operationsOf } from "../../../contract/document.ts";
import { PNG } from "../../../fuzz/existing-ids.ts";
import { returnOf } from "../../../support/fixtures.ts";
import type { Fixtures } from "./fixtures.ts";

/** A request to one operation, built from the given fixtures. */
export type Ask = {
  label: string;
  operation: Operation;
  /** The names of the objects that it refers to, except `storeId`. */
  places: string[];
  /** Those of them that are in its path. */
  inPath: string[];
  of(fixtures: Fixtures): { method: string; path: string; body: unknown };
};

type Body = Record<string, unknown>;

/** The objects that query parameters name. */
const REFERENCES: Record<string, string> = {
  ...{ email: "email", product_id: "productId", sku: "sku", location_id: "locationId" },
  ...{ return_id: "return_id", service_return_id: "returnId", order_name: "orderId", order_id: "orderId" },
  ...{ line_item_id: "line_item_id", id: "customerId", customer: "customerId", customer_id: "customerId" },
  ...{ q: "returnId", returnId: "returnId" },
  ...{ order: "orderId", provider_order_name: "orderId", shopify_order_name: "orderId" },
};
const NO_REFERENCES = new Set([
  ...["at", "include", "sort", "after", "limit", "wait", "parts", "compare", "sender", "per"],
  ...["status", "kind", "currency_type", "from", "to", "filter", "state", "attention", "updated_at_min"],
  ...["updated_at_max", "created_at_min", "created_at_max", "tracking_number", "reason", "eventName"],
  ...["since", "until", "paginate", "pageSize", "cursor", "requestId", "client", "last"],
  ...["without_reason", "late", "unmatched"],
]);
/** Without parts a summary has those that most may read, and any of the scopes is one of a part. */
const QUERIES: Record<string, string[]> = { readSummary: [`parts=${PART_NAMES.join()}`] };
/** Optional parameters without which the operation finds nothing. */
const NEEDED: Record<string, string[]> = { removeLineItems: ["line_item_id"] };
/** What an operation creates under the id that its path names; no such id is unknown. */
const CREATED: Record<string, string> = { saveSegment: "segmentKey" };
/** The versions of each store are numbered from 1, and its connectors have the names of shops' software. */
const NO_PLACES = new Set(["storeId", "callbackUrl", "version", "connector"]);
/** Operations whose object is named only in the query. */
const BY_QUERY = new Set(["warehouseReturnDetails"]);

/**
 * Bodies that name objects or need more than the document's example; other operations are sent with that
 * example.
 */
const BODIES: Record<string, (fixtures: Fixtures, example: Body) => unknown> = {
  createOrder: ({ locationId }, example) => ({ ...example, orderId: crypto.randomUUID(), locationId }),
  upsertOrder: (_, example) => ({ ...example, id: crypto.randomUUID() }),
  fulfillOrder: () => ({ fulfillmentId: crypto.randomUUID(), lineItems: [{ id: "line-1", quantity: 1 }] }),
  createReturn: ({ orderId = "" }) => returnOf(orderId),
  previewReturn: ({ orderId }) => ({ data: { externalOrderId: orderId } }),
  decideEligibility: () => ({ items: [{ lineItemId: "line-1", quantity: 1 }] }),
  addReturnImage: ({ itemId }) => ({ image: { content: PNG, itemId } }),
  amendReturn: ({ itemId }) => ({ tags: [{ name: "vip" }], items: [{ id: itemId, grade: "A" }] }),
  putInventoryLevels: ({ locationId }) => ({
    inventory_levels: [{ product: { id: "mug", title: "Mug" }, location_id: locationId, quantity: 7 }],
  }),
  mergeCustomers: ({ otherCustomerId }) => ({ into: otherCustomerId }),
  readCustomerFigures: ({ customerId }) => ({ customerIds: [customerId] }),
  createSegment: (_, example) => ({ ...example, key: crypto.randomUUID() }),
  createWebhook: ({ callbackUrl }) => ({
    webhook: { topic: "return", callback: { url: callbackUrl, auth: null } },
  }),
  replaceWebhook: ({ callbackUrl }) => ({ webhook: { callback: { url: callbackUrl, auth: null } } }),
  gradeLineItems: aboutLineItem,
  gradeLineItemsByObject: aboutLineItem,
  assessLineItems: aboutLineItem,
  removeLineItems: ({ line_item_id }) => ({ line_item_ids: [Number(line_item_id)] }),
};

function aboutLineItem({ line_item_id }: Fixtures, { items }: Body): Body {
  return { items: (items as Body[]).map((item) => ({ ...item, line_item_id: Number(line_item_id) })) };
}

/**
 * Returns every way in which each operation of the document names its objects. Throws for a query parameter
 * that is not listed here, because it may name an object.
 */
export function asksOf(document: Document): Ask[] {
  return operationsOf(document).flatMap((operation) => {
    const queries = operation.parameters.filter((one) => one.in === "query").map(({ name }) => name);
    const unlisted = queries.filter((name) => !(name in REFERENCES) && !NO_REFERENCES.has(name));
    if (unlisted.length > 0)
      throw new Error(`${operation.operationId}: is ${unlisted} one of REFERENCES or of NO_REFERENCES?`);
    const required = operation.parameters.filter((one) => one.in === "query" && one.required);
    const always = [...required.map(({ name }) => name), ...(NEEDED[operation.operationId] ?? [])];
    const extra = queries.filter((name) => name in REFERENCES && !always.includes(name));
    const base = BY_QUERY.has(operation.operationId) ? [] : [askOf(operation, always)];
    return [...base, ...extra.map((name) => askOf(operation, [...always, name], name))];
  });
}

function askOf(operation: Operation, query: string[], by?: string): Ask {
  const { operationId, method, path, requestBody } = operation;
  const example = (requestBody?.content["application/json"]?.example ?? {}) as Body;
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
  // Whether the id in the path counts; a query parameter that names the return overrides it.
  const isPathMeant = by === undefined || REFERENCES[by] === by || !names.includes("return_id");
  const build = (fixtures: Fixtures) => {
    const at = path.replaceAll(/\{(\w+)\}/g, (_, name) => {
      if (name === "return_id" && !isPathMeant) return "0";
      return encodeURIComponent(fixtures[name] ?? "nothing-there");
    });
    const asked = [
      ...(QUERIES[operationId] ?? []),
      ...query.map((name) => `${name}=${encodeURIComponent(fixtures[REFERENCES[name] ?? ""] ?? "")}`),
    ];
    const body = requestBody && (BODIES[operationId]?.(fixtures, example) ?? example);
    return { method, path: asked.length > 0 ? `${at}?${asked.join("&")}` : at, body };
  };
  const touched = new Set<string>();
  const watched = new Proxy<Fixtures>({}, { get: (_, name) => void touched.add(String(name)) });
  build(watched);
  const places = [...touched].filter((name) => !NO_PLACES.has(name) && CREATED[operationId] !== name);
  return {
    label: by ? `${operationId} by ${by}` : operationId,
    operation,
    places,
    inPath: places.filter((name) => isPathMeant && names.includes(name)),
    of: build,
  };
}
