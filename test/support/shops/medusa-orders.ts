import type { Json } from "../orders.ts";

const TIME = "2026-03-01T10:00:00.000Z";

/** Returns a number with the exact one beside it, as Medusa sends both. */
function big(name: string, value: number): Json {
  return { [name]: value, [`raw_${name}`]: { value: String(value), precision: 20 } };
}

export function taxOf(rate: number, code = "vat"): Json {
  return {
    id: `ordlitxl_${code}`,
    code,
    description: null,
    rate,
    raw_rate: { value: String(rate), precision: 20 },
  };
}

/** Returns what a promotion takes off. */
export function adjustmentOf(amount: number, changes: Json = {}): Json {
  return {
    ...{ id: `ordliadj_${amount}`, code: "SALE", description: null, promotion_id: "promo_1" },
    ...{ is_tax_inclusive: false, ...big("amount", amount), ...changes },
  };
}

/** Returns a line of an order of Medusa's admin API. */
export function itemOf(id: string, quantity: number, price: number, changes: Json = {}): Json {
  const { detail, ...more } = changes as { detail?: Json };
  return {
    ...{ id, title: `Title of ${id}`, subtitle: "M", thumbnail: null },
    ...{ product_id: `prod_${id}`, product_title: `Product ${id}`, variant_id: `variant_${id}` },
    ...{ variant_sku: `SKU-${id}`, variant_title: "M", is_tax_inclusive: false, requires_shipping: true },
    ...{ ...big("quantity", quantity), ...big("unit_price", price) },
    ...{ tax_lines: [], adjustments: [], created_at: TIME, updated_at: TIME },
    variant: { id: `variant_${id}`, product: { id: `prod_${id}`, tags: [] } },
    detail: {
      ...{ quantity, fulfilled_quantity: 0, shipped_quantity: 0, delivered_quantity: 0 },
      ...{ return_requested_quantity: 0, return_received_quantity: 0, return_dismissed_quantity: 0 },
      ...{ written_off_quantity: 0, updated_at: TIME, ...detail },
    },
    ...more,
  };
}

export function shippingOf(id: string, amount: number, changes: Json = {}): Json {
  return {
    ...{ id, name: "Standard", description: null, is_tax_inclusive: false, ...big("amount", amount) },
    ...{ shipping_option_id: "so_1", tax_lines: [], adjustments: [] },
    detail: { return_id: null, claim_id: null, exchange_id: null },
    ...changes,
  };
}

export function creditOf(id: string, amount: number, reference: string, referenceId: string): Json {
  return { id, reference, reference_id: referenceId, ...big("amount", amount) };
}

/** Returns a captured payment. */
export function paymentOf(id: string, amount: number, refunds: Json[] = []): Json {
  return {
    ...{ id, currency_code: "eur", provider_id: "pp_system_default", ...big("amount", amount) },
    ...{ captured_at: TIME, canceled_at: null, updated_at: TIME, refunds },
    captures: [{ id: `capt_${id}`, ...big("amount", amount), created_at: TIME }],
  };
}

export function refundOf(id: string, amount: number, changes: Json = {}): Json {
  return {
    id,
    ...big("amount", amount),
    note: null,
    refund_reason: null,
    created_at: TIME,
    updated_at: TIME,
    ...changes,
  };
}

export function collectionOf(...payments: Json[]): Json {
  return { id: "pay_col_1", status: "completed", updated_at: TIME, payments };
}

const ADDRESS = {
  ...{ first_name: "Ada", last_name: "Byron", company: null, phone: "+12015550123" },
  ...{ address_1: "1 Road", address_2: null, city: "Berkeley", province: "us-ca", postal_code: "94704" },
  country_code: "us",
};

/** Returns an order of Medusa's admin API, with the fields that the connector asks for. */
export function medusaOrder(id: string, changes: Json = {}): Json {
  return {
    ...{ id, display_id: 1, version: 1, status: "pending", is_draft_order: false, currency_code: "eur" },
    ...{
      email: "ada@example.test",
      customer_id: "cus_1",
      created_at: TIME,
      updated_at: TIME,
      canceled_at: null,
    },
    customer: { id: "cus_1", email: "ada@example.test", first_name: "Ada", last_name: "Byron", phone: null },
    ...{ shipping_address: ADDRESS, billing_address: ADDRESS },
    items: [itemOf("ordli_1", 2, 10)],
    ...{ shipping_methods: [], credit_lines: [], fulfillments: [], payment_collections: [], returns: [] },
    ...changes,
  };
}
