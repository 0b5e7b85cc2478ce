import type { Json } from "../orders.ts";

const ADDRESS = {
  ...{ first_name: "Ada", last_name: "Byron", company: "", address_1: "12 St James's Square", address_2: "" },
  ...{ city: "London", state: "", postcode: "SW1Y 4JH", country: "GB", phone: "+442079460018" },
};

/** Returns an order as the REST API v3 and the webhooks of WooCommerce have it. */
export function wooOrder(id: number | string, changes: Json = {}): Json {
  return {
    ...{
      id,
      parent_id: 0,
      status: "processing",
      currency: "EUR",
      version: "9.4.2",
      prices_include_tax: false,
    },
    ...{ date_created: "2026-03-01T11:00:00", date_created_gmt: "2026-03-01T10:00:00" },
    ...{ date_modified: "2026-03-02T10:30:00", date_modified_gmt: "2026-03-02T09:30:00" },
    ...{ discount_total: "0.00", discount_tax: "0.00", shipping_total: "0.00", shipping_tax: "0.00" },
    ...{ cart_tax: "0.00", total: "0.00", total_tax: "0.00", customer_id: 7, order_key: "wc_order_k3yK3y" },
    billing: { ...ADDRESS, email: "ada@example.com" },
    shipping: ADDRESS,
    ...{ payment_method: "stripe", payment_method_title: "Card", transaction_id: "pi_1" },
    ...{ customer_ip_address: "192.0.2.7", customer_user_agent: "Mozilla/5.0", created_via: "checkout" },
    ...{ customer_note: "", date_completed: null, date_completed_gmt: null },
    ...{
      date_paid: "2026-03-01T11:00:05",
      date_paid_gmt: "2026-03-01T10:00:05",
      cart_hash: "c4",
      number: `${id}`,
    },
    ...{ meta_data: [], line_items: [], tax_lines: [], shipping_lines: [], fee_lines: [], coupon_lines: [] },
    ...{ refunds: [], payment_url: "", is_editable: false, needs_payment: false, needs_processing: true },
    ...{
      currency_symbol: "€",
      _links: { self: [{ href: `https://shop.example/wp-json/wc/v3/orders/${id}` }] },
    },
    ...changes,
  };
}

/** Returns a line of a product. `price` is what WooCommerce shows unrounded; of a rounded total it has to be given. */
export function wooLine(id: number, quantity: number, total: string, changes: Json = {}): Json {
  return {
    ...{ id, name: `Product of ${id}`, product_id: 1_000 + id, variation_id: 0, quantity, tax_class: "" },
    ...{ subtotal: total, subtotal_tax: "0.00", total, total_tax: "0.00", taxes: [], meta_data: [] },
    ...{ sku: `SKU-${id}`, price: quantity ? Number(total) / quantity : 0, parent_name: null },
    image: { id: "", src: "" },
    ...changes,
  };
}

/** Returns the taxes of a line: what is shown, and what WooCommerce computed. */
export function taxed(shown: string, ...computed: string[]): Json {
  const totals = computed.length > 0 ? computed : [shown];
  return {
    total_tax: shown,
    subtotal_tax: shown,
    taxes: totals.map((total, i) => ({ id: i + 1, total, subtotal: total })),
  };
}

export function wooShipping(id: number, total: string, changes: Json = {}): Json {
  return {
    ...{ id, method_title: "Flat rate", method_id: "flat_rate", instance_id: "1", total, total_tax: "0.00" },
    ...{ taxes: [], tax_status: "taxable", meta_data: [] },
    ...changes,
  };
}

export function wooFee(id: number, name: string, total: string, changes: Json = {}): Json {
  return {
    ...{ id, name, tax_class: "", tax_status: "taxable", amount: total, total, total_tax: "0.00" },
    ...{ taxes: [], meta_data: [] },
    ...changes,
  };
}

export function wooCoupon(id: number, code: string, discount: string): Json {
  return {
    id,
    code,
    discount,
    discount_tax: "0.00",
    meta_data: [],
    discount_type: "percent",
    nominal_amount: 10,
  };
}

/** Returns a refund as it is read by itself. `ofLines`: its lines, with what is refunded for each. */
export function wooRefund(id: number, amount: string, changes: Json = {}): Json {
  return {
    ...{
      id,
      date_created: "2026-03-05T13:00:00",
      date_created_gmt: "2026-03-05T12:00:00",
      amount,
      reason: "",
    },
    ...{ refunded_by: 1, refunded_payment: true, meta_data: [], line_items: [], shipping_lines: [] },
    ...{ tax_lines: [], fee_lines: [] },
    ...changes,
  };
}

/** Returns the line of a refund for a line of the order; what it refunds is below zero. */
export function refundedLine(
  id: number,
  ofLine: number,
  quantity: number,
  total: string,
  tax = "0.00",
): Json {
  const meta_data = [{ id: id * 10, key: "_refunded_item_id", value: `${ofLine}` }];
  return wooLine(id, -quantity, `-${total}`, { total_tax: `-${tax}`, meta_data });
}

const KEPT = { id: 1, key: "is_vat_exempt", value: "no" };

/** The parcels of a plugin for tracking. */
export function trackingMeta(...items: Json[]): Json {
  return { meta_data: [KEPT, { id: 2, key: "_wc_shipment_tracking_items", value: items }] };
}
