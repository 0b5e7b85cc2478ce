import { expect, test } from "bun:test";
import type { Return } from "../../../../src/features/returns/schema.ts";
import { createLocation } from "../../../../src/features/stores/create-location.ts";
import { returnOf } from "../../../support/fixtures.ts";
import { anId, anInstant, answerOf, created, newOrder, postReturn } from "../../../support/returns.ts";
import { useService } from "../../../support/use-service.ts";

const service = useService();

const usd = (amount: string) => ({ amount, currency: "USD" });
const HOME = { line1: "1 Road", line2: "", city: "Town", state: "OH", postalCode: "43004", country: "US" };
const DOCK = { line1: "9 Dock", line2: "B", city: "Port", state: "NJ", postalCode: "07001", country: "US" };
const NOWHERE = { line1: "", line2: "", city: "", state: "", postalCode: "", country: "" };
const LABEL = {
  trackingNumber: "1Z999",
  carrier: "UPS",
  trackingUrl: "https://track.example/1Z999",
  postageLabelUrl: "https://labels.example/1Z999.pdf",
  formLabelUrl: "https://labels.example/1Z999-form.pdf",
};

test("blank notes of a new return make no note", async () => {
  const store = await service.newStore();
  for (const [orderId, notes] of Object.entries({ empty: "", blank: " \n\u3000" })) {
    await newOrder(store, { orderId });
    const { body } = await answerOf(postReturn(store, orderId, { notes }));
    expect(body).toMatchObject({ return: { notes: [] } });
    const { id } = (body as { return: Return }).return;
    const read = await answerOf(store.get(`/returns/${id}/comments`));
    expect(read.body).toEqual({ comments: [] });
    expect((await answerOf(store.get(`/returns/${id}`))).body).toMatchObject({ return: { notes: [] } });
  }
});

test("POST return: the response has order, people, addresses, items, shipment and amounts", async () => {
  const store = await service.newStore();
  await createLocation(store.ctx, store.id, { name: "The default, not the order's", city: "Elsewhere" });
  const place = { name: "Dock", phone: "+12015550100", ...DOCK };
  const { locationId } = await createLocation(store.ctx, store.id, place);
  const customer = { id: "c1", email: "alex@example.test", phoneNumber: "+12015550123" };
  await newOrder(store, {
    orderId: "1001",
    locationId,
    customer: { ...customer, firstName: "Alex", lastName: "Doe" },
  });

  const answer = await answerOf(
    postReturn(store, "1001", {
      items: [
        { lineItemId: "line-2", quantity: 1, reason: "Broken", compensation: "store_credit" },
        { lineItemId: "line-1", quantity: 2, reason: "Too small", reasonCode: "SMALL", notes: "Runs small" },
      ],
      shippingAddress: { ...HOME, line2: "Flat 3" },
      notes: "Please be quick",
      label: LABEL,
    }),
  );

  const orderId = expect.stringMatching(/^ord_/);
  const parcel = {
    carrier: "UPS",
    status: "unknown",
    tracker: "1Z999",
    trackingUrl: "https://track.example/1Z999",
    postageLabel: "https://labels.example/1Z999.pdf",
    formLabel: "https://labels.example/1Z999-form.pdf",
    shipmentGroupId: anId("shg"),
    itemIds: [anId("rit"), anId("rit")],
  };
  const broken = {
    id: anId("rit"),
    orderItem: { id: orderId, line_item_id: "line-2" },
    quantity: 1,
    reason: "Broken",
    reasons: ["Broken"],
    reasonCodes: [],
    productId: "mug",
    shipmentGroupIds: [anId("shg")],
    status: "open",
    refund: { amount: usd("4.00"), type: "store_credit" },
    productValueNoTaxNoAdjustment: { amount: usd("4.00") },
  };
  const tooSmall = {
    id: anId("rit"),
    orderItem: { id: orderId, line_item_id: "line-1" },
    quantity: 2,
    reason: "Too small",
    reasons: ["Too small"],
    reasonCode: "SMALL",
    reasonCodes: ["SMALL"],
    customerComment: "Runs small",
    productId: "tee",
    variantId: "tee-m",
    sku: "TEE-M",
    shipmentGroupIds: [anId("shg")],
    status: "open",
    refund: { amount: usd("15.00"), type: "refund" },
    productValueNoTaxNoAdjustment: { amount: usd("15.00") },
  };
  expect(answer).toEqual(
    created({
      return: {
        id: anId("ret"),
        type: "return",
        status: "open",
        createdAt: anInstant,
        updatedAt: anInstant,
        order: { id: orderId, name: "1001" },
        source: {
          emailAddress: "alex@example.test",
          mailingAddress: { ...HOME, line2: "Flat 3" },
          name: { given: "Alex", surname: "Doe" },
          phoneNumber: "+12015550123",
        },
        destination: { mailingAddress: DOCK, phoneNumber: "+12015550100" },
        items: [broken, tooSmall],
        compensationMethods: ["store_credit", "refund"],
        completeWithNoAction: false,
        giftCards: [],
        externalOrderIds: ["1001"],
        shopifyOrderIds: ["1001"],
        notes: [{ message: "Please be quick" }],
        shipment: parcel,
        shipments: [parcel],
        dropoffs: [],
        tags: [],
        payouts: [],
        totals: {
          charge: { amount: usd("0.00") },
          exchange: { amount: usd("0.00") },
          refund: { amount: usd("15.00") },
          storeCredit: { amount: usd("4.00") },
        },
      },
      externalRMAResponses: [],
    }),
  );
});

test("POST return: unknown values are an empty string, an empty array or zero; only the shipment is absent", async () => {
  const store = await service.newStore({ currency: "EUR" });
  const lineItems = [{ id: "line-1", productId: "tee", title: "Tee", quantity: 1 }];
  await store.post("/stores/:store/orders", {
    orderId: "1001",
    createdAt: "2026-03-01T10:00:00Z",
    lineItems,
  });

  const zero = { amount: "0.00", currency: "EUR" };
  expect(
    await answerOf(
      postReturn(store, "1001", {
        provider: "bigcommerce",
        items: [{ lineItemId: "line-1", quantity: 1, reason: "" }],
      }),
    ),
  ).toEqual(
    created({
      return: {
        id: anId("ret"),
        type: "return",
        status: "open",
        createdAt: anInstant,
        updatedAt: anInstant,
        order: { id: expect.stringMatching(/^ord_/), name: "1001" },
        source: { emailAddress: "", mailingAddress: HOME, name: { given: "", surname: "" }, phoneNumber: "" },
        destination: { mailingAddress: NOWHERE, phoneNumber: "" },
        items: [
          {
            id: anId("rit"),
            orderItem: { id: expect.stringMatching(/^ord_/), line_item_id: "line-1" },
            quantity: 1,
            reason: "",
            reasons: [""],
            reasonCodes: [],
            productId: "tee",
            shipmentGroupIds: [],
            status: "open",
            refund: { amount: zero, type: "refund" },
            productValueNoTaxNoAdjustment: { amount: zero },
          },
        ],
        compensationMethods: ["refund"],
        completeWithNoAction: false,
        giftCards: [],
        externalOrderIds: ["1001"],
        bigcommerceOrderIds: ["1001"],
        notes: [],
        shipments: [],
        dropoffs: [],
        tags: [],
        payouts: [],
        totals: {
          charge: { amount: zero },
          exchange: { amount: zero },
          refund: { amount: zero },
          storeCredit: { amount: zero },
        },
      },
      externalRMAResponses: [],
    }),
  );
});

test("POST return: the response shows the return as it is read afterwards", async () => {
  const store = await service.newStore();
  const place = { name: "Main", phone: "+12015550100", ...DOCK };
  await createLocation(store.ctx, store.id, place);
  const { locationId } = await createLocation(store.ctx, store.id, { ...place, name: "Own", city: "Bay" });
  const rules = [{ then: { fee: { amount: "0.50", of: "return" }, review: true, keepItem: true } }];
  await store.put("/stores/:store/policy", { timeZone: "UTC", rules });
  for (const orderId of ["default", "policy", "exchanged"]) await newOrder(store, { orderId });
  await newOrder(store, { orderId: "own", locationId, totalPrice: 5, subtotalPrice: null, customer: null });
  const all = [
    { lineItemId: "line-1", quantity: 2, reason: 'Größe \u2028 "x"', reasonCode: "SMALL", notes: "\\ tight" },
    { lineItemId: "line-2", quantity: 1, reason: "", compensation: "store_credit" },
  ];
  const bodies = [
    returnOf("default", { notes: "Two\nlines", provider: "acme", items: [all[1]] }),
    returnOf("default", { label: LABEL, items: [all[0]], shippingAddress: { ...HOME, line2: null } }),
    returnOf("own", { items: all, label: { trackingNumber: "1Z", carrier: "UPS" } }),
    returnOf("exchanged", { items: [{ ...all[0], compensation: "exchange" }] }),
    { ...returnOf("policy", { items: all }), options: { enforcePolicy: true } },
  ];
  for (const body of bodies) {
    const { status, body: answer } = await answerOf(store.post("/stores/:store/returns", body));
    expect([status, answer]).toEqual([201, expect.anything()]);
    const { return: shown } = answer as { return: Return };
    const { body: read } = await answerOf(store.get(`/returns/${shown.id}`));
    expect((read as { return: Return }).return).toEqual(asRead(shown));
  }
});

/** Shipments have a status in responses to writes alone. */
function asRead({ shipment, shipments, ...shown }: Return) {
  const plain = shipments.map(({ status: _, ...rest }) => rest);
  return { ...shown, ...(shipment && { shipment: plain[0] }), shipments: plain };
}
