import { beforeAll, describe, expect, test } from "bun:test";
import type { Return } from "../../../src/features/returns/schema.ts";
import { createLocation } from "../../../src/features/stores/create-location.ts";
import { newReturn } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { json, numberOf, readInEachVersion, unitIdsIn, warehouse } from "../../support/warehouse.ts";

const CREATED = new Date("2026-03-02T14:05:09.120Z");
const CHANGED = new Date("2026-03-02T14:07:41.980Z");

const service = useService();
const store = useStore(service);
let destination: number;
beforeAll(async () => {
  await createLocation(store.ctx, store.id, { name: "Main", isDefault: true });
  const { body } = await warehouse(service, store, "GET /../destinations");
  destination = (body as { destinations: { id: number }[] }).destinations[0]?.id ?? 0;
});

const LINES = [
  {
    id: "13123456789012",
    productId: "7012345678901",
    title: "Tee",
    variantId: "41234567890123",
    sku: "TEE-BLK-M",
    imageUrl: "https://cdn.example.test/tee.png",
    quantity: 3,
    price: 20,
    discount: 1,
  },
  { id: "mug-line", productId: "mug", title: "Mug", quantity: 1, price: 4.5 },
];

let orders = 1000;

/** Creates a return of two units of the first line at a fixed time, and patches it a little later. */
async function made(
  changes: object = {},
  patch?: (made: Return) => object,
  status?: string,
): Promise<Return> {
  service.setClock(CREATED);
  const items = [{ lineItemId: "13123456789012", quantity: 2, reason: "Too small", notes: "Runs small" }];
  const order = {
    orderId: `#${++orders}`,
    lineItems: LINES,
    customer: { email: "alex@example.test", firstName: "Alex", lastName: "Doe" },
  };
  const opened = await newReturn(store, { items, ...changes }, order);
  service.setClock(CHANGED);
  if (patch) await store.patch(`/returns/${opened.id}`, patch(opened));
  if (status) await store.put(`/returns/${opened.id}/status`, { status });
  service.setClock(undefined);
  return opened;
}

async function detailsOf({ id }: Return) {
  return readInEachVersion(service, store, `GET /return/details?service_return_id=${id}`);
}

async function listedOf({ id }: Return): Promise<unknown> {
  const { body } = await readInEachVersion(
    service,
    store,
    "GET /return/list?from=2026-03-02&to=2026-03-03&paginate=true&pageSize=750",
  );
  return (body as { returns: { service_id: string }[] }).returns.find(({ service_id }) => service_id === id);
}

const NO_EXCHANGE = {
  exchange_product_total: "0.00",
  exchange_discount_total: "0.00",
  exchange_tax_total: "0.00",
  exchange_total: "0.00",
  exchange_credit_total: "0.00",
};
const UNPROCESSED = {
  return_processed: null,
  refund_processed: null,
  gift_card_processed: null,
  exchange_processed: null,
};
const UNIT = { price: "20.00", tax: "0.00", refund_tax: "0.00" };
/** 20.00 less a third of 1.00; the shares of the discount add up to it. */
const FIRST = { ...UNIT, discount: "0.33", refund: "19.67", refund_item: "19.67" };
const SECOND = { ...UNIT, discount: "0.34", refund: "19.66", refund_item: "19.66" };

/** Returns the fields that details and list share for a return without label, exchange and credit. */
async function common(opened: Return) {
  return {
    id: await numberOf(store, opened.id),
    service_id: opened.id,
    state: "open",
    edited_at: null,
    total: "39.33",
    order_name: opened.order.name,
    customer: "alex@example.test",
    currency: "USD",
    return_product_total: "40.00",
    return_discount_total: "0.67",
    return_tax_total: "0.00",
    return_total: "39.33",
    return_credit_total: "0.00",
    ...NO_EXCHANGE,
    gift_card: "0.00",
    gift_card_order_name: null,
    gift_card_order_id: null,
    handling_fee: "0.00",
    refund: "39.33",
    upsell: "0.00",
    multi_currency: false,
    origin_country: "United States",
    origin_country_code: "US",
    outcome: "refund",
    refund_before_inspection: false,
    was_processed: false,
    label_url: null,
    label_rate: null,
    labels: [],
    status_page_url: `http://localhost/v2.2/returns/${opened.id}/status`,
    destination_id: destination,
    return_method: null,
    package_reference: null,
    type: "standard",
    exchanges: [],
  };
}

async function plainDetails(opened: Return) {
  const units = await unitIdsIn(store, opened.id);
  const number = Number(opened.order.name.slice(1));
  return {
    ...(await common(opened)),
    created_at: "2026-03-02 14:05:09",
    updated_at: "2026-03-02 14:05:09",
    order_id: expect.any(Number),
    order_number: number,
    provider_order_number: number,
    provider_order_id: expect.any(Number),
    customer_email: "alex@example.test",
    customer_first_name: "Alex",
    customer_last_name: "Doe",
    exchange: "0.00",
    exchange_order_name: null,
    exchange_order_id: null,
    refunds: [],
    line_items: [FIRST, SECOND].map((money, i) => ({
      line_item_id: units[i],
      provider_line_item_id: 13123456789012,
      product_id: 7012345678901,
      variant_id: 41234567890123,
      sku: "TEE-BLK-M",
      line_item_title: "Tee",
      variant_title: null,
      title: "Tee",
      image: "https://cdn.example.test/tee.png",
      ...money,
      returned_at: "2026-03-02 14:05:09",
      exchange_variant: null,
      barcode: "",
      provider_restock_location_id: null,
      consolidation_tracking: null,
      condition: null,
      disposition: null,
      outcome: "default",
      reason: "Too small",
      parent_reason: null,
      return_comment: "Runs small",
    })),
    outcomes_processed_at: UNPROCESSED,
    carrier: null,
    tracking_number: null,
    label_status: null,
    label_updated_at: null,
  };
}

async function plainListed(opened: Return) {
  const units = await unitIdsIn(store, opened.id);
  const number = opened.order.name.slice(1);
  return {
    ...(await common(opened)),
    created_at: "2026-03-02T14:05:09+00:00",
    updated_at: "2026-03-02T14:05:09+00:00",
    order_id: expect.stringMatching(/^\d+$/),
    provider_order_id: opened.order.name,
    provider_order_number: number,
    order_number: number,
    outcomes_processed_at: { ...UNPROCESSED, shop_cash_processed: null },
    carrier: "N/A",
    tracking_number: "N/A",
    label_status: "N/A",
    label_updated_at: "N/A",
    line_items: [FIRST, SECOND].map((money, i) => ({
      line_item_id: String(units[i]),
      provider_line_item_id: "13123456789012",
      product_id: "7012345678901",
      variant_id: "41234567890123",
      sku: "TEE-BLK-M",
      title: "Tee",
      ...money,
      returned_at: "2026-03-02 14:05:09",
      exchange_variant: "",
      return_reason: "Too small",
      parent_return_reason: null,
      return_comment: "Runs small",
      barcode: "N/A",
      outcome: "default",
      provider_restock_location_id: null,
      consolidation_tracking: null,
      consolidation_destination_id: null,
      condition: null,
      disposition: null,
    })),
    shopify_refund_object: [],
  };
}

test("a plain return has exactly these fields; notes have their own operation", async () => {
  const opened = await made({ notes: "Please hurry" });
  expect(await detailsOf(opened)).toEqual(json(200, await plainDetails(opened)));
  expect(await listedOf(opened)).toEqual(await plainListed(opened));
});

test("in the details, an order id and line ids that are not numbers have assigned numbers", async () => {
  const items = [{ lineItemId: "mug-line", quantity: 1, reason: "" }];
  const opened = await made({ items });
  const { body } = await detailsOf(opened);
  const { provider_order_id, line_items } = body as {
    provider_order_id: number;
    line_items: Record<string, unknown>[];
  };
  const assigned = [provider_order_id, line_items[0]?.provider_line_item_id, line_items[0]?.product_id];
  expect(new Set(assigned).size).toBe(3);
  for (const number of assigned) expect(number).toBeGreaterThanOrEqual(9e15);
  expect(line_items[0]).toMatchObject({
    variant_id: null,
    sku: "",
    image: "",
    reason: null,
    return_comment: "N/A",
  });
  expect((await detailsOf(opened)).body).toEqual(body);
  expect(await listedOf(opened)).toMatchObject({
    provider_order_id: opened.order.name,
    line_items: [
      { provider_line_item_id: "mug-line", product_id: "mug", variant_id: "", sku: "", return_reason: null },
    ],
  });
});

test("a return with a label", async () => {
  const label = { carrier: "USPS", trackingNumber: "9400", postageLabelUrl: "https://labels.test/abc.pdf" };
  const opened = await made({ label }, ({ shipments }) => ({
    shipments: shipments.map((shipment) => ({ ...shipment, status: "pre_transit" })),
  }));
  const shown = { carrier: "USPS", tracking_number: "9400", label_status: "pre_transit" };
  const labels = [
    {
      status: "pre_transit",
      updated_at: "2026-03-02 14:07:41",
      url: "https://labels.test/abc.pdf",
      rate: null,
      carrier: "USPS",
      tracking_number: "9400",
      line_items: await unitIdsIn(store, opened.id),
    },
  ];
  const same = { ...shown, labels, label_url: "https://labels.test/abc.pdf" };
  expect((await detailsOf(opened)).body).toEqual({
    ...(await plainDetails(opened)),
    ...same,
    updated_at: "2026-03-02 14:07:41",
    label_updated_at: "2026-03-02 14:07:41",
  });
  expect(await listedOf(opened)).toEqual({
    ...(await plainListed(opened)),
    ...same,
    updated_at: "2026-03-02T14:07:41+00:00",
    label_updated_at: "2026-03-02T14:07:41+00:00",
  });
});

test("a return with an exchange", async () => {
  const usd = (amount: string) => ({ amount, currency: "USD" });
  const opened = await made({}, () => ({
    exchange: {
      order: { externalId: "#1001-EXC1" },
      items: [
        {
          quantity: 2,
          originalPrice: usd("20.00"),
          price: { ...usd("18.50"), tax: "1.02" },
          product: { name: "Tee", externalId: "7012345678901" },
          variant: { name: "Black / L", externalId: "41234567890124", sku: "TEE-BLK-L" },
        },
      ],
    },
  }));
  const number = await numberOf(store, opened.id);
  const exchange = (place: string) => ({
    exchange_id: `${number}${place}`,
    exchange_order_id: null,
    exchange_order_name: "#1001-EXC1",
    product_id: "7012345678901",
    variant_id: "41234567890124",
    sku: "TEE-BLK-L",
    type: "exchange",
    title: "Tee - Black / L",
    price: "20.00",
    discount: "1.50",
    tax: "1.02",
    total: "19.52",
    out_of_stock: false,
    out_of_stock_resolution: null,
    consolidation_tracking: null,
  });
  const same = {
    exchange_product_total: "40.00",
    exchange_discount_total: "3.00",
    exchange_tax_total: "2.04",
    exchange_total: "39.04",
    outcome: "exchange+refund",
    exchanges: [exchange("0000001"), exchange("0000002")],
  };
  expect((await detailsOf(opened)).body).toEqual({
    ...(await plainDetails(opened)),
    ...same,
    edited_at: "2026-03-02 14:07:41",
    updated_at: "2026-03-02 14:07:41",
    exchange: "39.04",
    exchange_order_name: "#1001-EXC1",
  });
  expect(await listedOf(opened)).toEqual({
    ...(await plainListed(opened)),
    ...same,
    edited_at: "2026-03-02T14:07:41+00:00",
    updated_at: "2026-03-02T14:07:41+00:00",
  });
});

describe("store credit counts as gift_card with the outcome credit", () => {
  const items = [
    { lineItemId: "13123456789012", quantity: 1, reason: "", compensation: "store_credit" },
    { lineItemId: "mug-line", quantity: 1, reason: "" },
  ];

  test("next to a refund", async () => {
    const opened = await made({ items });
    const money = {
      return_product_total: "24.50",
      return_discount_total: "0.33",
      return_total: "24.17",
      total: "24.17",
      gift_card: "19.67",
      refund: "4.50",
      outcome: "credit+refund",
      line_items: [{ refund: "0.00", refund_item: "0.00" }, { refund: "4.50" }],
    };
    expect((await detailsOf(opened)).body).toMatchObject(money);
    expect(await listedOf(opened)).toMatchObject(money);
  });

  test("and an issued gift card counts with its amount", async () => {
    const giftCards = [{ amount: { amount: "25.00", currency: "USD" }, code: "GC-1" }];
    const opened = await made({ items: items.slice(0, 1) }, () => ({ giftCards }));
    const money = { gift_card: "25.00", refund: "0.00", return_total: "19.67", outcome: "credit" };
    expect((await detailsOf(opened)).body).toMatchObject(money);
    expect(await listedOf(opened)).toMatchObject(money);
  });
});

test("a processed return has the time of processing as PHP serializes it", async () => {
  const opened = await made({}, undefined, "complete");
  const at = { date: "2026-03-02 14:07:41.980000", timezone_type: 3, timezone: "UTC" };
  const processed = { ...UNPROCESSED, return_processed: at, refund_processed: at };
  const same = { state: "closed", was_processed: true };
  expect((await detailsOf(opened)).body).toEqual({
    ...(await plainDetails(opened)),
    ...same,
    updated_at: "2026-03-02 14:07:41",
    outcomes_processed_at: processed,
  });
  expect(await listedOf(opened)).toEqual({
    ...(await plainListed(opened)),
    ...same,
    updated_at: "2026-03-02T14:07:41+00:00",
    outcomes_processed_at: { ...processed, shop_cash_processed: null },
  });
});

test("a return shows the warehouse's findings, its drop-off and its adjusted values", async () => {
  const opened = await made({}, ({ items }) => ({
    dropoffs: [{ provider: "parcelshop", qrCode: "QR-1", qrCodeUrl: "https://qr.test/1.png" }],
    items: [
      {
        id: items[0]?.id,
        grade: "B",
        outcome: "restock",
        upc: "0123456789012",
        refund: { amount: { amount: "10.01", currency: "USD" }, type: "refund" },
        assessments: [
          { assignedUser: { name: "Sam" }, responses: [{ type: "short_text", value: "A stain" }] },
        ],
      },
    ],
  }));
  const by = { return_processor: "Sam", note: "A stain", inspected_at: null };
  const line = {
    barcode: "0123456789012",
    condition: { description: "B", condition_category: "B", ...by, images: [] },
    disposition: { disposition_outcome: "restock", ...by },
  };
  const shown = {
    return_total: "39.33",
    refund: "10.01",
    line_items: [
      { ...line, refund: "5.01" },
      { ...line, refund: "5.00" },
    ],
    return_method: {
      provider: "parcelshop",
      method_type: "dropoff",
      address: null,
      state: null,
      rma_id: null,
      qr_code_url: "https://qr.test/1.png",
      scheduled_at: null,
      scannable_id: "QR-1",
    },
  };
  expect((await detailsOf(opened)).body).toMatchObject(shown);
  expect(await listedOf(opened)).toMatchObject(shown);
});

test.each([
  ["JPY", 500, "500.00"],
  ["KWD", 1.25, "1.250"],
  ["EUR", 7.5, "7.50"],
  ["CLF", 1.2345, "1.2345"],
])(
  "amounts in %s have two decimals, or as many as the currency has if these are more",
  async (currencyCode, price, text) => {
    const lineItems = [{ id: "line-1", productId: "tee", title: "Tee", quantity: 1, price }];
    const opened = await newReturn(store, {}, { currencyCode, lineItems });
    const { body } = await detailsOf(opened);
    expect(body).toMatchObject({
      currency: currencyCode,
      return_total: text,
      refund: text,
      handling_fee: text.replace(/\d/g, "0").replace(/^0+\./, "0."),
      line_items: [{ price: text, refund: text }],
    });
  },
);

test("a return may have no customer and a country without a code", async () => {
  const shippingAddress = { line1: "", city: "", state: "", postalCode: "", country: "Atlantis" };
  const opened = await newReturn(store, { shippingAddress }, { customer: null });
  expect((await detailsOf(opened)).body).toMatchObject({
    customer: null,
    customer_email: null,
    customer_first_name: null,
    customer_last_name: null,
    origin_country: "Atlantis",
    origin_country_code: null,
    order_number: null,
    provider_order_number: null,
  });
});

test("a return of more than 10,000 units shows 10,000 of them and the amounts of all", async () => {
  const lineItems = [{ id: "line-1", productId: "bolt", title: "Bolt", quantity: 1_000_000, price: 0.01 }];
  const items = [{ lineItemId: "line-1", quantity: 100_000, reason: "" }];
  const opened = await newReturn(store, { items }, { lineItems });
  const { body } = await detailsOf(opened);
  expect(body).toMatchObject({ return_total: "1000.00", refund: "1000.00" });
  const lines = (body as { line_items: { line_item_id: number }[] }).line_items;
  expect(lines).toHaveLength(10_000);
  expect(new Set(lines.map(({ line_item_id }) => line_item_id)).size).toBe(10_000);
});
