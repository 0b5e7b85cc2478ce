import { expect } from "bun:test";
import { sql } from "drizzle-orm";
import { untilLockWaits } from "./lock-waits.ts";
import { type Answer, anId, answerOf, JSON_TYPE, ok } from "./returns.ts";
import type { TestStore } from "./service.ts";

export type Json = Record<string, unknown>;

export const ORDERS = "/stores/:store/orders";

let count = 0;

/** Returns a unique order id. */
export function freshId(): string {
  return `order ${++count}`;
}

/** The fields that every response has, with their values when the request omits them. */
export const NOT_GIVEN = {
  totalPrice: null,
  subtotalPrice: null,
  totalTax: null,
  totalDiscount: null,
  tags: null,
  currencyCode: null,
  locationId: null,
};

/** Returns an order with the required fields only. */
export function leastOrder(orderId: string, changes: Json = {}): Json {
  const lineItems = [{ id: "line-1", productId: "tee", title: "Tee", quantity: 2 }];
  return { orderId, createdAt: "2026-03-01T10:00:00.000Z", lineItems, ...changes };
}

/** Returns an order with every field except `locationId`, which would need a location. */
export function fullOrder(orderId: string): Json {
  const address = { address1: "1 Road", address2: "", city: "Town", province: "OH", country: "US" };
  return {
    orderId,
    createdAt: "2026-03-01T10:00:00.000Z",
    lineItems: [
      {
        id: "line-1",
        productId: "tee",
        title: "Tee",
        variantId: "tee-m",
        sku: "TEE-M",
        imageUrl: "https://shop.example/tee.png",
        quantity: 2,
        price: 8.1,
        discount: 0.3,
        tags: ["sale", "", "é💥"],
      },
      { id: "line-2", productId: "mug", title: "Mug", quantity: 1, price: 0 },
    ],
    customer: {
      id: `customer-of-${orderId}`,
      email: "Alex.Doe@Example.test",
      phoneNumber: "+12015550123",
      name: "Alex Doe",
      firstName: "Alex",
      lastName: "Doe",
    },
    shipping: { method: "standard", cost: 4.95, address: { ...address, postalCode: "43004" } },
    totalPrice: 20.85,
    subtotalPrice: 15.9,
    totalTax: 0,
    totalDiscount: 0.3,
    billingAddress: { ...address, postalCode: "07001" },
    tags: ["first", "", "é💥"],
    currencyCode: "EUR",
  };
}

/**
 * Returns a full order with the field at `place`, such as `lineItems.0.id`, set to `value`; undefined omits
 * it.
 */
export function orderWith(orderId: string, place: string, value: unknown): Json {
  const body = fullOrder(orderId);
  const steps = place.split(".");
  const last = steps.pop() ?? "";
  let target = body;
  for (const step of steps) target = target[step] as Json;
  target[last] = value;
  return body;
}

export function postOrder(
  store: TestStore,
  body: unknown,
  headers?: Record<string, string>,
): Promise<Answer> {
  return answerOf(store.post(ORDERS, body, headers));
}

export function getOrder(store: TestStore, id: string): Promise<Answer> {
  return answerOf(store.get(`${ORDERS}/${encodeURIComponent(id)}`));
}

export function getCustomer(store: TestStore, email: string): Promise<Answer> {
  return answerOf(store.get(`/stores/:store/customers?email=${encodeURIComponent(email)}`));
}

export function accepted(externalOrderId: string): Answer {
  return ok({ orderId: anId("ord"), externalOrderId });
}

/** Returns the service's id of an accepted order. */
export function internalIdIn({ body }: Answer): string {
  return (body as { orderId: string }).orderId;
}

/** Returns an error response in the format of the operations that create and read orders. */
export function errorAnswer(status: number, error: unknown = expect.any(String)): Answer {
  return { status, type: JSON_TYPE, body: { error } };
}

/** Returns the 400 response to an invalid order; its message begins with the place. */
export function wrongAt(place: string): Answer {
  return errorAnswer(400, expect.stringMatching(new RegExp(`^${place.replaceAll(".", "\\.")} must be `)));
}

/**
 * Runs `work` while `orders` is locked against writes; `waiting` resolves when `count` transactions wait for
 * a lock.
 */
export function whileOrdersWait<T>(
  { ctx }: TestStore,
  work: (waiting: (count: number) => Promise<void>) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`lock table orders in share row exclusive mode`);
    return work((count) => untilLockWaits({ ctx }, count));
  });
}
