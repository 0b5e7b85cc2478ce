import { order, returnOf } from "../../../support/fixtures.ts";
import { fileOf } from "../../../support/order-imports.ts";
import { shopOrder } from "../../../support/shop-orders.ts";

/** How a text names the person that it belongs to: `x17erase`, with another letter per kind of person. */
export type Kind = "gone" | "kept" | "later" | "load";

const LETTERS: Record<Kind, string> = { gone: "g", kept: "k", later: "l", load: "o" };

export function markOf(kind: Kind, number: number): string {
  return `${LETTERS[kind]}${number}erase`;
}

/** Matches every mark, in any text. */
export const MARKS = "([gklo][0-9]+erase)";

export function emailOf(kind: Kind, number: number): string {
  return `${markOf(kind, number)}@example.test`;
}

/** A store has at most 250 segments. */
const SEGMENTS_EACH = 10;
/** It may have 5 unfinished imports. */
const IMPORTS_EACH = 10;

/** Sends a request of a store; resolves with the body of a success, and retries until there is one. */
export type Send = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

/**
 * Creates a customer with texts that carry its mark in every place that takes texts, and returns its id. Of a
 * request that is repeated after its connection broke, the first one may have taken effect.
 */
export async function createPerson(send: Send, kind: Kind, number: number): Promise<string> {
  const mark = markOf(kind, number);
  const email = emailOf(kind, number);
  const id = number % 2 === 0 ? `person-${kind}-${number}` : undefined;
  const profile = { ...(id && { id }), email, firstName: `First ${mark}`, lastName: `Last ${mark}` };
  const location = { street1: `1 ${mark} Road`, city: `City ${mark}` };
  const event = (n: number) => ({
    ...{ eventName: "visited", uniqueId: `${email}-${n}`, customer: { ...profile, location } },
    data: { said: `said ${mark}`, $extra: { list: [`extra ${mark}`] } },
  });
  await send("POST", "/:store/events", event(1));
  await send("POST", "/:store/events/bulk", {
    events: [event(2), event(3), { eventName: "", customer: { email }, data: { why: `rejected ${mark}` } }],
  });
  await send("POST", "/:store/storefront/events", {
    ...{
      eventId: `visit-${kind}-${number}`,
      eventName: "page_viewed",
      source: "storefront",
      customerEmail: email,
    },
    ...{ timestamp: "2026-03-02T10:00:00Z", checkout: { name: `Name ${mark}` } },
  });
  if (id) {
    await send("POST", "/:store/storefront/events", {
      ...{
        eventId: `own-${kind}-${number}`,
        eventName: "page_viewed",
        source: "storefront",
        anonymousId: id,
      },
      ...{ timestamp: "2026-03-02T10:00:00Z", urlWithParams: `https://shop.example/${mark}` },
    });
  }
  if (kind !== "load" && number % SEGMENTS_EACH === 1) {
    const key = encodeURIComponent(`vip-${email}`);
    await send("PUT", `/:store/segments/${key}`, { where: { customer: "email", is: email } });
  }
  const name = `order-${kind}-${number}`;
  const address = { address1: `2 ${mark} Street`, city: `Town ${mark}` };
  await send("POST", "/:store/orders", {
    ...order(name, {
      customer: { ...(id && { id }), email, firstName: `First ${mark}` },
      billingAddress: address,
    }),
    shipping: { method: "standard", cost: 0, address },
  });
  const shippingAddress = { line1: `3 ${mark}`, city: mark, state: "", postalCode: mark, country: "DE" };
  const items = [{ lineItemId: "line-1", quantity: 1, reason: "Too small", notes: `worn ${mark}` }];
  const opened = await send(
    "POST",
    "/:store/returns",
    returnOf(name, { notes: `please ${mark}`, shippingAddress, items }),
  );
  const { id: returnId } = opened.return as { id: string };
  await send("POST", `/returns/${returnId}/comments`, { comment: { message: `comment ${mark}` } });
  const amount = { amount: "0.01", currency: "USD" };
  const paid = { amount, paidElsewhere: true, reference: `paid to ${email}` };
  await send("POST", `/returns/${returnId}/refund`, paid);
  await sendShopOrders(send, {
    name,
    mark,
    email,
    isImported: kind !== "load" && number % IMPORTS_EACH === 1,
  });
  const found = await send("GET", `/:store/customers?email=${encodeURIComponent(email)}`);
  return String(found.id);
}

type Sold = { name: string; mark: string; email: string; isImported: boolean };

/** Sends an order of the person as a shop has it, and one in a file. */
async function sendShopOrders(send: Send, { name, mark, email, isImported }: Sold): Promise<void> {
  const address = {
    address1: `5 ${mark} Street`,
    city: mark,
    provinceCode: "",
    zip: mark,
    countryCode: "DE",
  };
  const customer = { email, firstName: `First ${mark}`, lastName: `Last ${mark}` };
  const sold = { customer, shippingAddress: address, billingAddress: address };
  await send("POST", "/:store/custom/orders", shopOrder(`${name}-of-a-shop`, sold));
  if (!isImported) return;
  const file = fileOf([shopOrder(`${name}-of-a-file`, sold)]);
  await send("POST", "/:store/order-imports", { file });
}
