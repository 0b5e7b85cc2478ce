import { TOO_MANY_STREAMS } from "../api-style.ts";

const LINE_MONEY = {
  ...{ price: "60.00", discount: "0.00", tax: "0.00" },
  refund: "60.00",
  refund_item: "60.00",
  refund_tax: "0.00",
};

const MONEY = {
  return_product_total: "60.00",
  return_discount_total: "0.00",
  return_tax_total: "0.00",
  return_total: "60.00",
  return_credit_total: "0.00",
  exchange_product_total: "0.00",
  exchange_discount_total: "0.00",
  exchange_tax_total: "0.00",
  exchange_total: "0.00",
  exchange_credit_total: "0.00",
  gift_card: "0.00",
  gift_card_order_name: null,
  gift_card_order_id: null,
  handling_fee: "0.00",
  refund: "60.00",
  upsell: "0.00",
};

const LABEL = {
  status: "pre_transit",
  updated_at: "2026-03-02 14:07:41",
  url: "https://labels.example.com/abc.pdf",
  rate: null,
  carrier: "USPS",
  tracking_number: "9400100000000000000001",
  line_items: [90112],
};

const COMMON = {
  id: 25044,
  service_id: "ret_01m5zk7wq10000h2v8d3c6x9ty",
  state: "open",
  edited_at: null,
  total: "60.00",
  order_name: "#1001",
  customer: "ada@example.com",
  currency: "USD",
  ...MONEY,
  multi_currency: false,
  origin_country: "United States",
  origin_country_code: "US",
  outcome: "refund",
  refund_before_inspection: false,
  was_processed: false,
  label_url: "https://labels.example.com/abc.pdf",
  label_rate: null,
  labels: [LABEL],
  status_page_url: "https://api.example.com/r/green-shop",
  destination_id: 7,
  return_method: null,
  package_reference: null,
  type: "standard",
  exchanges: [],
  carrier: "USPS",
  tracking_number: "9400100000000000000001",
  label_status: "pre_transit",
};

const NOT_PROCESSED = {
  return_processed: null,
  refund_processed: null,
  gift_card_processed: null,
  exchange_processed: null,
};

const DETAILS = {
  ...COMMON,
  created_at: "2026-03-02 14:05:09",
  updated_at: "2026-03-02 14:07:41",
  order_id: 8000000000007710,
  order_number: 1001,
  provider_order_number: 1001,
  provider_order_id: 9000000000000012,
  customer_email: "ada@example.com",
  customer_first_name: "Ada",
  customer_last_name: "Byron",
  exchange: "0.00",
  exchange_order_name: null,
  exchange_order_id: null,
  refunds: [],
  line_items: [
    {
      line_item_id: 90112,
      provider_line_item_id: 13123456789012,
      product_id: 7012345678901,
      variant_id: 41234567890123,
      sku: "TEE-BLK-M",
      line_item_title: "Tee",
      variant_title: null,
      title: "Tee",
      image: "https://cdn.example.com/tee.png",
      ...LINE_MONEY,
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
      return_comment: "N/A",
    },
  ],
  outcomes_processed_at: NOT_PROCESSED,
  label_updated_at: "2026-03-02 14:07:41",
};

const PAGE = {
  returns: [
    {
      ...COMMON,
      created_at: "2026-03-02T14:05:09+00:00",
      updated_at: "2026-03-02T14:07:41+00:00",
      order_id: "8000000000007710",
      provider_order_id: "#1001",
      provider_order_number: "1001",
      order_number: "1001",
      outcomes_processed_at: { ...NOT_PROCESSED, shop_cash_processed: null },
      label_updated_at: "2026-03-02T14:07:41+00:00",
      line_items: [
        {
          line_item_id: "90112",
          provider_line_item_id: "13123456789012",
          product_id: "7012345678901",
          variant_id: "41234567890123",
          sku: "TEE-BLK-M",
          title: "Tee",
          ...LINE_MONEY,
          returned_at: "2026-03-02 14:05:09",
          exchange_variant: "",
          return_reason: "Too small",
          parent_return_reason: null,
          return_comment: "N/A",
          barcode: "N/A",
          outcome: "default",
          provider_restock_location_id: null,
          consolidation_tracking: null,
          consolidation_destination_id: null,
          condition: null,
          disposition: null,
        },
      ],
      shopify_refund_object: [],
    },
  ],
  nextPageUrl: null,
  previousPageUrl: null,
};

/**
 * The documentation of the operations that read returns, above all where Loop's API differs from its
 * documentation.
 */
export const DOCS = {
  details: {
    operationId: "warehouseReturnDetails",
    summary: "Get return details",
    description: `Returns the return identified by \`service_return_id\`, \`order_name\`, \`order_id\` or \`return_id\`; of several, only the first in this order is used. **An unknown return, or a request without any of them, is 200 with \`error\`.**

- An order's name is matched exactly, then with one leading \`#\` more or less, then with the name that its shop gives it. Of an order's returns, the newest that is not cancelled is returned, otherwise the newest.
- \`service_id\` is the service's own id. Ids are numbers here and strings in the list. A merchant's id that is not an integer gets an assigned number that never changes; the parameter \`order_id\` accepts it, the order's own \`order_id\` and the merchant's id. A value that means two orders finds no return, here and in every action. The numbers of orders begin at 8,000,000,000,000,000, where no shop's own are; those of orders from earlier versions are small.
- Dates are \`2026-03-02 14:05:09\` in UTC. Labels have the date of the return's last change; absent label fields are null.
- There is one line item per unit, up to 10,000; *Remove line items from a return* takes its \`line_item_id\`.
- Amounts are strings with two decimals, or all of the currency if it has more. \`return_product_total\` and \`price\` are before discount; \`return_total\` is product less discount plus tax.
- \`refund\` is the amount refunded, \`gift_card\` the amount paid as store credit or gift cards; a line item's \`refund\` is its part of the refund.`,
    "x-example-query": { order_name: "WEB-20418" },
    "x-response-examples": { 200: DETAILS },
  },
  list: {
    operationId: "warehouseReturnList",
    summary: "List returns",
    description: `Lists returns, newest first by the time that \`filter\` selects.

- The window is at most 120 days, compared to the second and inclusive. \`from\` alone means 24 hours from then; \`to\` alone is ignored; the default is the last 24 hours.
- Dates are \`2026-03-01\`, \`2026-03-01 00:00:00\`, the same with \`Z\`, or ISO 8601 with \`T\`, fractions and offsets; UTC without a zone.
- Without \`paginate\` the response is an array of all returns. With \`paginate\` or \`cursor\` it is a page, which ends early after 4 MB.
- Follow \`nextPageUrl\` until it is null: use the URL, its parameters, or its \`cursor\` alone, which contains the first query. URLs begin with \`PUBLIC_URL\`, else with the address under which the request came.
- By \`created_at\` every return is listed exactly once, whatever changes meanwhile. By \`updated_at\`, in a window up to the present, returns that change while you read the pages are repeated at the end, so that none is missed. Changes after \`to\` belong to the next window.
- \`id\` is a number; other ids are strings. \`created_at\`, \`updated_at\` and \`label_updated_at\` are \`2026-03-02T14:05:09+00:00\`; \`returned_at\` and a label's \`updated_at\` are \`2026-03-02 14:05:09\`.
- Absent label fields are \`N/A\`, its URL null. Reasons are \`return_reason\` and \`parent_return_reason\`; the details have \`reason\` and \`parent_reason\`. Times in \`outcomes_processed_at\` are null or objects. No return is \`expired\`.`,
    "x-response-examples": { 200: PAGE },
    "x-errors": {
      429: TOO_MANY_STREAMS,
      422: "A date is invalid, `to` is before `from` or more than 120 days after it, or `filter`, `state`, `pageSize` or `cursor` is invalid.",
    },
  },
};
