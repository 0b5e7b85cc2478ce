import { expect } from "bun:test";
import type { Json } from "./orders.ts";
import { answerOf, returnIn } from "./returns.ts";
import type { TestStore } from "./service.ts";

export type Person = {
  customerId: string;
  email: string;
  phoneNumber: string;
  orderId: string;
  returnId: string;
  imageUrl: string;
  /** Every text of the person that the store was given. */
  texts: string[];
};

const PNG = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);

let count = 0;

/**
 * Creates a customer with texts of its own in every place that takes text: profile, events (recorded, rejected and
 * of the storefront), an order with a fulfillment, a return with notes, a comment and an image.
 */
export async function newPerson(store: TestStore, changes: { id?: string | null } = {}): Promise<Person> {
  const mark = `q${(++count).toString(36)}x${Math.random().toString(36).slice(2, 8)}`;
  const texts: string[] = [];
  const own = (kind: string) => {
    const text = `${kind}${mark}`;
    texts.push(text);
    return text;
  };
  const number = Math.floor(1e9 + Math.random() * 9e9);
  const [email, phoneNumber] = [`${own("mail")}@example.test`, `+49${number}`];
  texts.push(phoneNumber, String(number));
  const id =
    changes.id === undefined ? `person-${count}-${Math.random().toString(36).slice(2, 8)}` : changes.id;
  const profile = {
    ...(id !== null && { id }),
    ...{ email, phoneNumber, firstName: own("First"), lastName: own("Last") },
    location: { street1: `7 ${own("Lane")}`, street2: own("Rear"), city: own("City"), postalCode: own("PC") },
    customFields: { nickname: own("nick"), plan: "gold" },
  };
  const address = {
    ...{ address1: `9 ${own("Street")}`, address2: own("Floor"), city: own("Town"), postalCode: own("ZIP") },
    country: "DE",
  };
  const orderId = `order-${mark.slice(0, 3)}-${Math.random().toString(36).slice(2, 10)}`;
  const send = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await store.post(path, body, headers);
    if (answer.status > 299) throw new Error(`${path} was answered ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const eventOf = (kind: string) => ({
    eventName: "visited",
    customer: profile,
    uniqueId: `${email}-${kind}`,
    data: { said: own(kind), page: "home", $extra: { nested: [own(`${kind}extra`)] } },
  });
  await send("/stores/:store/events", eventOf("event"));
  await send("/stores/:store/events/bulk", { events: [eventOf("bulk"), rejected(email, own)] });
  await send("/stores/:store/storefront/events", viewedBy(email, own));
  await send(
    "/stores/:store/orders",
    {
      ...orderOf(orderId, (kind) => `${kind} ${profile.firstName}`),
      customer: { ...(id !== null && { id }), email, phoneNumber, name: own("Full") },
      billingAddress: address,
      shipping: { method: "standard", cost: 4.9, address },
    },
    { "Idempotency-Key": `${email}-order` },
  );
  await send(`/stores/:store/orders/${orderId}/fulfillments`, {
    ...{ fulfillmentId: "parcel", lineItems: [{ id: "line-1", quantity: 1 }] },
    tracking: { carrier: "UPS", code: `1Z${orderId.slice(-8)}` },
  });
  await send(`/stores/:store/orders/${orderId}/fulfillments/parcel/tracking-events`, {
    ...{ message: own("Handed"), status: "delivered", datetime: "2026-03-05T14:02:00Z" },
    location: { city: own("Near"), postalCode: own("Code") },
  });
  const opened = await returnIn(
    send("/stores/:store/returns", returnBody(orderId, own), {
      "Idempotency-Key": `key-${mark.slice(0, 2)}-${number % 7}`,
    }),
  );
  const [item] = opened.items;
  const said = { comment: { message: own("comment") } };
  await send(`/returns/${opened.id}/comments`, said, { "Idempotency-Key": `say-${opened.id}` });
  const image = new Uint8Array([...PNG, ...new TextEncoder().encode(own("imagebytes"))]);
  const shown = await send(`/returns/${opened.id}/comments`, { comment: { image: image.toBase64() } });
  const { comment } = (await shown.json()) as { comment: { image: string } };
  const patched = await store.patch(`/returns/${opened.id}`, {
    tags: [{ name: "fragile" }, { name: `for ${profile.firstName}` }],
    items: [
      { id: item?.id, grade: "A", multipleChoiceQuestions: [{ question: "Why?", answer: own("answer") }] },
    ],
  });
  expect(patched.status).toBe(200);
  for (const [status, kind] of [
    ["needs_review", "doubt"],
    ["open", "settled"],
  ] as const) {
    const said = { status, reason: `${own(kind)}: ${profile.firstName} wrote from ${email}` };
    texts.pop();
    expect((await store.put(`/returns/${opened.id}/status`, said)).status).toBe(204);
  }
  const { body } = await answerOf(store.get(`/stores/:store/customers?email=${encodeURIComponent(email)}`));
  const customerId = (body as { id: string }).id;
  return { customerId, email, phoneNumber, orderId, returnId: opened.id, imageUrl: comment.image, texts };
}

type Own = (kind: string) => string;

function rejected(email: string, own: Own): Json {
  return {
    eventName: "",
    customer: { email, firstName: own("Rejectedname") },
    data: { note: own("rejected") },
  };
}

function viewedBy(email: string, own: Own): Json {
  return {
    ...{ eventId: crypto.randomUUID(), eventName: "checkout_started", source: "storefront" },
    ...{ timestamp: "2026-03-02T09:10:00Z", customerEmail: email },
    checkout: { shippingAddress: { name: own("Shipto"), line1: own("Shipstreet") } },
    urlWithParams: `https://shop.example/?email=${encodeURIComponent(email)}`,
  };
}

function orderOf(orderId: string, own: Own): Json {
  return {
    ...{
      orderId,
      createdAt: "2026-03-01T10:00:00.000Z",
      currencyCode: "EUR",
      totalPrice: 20.9,
      tags: ["web"],
    },
    lineItems: [
      {
        ...{ id: "line-1", productId: "tee", title: "Tee", sku: "TEE-M", quantity: 2, price: 8 },
        tags: [own("engraved"), "sale"],
      },
    ],
  };
}

function returnBody(externalOrderId: string, own: Own): Json {
  const label = {
    ...{ trackingNumber: `T${externalOrderId}`, carrier: "UPS" },
    trackingUrl: `https://track.example/${own("track")}`,
    postageLabelUrl: `https://labels.example/${own("label")}.pdf`,
    formLabelUrl: `https://labels.example/${own("form")}.pdf`,
  };
  const shippingAddress = {
    ...{ line1: `3 ${own("Return")}`, line2: own("Second"), city: own("Place"), state: own("State") },
    ...{ postalCode: own("Post"), country: "DE" },
  };
  const items = [
    { lineItemId: "line-1", quantity: 1, reason: "Too small", reasonCode: "SMALL", notes: own("worn") },
  ];
  return {
    data: { provider: "shopify", externalOrderId, items, shippingAddress, notes: own("please"), label },
  };
}
