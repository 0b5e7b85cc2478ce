/** The documentation of the operation, with the choices where the specification is silent. */
export const DOCS = {
  search: {
    operationId: "search",
    summary: "Search orders, returns, customers and withdrawals",
    description: [
      "Returns up to 20 orders, returns, customers and withdrawals by a text that one of their fields is or begins with.",
      "- The fields, in this order: the id or name of an order (a leading `#` doesn't matter), the service's id of",
      "  an order as a whole, the e-mail address of a customer, the phone number as a whole, the name, beginning",
      "  with either part of it, the id of a return, its number in the warehouse API, tracking numbers of fulfillments and",
      "  shipments, and SKUs; of a withdrawal its number, the order as it was typed, the e-mail address and the name",
      "  as they were typed. The name on an order counts if the customer's profile didn't get it from the order.",
      "- A phone number has the code of its country and may be written with `+`, with `00` or without either, and",
      "  with blanks, hyphens, dots, slashes, brackets and a `(0)`.",
      "- Exact matches come first, then those that begin with the text, by field and then by the field's value;",
      "  objects with the same tracking number or SKU newest first. After the exact matches, and again after the others, come",
      "  the returns of matching orders and the orders and returns of matching customers, newest first.",
      "- Each object is returned once. Case is ignored, and whether an accent is one character with its letter; the",
      "  database's locale decides which letters are the same for ids of orders and names. No character has a special",
      "  meaning.",
      "- A secret gets the types of its scopes: orders with `orders_read`, returns and withdrawals with `returns_read`, customers",
      "  with `customers_read`.",
      "- There are no further pages: search for a longer text, or use the lists and their filters.",
    ].join("\n"),
    "x-example-query": { q: "ada@example.com" },
    "x-response-examples": {
      200: {
        results: [
          {
            type: "customer",
            id: "cus_01m5fk20va0000z8d3h6k9t1vw",
            title: "Ada Byron",
            subtitle: "ada@example.com",
            url: "https://aftersale.example.com/v2.2/stores/demo/customers/cus_01m5fk20va0000z8d3h6k9t1vw",
          },
          {
            type: "return",
            id: "ret_01m5fq8e1k0000w2n7c4x8b3rs",
            title: "Return 57",
            subtitle: "Order 1001 · open · Ada Byron · 2026-03-04",
            url: "https://aftersale.example.com/v2.2/returns/ret_01m5fq8e1k0000w2n7c4x8b3rs",
          },
        ],
      },
    },
    "x-extension": true,
  },
};
