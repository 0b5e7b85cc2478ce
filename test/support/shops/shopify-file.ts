import type { Json } from "../orders.ts";

type Priced = { price: string; off?: string[]; tax?: string[] } & Json;

const ADDRESS = {
  ...{ first_name: "Ada", last_name: "Byron", company: null, phone: null, name: "Ada Byron" },
  ...{ address1: "12 St James's Square", address2: null, city: "London", zip: "SW1Y 4JH" },
  ...{ province: "England", province_code: "ENG", country: "United Kingdom", country_code: "GB" },
};

/**
 * Returns what writes orders as Shopify's webhooks send them: amounts are given in the customer's currency, and stand in
 * the shop's too, by a rate. Totals are those that a test names.
 */
export function shopifyFile(presentment = "EUR", shop = presentment, rate = 1) {
  let lastId = 11_000_000_000_000;
  const nextId = () => ++lastId;
  const digits = { JPY: 0, KWD: 3 }[shop] ?? 2;
  const inShop = (amount: string) =>
    shop === presentment ? amount : (Number(amount) * rate).toFixed(digits);
  const set = (amount: string) => ({
    shop_money: { amount: inShop(amount), currency_code: shop },
    presentment_money: { amount, currency_code: presentment },
  });
  const taxes = (amounts: string[] = []) =>
    amounts.map((amount) => ({
      ...{ channel_liable: false, price: inShop(amount), price_set: set(amount), rate: 0.19, title: "VAT" },
    }));
  const allocations = (amounts: string[] = []) =>
    amounts.map((amount, i) => ({
      ...{ amount: inShop(amount), amount_set: set(amount), discount_application_index: i },
    }));

  /** A line of one piece, of a product. */
  function line(title: string, { price, off, tax, ...more }: Priced): Json {
    const quantity = (more.quantity as number | undefined) ?? 1;
    return {
      ...{ id: nextId(), title, name: title, vendor: "Linen & Co", sku: title.toUpperCase() },
      ...{ product_id: nextId(), variant_id: nextId(), variant_title: null, gift_card: false, taxable: true },
      ...{ quantity, current_quantity: quantity, price: inShop(price), price_set: set(price) },
      ...{ total_discount: "0.00", total_discount_set: set("0.00"), requires_shipping: true },
      ...{ discount_allocations: allocations(off), tax_lines: taxes(tax), duties: [], properties: [] },
      ...more,
    };
  }

  function shipping({ price, off, tax, ...more }: Priced): Json {
    return {
      ...{ id: nextId(), title: "Standard", code: "standard", source: "shopify", phone: null },
      ...{ price: inShop(price), price_set: set(price), discounted_price: inShop(price), is_removed: false },
      ...{ discount_allocations: allocations(off), tax_lines: taxes(tax), ...more },
    };
  }

  function refundLine(
    of: Json,
    quantity: number,
    subtotal: string,
    tax = "0.00",
    restock = "no_restock",
  ): Json {
    return {
      ...{ id: nextId(), line_item_id: of.id, quantity, restock_type: restock, location_id: null },
      ...{ subtotal: Number(inShop(subtotal)), subtotal_set: set(subtotal) },
      ...{ total_tax: Number(inShop(tax)), total_tax_set: set(tax) },
    };
  }

  /** Of money that was refunded, by the status of its transaction. */
  function transaction(amount: string, status = "success", kind = "refund"): Json {
    return {
      ...{ id: nextId(), kind, status, amount, currency: presentment, gateway: "shopify_payments" },
      ...{ parent_id: 1, processed_at: "2026-03-05T10:00:00+01:00" },
    };
  }

  function refund(transactions: Json[], lines: Json[] = [], more: Json = {}): Json {
    return {
      ...{ id: nextId(), created_at: "2026-03-05T10:00:00+01:00", note: null, restock: false },
      ...{ refund_line_items: lines, transactions, order_adjustments: [], duties: [], ...more },
    };
  }

  function adjustment(kind: string, amount: string, tax = "0.00"): Json {
    return {
      ...{ id: nextId(), kind, reason: kind, amount: inShop(amount), amount_set: set(amount) },
      ...{ tax_amount: inShop(tax), tax_amount_set: set(tax) },
    };
  }

  function fulfillment(lines: [Json, number][], more: Json = {}): Json {
    return {
      ...{ id: nextId(), status: "success", shipment_status: null, created_at: "2026-03-02T10:00:00+01:00" },
      ...{ updated_at: "2026-03-04T15:12:00+01:00", tracking_company: "Royal Mail" },
      ...{ tracking_number: "AB123456785GB", tracking_numbers: ["AB123456785GB"], tracking_urls: [] },
      line_items: lines.map(([of, quantity]) => ({ ...of, quantity })),
      ...more,
    };
  }

  /** An order whose total is the same now as it was at first, unless `current` says another. */
  function order(
    lines: Json[],
    totals: { total: string; tax?: string; current?: string },
    more: Json = {},
  ): Json {
    const { total, tax = "0.00", current = total } = totals;
    return {
      ...{
        id: nextId(),
        name: "#1001",
        order_number: 1001,
        test: false,
        source_name: "web",
        tags: "vip, spring",
      },
      ...{ created_at: "2026-03-01T10:00:00+01:00", updated_at: "2026-03-05T10:00:00+01:00" },
      ...{ cancelled_at: null, cancel_reason: null, currency: shop, presentment_currency: presentment },
      ...{ taxes_included: false, email: "ada@example.com", contact_email: "ada@example.com", phone: null },
      customer: {
        id: nextId(),
        email: "ada@example.com",
        phone: null,
        first_name: "Ada",
        last_name: "Byron",
      },
      ...{ billing_address: ADDRESS, shipping_address: ADDRESS, line_items: lines, shipping_lines: [] },
      ...{ fulfillments: [], refunds: [], total_price: inShop(total), total_price_set: set(total) },
      ...{ current_total_price: inShop(current), current_total_price_set: set(current) },
      ...{ total_tax: inShop(tax), total_tax_set: set(tax), total_tip_received: "0.00" },
      ...{ original_total_duties_set: null, original_total_additional_fees_set: null },
      ...more,
    };
  }

  return { set, line, shipping, refundLine, transaction, refund, adjustment, fulfillment, order };
}
