import { beforeAll, expect, test } from "bun:test";
import { newPerson, type TestBrowser } from "../../support/console.ts";
import { faultsIn, MARKUP } from "../../support/hostile.ts";
import { newReturn } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { newWebhook, URL_OF_RECEIVER } from "../../support/webhooks.ts";

const ADDRESS = `javascript:alert(1)//${MARKUP}`;

const service = useService();
const store = useStore(service);
let owner: TestBrowser;
const paths: string[] = [];

/** Puts markup into every field that a client of the API can fill. */
beforeAll(async () => {
  owner = await newPerson(service, store, "owner", { name: MARKUP });
  service.world.on(URL_OF_RECEIVER, () => new Response(MARKUP, { status: 500 }));
  await newWebhook(store);
  const place = {
    address1: MARKUP,
    address2: MARKUP,
    city: MARKUP,
    province: MARKUP,
    country: MARKUP,
    postalCode: MARKUP,
  };
  const customer = {
    id: "hostile",
    email: "hostile@example.test",
    firstName: MARKUP,
    lastName: MARKUP,
    name: MARKUP,
  };
  const { id, order, items } = await newReturn(
    store,
    {
      provider: "shopify",
      notes: MARKUP,
      items: [{ lineItemId: MARKUP, quantity: 1, reason: MARKUP, reasonCode: MARKUP, notes: MARKUP }],
      shippingAddress: {
        line1: MARKUP,
        line2: MARKUP,
        city: MARKUP,
        state: MARKUP,
        postalCode: MARKUP,
        country: MARKUP,
      },
      label: {
        trackingNumber: MARKUP,
        carrier: MARKUP,
        trackingUrl: ADDRESS,
        postageLabelUrl: ADDRESS,
        formLabelUrl: ADDRESS,
      },
    },
    {
      orderId: `=1+1 ${MARKUP}`.replaceAll("/", ""),
      lineItems: [
        {
          id: MARKUP,
          productId: MARKUP,
          title: MARKUP,
          sku: MARKUP,
          variantId: MARKUP,
          imageUrl: ADDRESS,
          quantity: 3,
          price: 5,
        },
      ],
      tags: [MARKUP],
      customer,
      shipping: { method: MARKUP, cost: 1, address: place },
      billingAddress: place,
    },
  );
  const done = async (response: Promise<Response>) => expect((await response).status).toBeLessThan(300);
  const orderPath = `/stores/:store/orders/${encodeURIComponent(order.name)}`;
  await done(
    store.patch(`/returns/${id}`, {
      tags: [{ name: MARKUP, source: MARKUP }],
      dropoffs: [{ provider: MARKUP, qrCodeUrl: ADDRESS }],
      items: [
        {
          id: items[0]?.id,
          ...{ grade: MARKUP, outcome: MARKUP, productAdjustment: MARKUP, upc: MARKUP },
          refund: { amount: { amount: "1.00", currency: "USD" }, type: MARKUP },
          multipleChoiceQuestions: [{ question: MARKUP, answer: MARKUP }],
          assessments: [{ assignedUser: { name: MARKUP }, responses: [{ type: MARKUP, value: MARKUP }] }],
        },
      ],
    }),
  );
  await done(store.post(`/returns/${id}/comments`, { comment: { message: MARKUP } }));
  await done(
    store.post(`${orderPath}/fulfillments`, {
      ...{ fulfillmentId: "f1", lineItems: [{ id: MARKUP, quantity: 1 }] },
      tracking: { carrier: MARKUP, code: MARKUP },
    }),
  );
  await done(
    store.post(`${orderPath}/fulfillments/f1/tracking-events`, {
      ...{ message: MARKUP, status: "in_transit", datetime: "2026-03-02T10:00:00Z" },
      location: { city: MARKUP, country: MARKUP },
    }),
  );
  await done(
    store.post("/stores/:store/events", {
      eventName: MARKUP,
      customer: { email: "hostile@example.test", customFields: { [MARKUP]: MARKUP } },
      data: { [MARKUP]: MARKUP },
    }),
  );
  await service.drain();
  // The one return that a scan leads to is opened; of two there is a choice.
  await newReturn(store, {}, { orderId: `=1+1 ${MARKUP} 2`.replaceAll("/", "") });
  const q = encodeURIComponent(MARKUP);
  paths.push(
    ...["/returns", `/returns?order=${q}&sku=${q}&email=${q}`, "/returns?queue=flagged", `/returns/${id}`],
    ...["/orders", `/orders?email=${q}`, `/orders/${encodeURIComponent(order.name)}`],
    ...["/customers", `/customers?q=${q}`, "/customers/hostile"],
    ...["/returns/new", `/returns/new?q=${encodeURIComponent("=1+1")}`, `/returns/new?order=${order.id}`],
    ...[
      "/warehouse",
      `/warehouse?scan=x${q}`,
      `/warehouse?scan=${encodeURIComponent("=1+1")}`,
      `/warehouse/${id}`,
    ],
  );
});

test("nothing that a client writes runs or breaks out of its place on any page", async () => {
  for (const path of paths) {
    const response = await owner.get(`:store${path}`);
    expect([path, response.status]).toEqual([path, 200]);
    expect([path, await faultsIn(await response.text())]).toEqual([path, []]);
  }
});

test("a cell of the file of returns begins no formula", async () => {
  const file = await (await owner.get(":store/returns.csv")).text();
  expect(file).toContain(`"'=1+1 `);
});
