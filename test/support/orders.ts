import { expect } from "bun:test";
import { sql } from "drizzle-orm";
import { untilLockWaits } from "./lock-waits.ts";
import { type Answer, anId, answerOf, JSON_TYPE, ok } from "./returns.ts";
import type { TestService, TestStore } from "./service.ts";

export type Json = Record<string, unknown>;

export const ORDERS = "/stores/:store/orders";

let count = 0;

/** An order id that no other order has. */
export function freshId(): string {
  return `order ${++count}`;
}

/** The members that the answer always has, as they are when nothing was sent. */
export const NOT_GIVEN = {
  totalPrice: null,
  subtotalPrice: null,
  totalTax: null,
  totalDiscount: null,
  tags: null,
  currencyCode: null,
  locationId: null,
};

/** An order with nothing but what is required. */
export function leastOrder(orderId: string, changes: Json = {}): Json {
  const lineItems = [{ id: "line-1", productId: "tee", title: "Tee", quantity: 2 }];
  return { orderId, createdAt: "2026-03-01T10:00:00.000Z", lineItems, ...changes };
}

/** An order with every member that there is, but for `locationId`, which must exist. */
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

/** A full order with one member changed; `place` is its path, such as `lineItems.0.id`. Undefined leaves it out. */
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

/** The service's own id of an order that was accepted. */
export function internalIdIn({ body }: Answer): string {
  return (body as { orderId: string }).orderId;
}

/** A refusal in the form that creating and reading orders have of their own. */
export function errorAnswer(status: number, error: unknown = expect.any(String)): Answer {
  return { status, type: JSON_TYPE, body: { error } };
}

/** The 400 of an order; its sentence names the place first. */
export function wrongAt(place: string): Answer {
  return errorAnswer(400, expect.stringMatching(new RegExp(`^${place.replaceAll(".", "\\.")} must be `)));
}

/** Runs `work` while no order can be stored; `waiting` is through when so many requests wait for that or each other. */
export function whileOrdersWait<T>(
  { ctx }: TestService,
  work: (waiting: (count: number) => Promise<void>) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`lock table orders in share row exclusive mode`);
    return work((count) => untilLockWaits({ ctx }, count));
  });
}
