import { order } from "./fixtures.ts";
import { postOrder } from "./orders.ts";
import type { TestStore } from "./service.ts";

export const WITHDRAWALS = "/stores/:store/withdrawals";

export type Withdrawal = {
  id: string;
  number: number;
  statement: string;
  at: string;
  receiptUrl: string;
  late: boolean;
  periodEnd: string | null;
  computedFrom: { deliveredAt: string | null; country: string | null; movedFrom: object[] } | null;
  returnId: string | null;
};

const GERMANY = { address1: "Weg 1", city: "Berlin", province: "Berlin", country: "DE" };

let orders = 0;

/** Creates an order of 2 of line-1 and 1 of line-2 that goes to Germany, and returns its number. */
export async function orderToGermany(store: TestStore, changes: object = {}): Promise<string> {
  const id = `WD-${++orders}-${process.pid}`;
  await postOrder(store, { ...order(id), shipping: { address: GERMANY }, ...changes });
  return id;
}

/** Sends units of an order in a parcel, which is delivered at a time; undefined while it is on its way. */
export async function sendParcel(
  store: TestStore,
  orderId: string,
  units: [lineItemId: string, quantity: number][],
  deliveredAt?: string,
): Promise<void> {
  const path = `/stores/:store/orders/${orderId}/fulfillments`;
  const lineItems = units.map(([id, quantity]) => ({ id, quantity }));
  const sent = await store.post(path, { lineItems });
  if (!sent.ok) throw new Error(await sent.text());
  const { fulfillment } = (await sent.json()) as { fulfillment: { id: string } };
  if (deliveredAt === undefined) return;
  const scan = { message: "Delivered", status: "delivered", datetime: deliveredAt };
  const tracked = await store.post(`${path}/${fulfillment.id}/tracking-events`, scan);
  if (!tracked.ok) throw new Error(await tracked.text());
}

/** Returns a statement about an order by its customer, with changes. */
export function withdrawalOf(orderId: string, changes: object = {}) {
  return {
    name: "Alex Doe",
    order: orderId,
    email: `${orderId.toLowerCase()}@example.test`,
    confirmed: true,
    ...changes,
  };
}

/** Confirms a statement and returns the receipt. */
export async function withdraw(store: TestStore, body: object, key?: string): Promise<Withdrawal> {
  const response = await store.post(WITHDRAWALS, body, key === undefined ? {} : { "Idempotency-Key": key });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { withdrawal: Withdrawal }).withdrawal;
}
