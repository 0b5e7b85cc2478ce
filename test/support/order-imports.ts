import { expect } from "bun:test";
import type { OrderImportWithErrors } from "../../src/features/orders/imports/schema.ts";
import { leastOrder } from "./orders.ts";
import { answerOf } from "./returns.ts";
import type { TestStore } from "./service.ts";

export const ORDER_IMPORTS = "/stores/:store/order-imports";

/** Returns a file of one order. */
export function fileOfOrder(orderId: string): string {
  return fileOf([leastOrder(orderId)]);
}

/** Returns a file with an order on each line. */
export function fileOf(orders: unknown[]): string {
  return orders.map((order) => `${JSON.stringify(order)}\n`).join("");
}

/** Starts an import of orders, and returns its id. */
export async function startOrderImport(
  store: TestStore,
  file = fileOfOrder(crypto.randomUUID()),
  format?: string,
): Promise<string> {
  const started = await answerOf(store.post(ORDER_IMPORTS, { file, ...(format && { format }) }));
  expect(started).toMatchObject({ status: 202 });
  return (started.body as { id: string }).id;
}

export async function readOrderImport(store: TestStore, id: string): Promise<OrderImportWithErrors> {
  const { status, body } = await answerOf(store.get(`${ORDER_IMPORTS}/${id}`));
  expect(status).toBe(200);
  return (body as { import: OrderImportWithErrors }).import;
}
