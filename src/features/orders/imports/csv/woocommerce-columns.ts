/** The columns of a person and an address. */
function personColumns(kind: "billing" | "shipping") {
  const both = (name: string, title: string) => [`${kind}_${name}`, `${title} (${kind})`];
  return {
    firstName: both("first_name", "first name"),
    lastName: both("last_name", "last name"),
    fullName: both("full_name", "full name"),
    address1: [...both("address_1", "address 1"), `address 1&2 (${kind})`],
    address2: both("address_2", "address 2"),
    city: both("city", "city"),
    province: [`${kind}_state_code`, ...both("state", "state code")],
    country: both("country", "country code"),
    postalCode: both("postcode", "postcode"),
  };
}

/** The columns of the export plugins, in lower case; of several the first that has a text counts. */
export const COLUMNS = {
  orderId: ["order_id", "order id"],
  orderNumber: ["order_number_formatted", "order_number", "order number"],
  status: ["status", "order_status", "order status"],
  paid: ["date_paid", "paid_date", "_paid_date", "date_paid_gmt", "date paid", "paid date"],
  date: ["order_date", "order date", "date"],
  modified: ["modified_date", "modification date"],
  currency: ["order_currency", "currency"],
  total: ["order_total", "order total amount"],
  tax: ["tax_total", "order total tax amount"],
  shipping: ["shipping_total", "order shipping amount"],
  shippingTax: ["shipping_tax_total", "order shipping tax amount"],
  fee: ["fee_total", "order total fee"],
  feeTax: ["fee_tax_total"],
  discount: ["discount_total", "cart discount amount", "cart_discount"],
  subtotal: ["order_subtotal", "order subtotal amount"],
  refunded: ["refunded_total", "order refund amount"],
  refunds: ["refunds", "refund_items"],
  method: ["shipping method title", "shipping method (no id)", "shipping_method", "shipping method"],
  email: ["billing_email", "email (billing)", "customer_email", "customer user email"],
  phone: ["billing_phone", "phone (billing)"],
  billing: personColumns("billing"),
  shippingTo: personColumns("shipping"),
  itemId: ["item_id", "item id"],
  productId: ["item_product_id", "product id"],
  variationId: ["item_variation_id", "variation id"],
  sku: ["item_sku", "sku"],
  itemName: ["item_name", "item name", "product name", "name"],
  quantity: ["item_quantity", "quantity"],
  netQuantity: ["quantity (- refund)"],
  refundedQuantity: ["item_refunded_qty"],
  lineSubtotal: ["item_subtotal", "order line subtotal"],
  lineTotal: ["item_total", "order line (w/o tax)"],
  lineTax: ["item_total_tax", "order line tax", "item_tax"],
  price: ["item cost"],
  priceBefore: ["item cost before discount"],
  lineDiscount: ["item discount amount"],
};

/** Whether a column has lines of an order. */
export function isListColumn(name: string): boolean {
  return name === "line_items" || /^line_item_\d{1,4}$/.test(name);
}
