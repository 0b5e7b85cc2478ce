import type { Json } from "../orders.ts";

export type ShopifyBooks = {
  /** By id. */
  orders: Map<string, Json>;
  refunds: Map<string, Json[]>;
  transactions: Map<string, Json[]>;
  /** Units by `inventory item at location`. */
  stock: Map<string, number>;
  /** By variant: its inventory item, whether it is tracked, and the locations that stock it. */
  variants: Map<string, { item: string; tracked: boolean; locations: string[] }>;
  /** The changes of stock, with the document that each names. */
  adjustments: { document: string; delta: number; location: string; reason: string }[];
  /** When each metafield of an order was set first. */
  metafields: Map<string, string>;
  requests: string[];
  /** What a mutation answers instead of doing anything, once. */
  refuses: { code?: string; message: string }[];
  /** What becomes of the money of the next refunds; success without. */
  money: string[];
  /** First answers by idempotency key, with what was asked. */
  answered: Map<string, { asked: string; answer: Json }>;
};

export function createBooks(): ShopifyBooks {
  return {
    ...{
      orders: new Map(),
      refunds: new Map(),
      transactions: new Map(),
      stock: new Map(),
      variants: new Map(),
    },
    ...{ adjustments: [], requests: [], refuses: [], metafields: new Map(), money: [], answered: new Map() },
  };
}

type Asked = { query: string; variables: Json };
type UserError = { field: null; code?: string; message: string };

/** Answers the queries and mutations of the service. Throws for others. */
export function answerGraphql(books: ShopifyBooks, { query, variables }: Asked): Response {
  if (query.includes("productVariant(")) return Response.json({ data: stockOf(books, query, variables) });
  if (query.includes("metafieldsSet("))
    return Response.json({ data: { metafieldsSet: setMetafields(books, variables) } });
  const name = /(refundCreate|inventoryAdjustQuantities)\(/.exec(query)?.[1];
  if (!name || !query.includes("@idempotent(key: $key)")) throw new Error(`Shopify doesn't know ${query}`);
  const work = name === "refundCreate" ? refund : adjust;
  return Response.json({ data: { [name]: once(books, variables, work) } });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[4-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** With a key that was used, the first answer, if the same was asked. What was refused isn't kept. */
function once(
  books: ShopifyBooks,
  { input, key }: Json,
  work: (books: ShopifyBooks, input: Json) => Json,
): Json {
  const refused = books.refuses.shift();
  if (refused) return { userErrors: [{ field: null, ...refused }] };
  if (!UUID.test(String(key))) throw new Error(`${key} is no idempotency key`);
  const asked = JSON.stringify(input);
  const known = books.answered.get(String(key));
  if (known?.asked === asked) return known.answer;
  if (known) {
    const message = "The same idempotency key cannot be used with different operation parameters.";
    return { userErrors: [{ field: null, code: "IDEMPOTENCY_KEY_PARAMETER_MISMATCH", message }] };
  }
  const answer = work(books, input as Json);
  books.answered.set(String(key), { asked, answer });
  return answer;
}

let lastId = 900_000_000_000;

type Transaction = { amount: string; parentId?: string; gateway: string };
type RefundInput = {
  orderId: string;
  note: string;
  currency: string;
  transactions?: Transaction[];
  refundMethods?: { storeCreditRefund: { amount: { amount: string; currencyCode: string } } }[];
};

function refund(books: ShopifyBooks, given: Json): Json {
  const { orderId, note, currency, transactions = [], refundMethods = [] } = given as RefundInput;
  const id = numberOf(orderId);
  const ledger = books.transactions.get(id) ?? [];
  const credits = refundMethods.map(({ storeCreditRefund: { amount } }) => ({
    ...{ amount: amount.amount, gateway: "shopify_store_credit", parentId: undefined },
  }));
  for (const { amount, parentId } of transactions) {
    if (leftOf(ledger, numberOf(parentId)) < Number(amount))
      return errors("Refund amount is more than what was paid.");
  }
  const status = books.money.shift() ?? "success";
  const made = [...transactions, ...credits].map(({ amount, parentId, gateway }) => ({
    ...{ id: ++lastId, kind: "refund", status, amount, currency, gateway },
    ...(parentId !== undefined && { parent_id: Number(numberOf(parentId)) }),
  }));
  const created = {
    id: ++lastId,
    note,
    created_at: "2026-03-05T10:00:00+01:00",
    processed_at: "2026-03-05T10:00:00+01:00",
  };
  const shown = { ...created, refund_line_items: [], order_adjustments: [], transactions: made };
  books.refunds.set(id, [...(books.refunds.get(id) ?? []), shown]);
  books.transactions.set(id, [...ledger, ...made]);
  const order = books.orders.get(id);
  if (order)
    books.orders.set(id, { ...order, refunds: [...((order.refunds as Json[] | undefined) ?? []), shown] });
  return { refund: { id: `gid://shopify/Refund/${created.id}` }, userErrors: [] };
}

function leftOf(ledger: Json[], parent: string): number {
  const paid = ledger.find(({ id }) => String(id) === parent);
  const refunded = ledger.filter(
    ({ kind, status, parent_id }) =>
      kind === "refund" && status !== "failure" && String(parent_id) === parent,
  );
  return refunded.reduce((sum, { amount }) => sum - Number(amount), Number(paid?.amount ?? 0));
}

type Change = { inventoryItemId: string; locationId: string; delta: number; changeFromQuantity: null };

function adjust(books: ShopifyBooks, given: Json): Json {
  const { changes, referenceDocumentUri, reason } = given as {
    changes: Change[];
    referenceDocumentUri: string;
    reason: string;
  };
  for (const { inventoryItemId, locationId, delta, changeFromQuantity } of changes) {
    if (changeFromQuantity !== null) return errors("changeFromQuantity is required.");
    const place = `${inventoryItemId} at ${locationId}`;
    books.stock.set(place, (books.stock.get(place) ?? 0) + delta);
    books.adjustments.push({ document: referenceDocumentUri, delta, location: locationId, reason });
  }
  return {
    inventoryAdjustmentGroup: { id: `gid://shopify/InventoryAdjustmentGroup/${++lastId}` },
    userErrors: [],
  };
}

function setMetafields({ metafields }: ShopifyBooks, { metafields: given }: Json): Json {
  for (const { ownerId, namespace, key } of given as { ownerId: string; namespace: string; key: string }[]) {
    const place = `${ownerId} ${namespace}.${key}`;
    metafields.set(place, metafields.get(place) ?? new Date().toISOString());
  }
  return { userErrors: [] };
}

function errors(message: string): Json {
  return { userErrors: [{ field: null, message } satisfies UserError] };
}

/** The stock's places of a variant, where its order was sent from, and the shop's first location, which is 1. */
function stockOf(books: ShopifyBooks, query: string, { variant, order, mark, after }: Json): Json {
  const createdAt = books.metafields.get(`${order} aftersale.${mark}`);
  const found = books.variants.get(numberOf(variant));
  const fulfillments = (books.orders.get(numberOf(order))?.fulfillments ?? []) as (Json & {
    line_items: Json[];
  })[];
  return {
    productVariant: found
      ? {
          inventoryItem: {
            ...{ id: `gid://shopify/InventoryItem/${found.item}`, tracked: found.tracked },
            inventoryLevels: pageOf(
              found.locations.map((id) => ({
                location: { id: `gid://shopify/Location/${id}`, isActive: true },
              })),
              firstOf(query, "inventoryLevels"),
              Number(after ?? 0),
            ),
          },
        }
      : null,
    order: books.orders.has(numberOf(order)) && {
      mark: createdAt === undefined ? null : { createdAt },
      fulfillments: fulfillments
        .slice(0, firstOf(query, "fulfillments"))
        .map(({ status, location_id, line_items }) => ({
          ...{
            status: String(status).toUpperCase(),
            location: { id: `gid://shopify/Location/${location_id}` },
          },
          fulfillmentLineItems: pageOf(
            line_items.map(({ id }) => ({ lineItem: { id: `gid://shopify/LineItem/${id}` } })),
            firstOf(query, "fulfillmentLineItems"),
          ),
        })),
    },
    location: { id: "gid://shopify/Location/1" },
  };
}

/** How many entries of a list a query asks for. */
function firstOf(query: string, list: string): number {
  return Number(new RegExp(`\\b${list}\\(first: (\\d+)`).exec(query)?.[1] ?? 0);
}

function pageOf(all: Json[], first: number, after = 0): Json {
  const end = after + first;
  return {
    nodes: all.slice(after, end),
    pageInfo: { hasNextPage: end < all.length, endCursor: String(end) },
  };
}

function numberOf(gid: unknown): string {
  return String(gid).split("/").at(-1) ?? "";
}
