/** The OpenAPI text of each operation, including choices where the specification is silent. */
export const DOCS = {
  erase: {
    operationId: "eraseCustomer",
    summary: "Erase a customer",
    description: [
      "Erases a person, within a minute. With the response the profile is gone: reads by id, e-mail address or",
      "phone number are 404, and an event or order with any of them creates a new customer.",
      "- **Erased**: the profile, custom events, storefront events, rejected events; in orders the customer and",
      "  the addresses; in returns names, addresses, notes, comments, images, the customer's comments and answers,",
      "  links to labels; the same in payloads of webhooks, also of deliveries that wait, in responses kept for an",
      "  `Idempotency-Key`, in files of the ASN report, and in saved segments.",
      "- **Kept**: orders and returns with their lines, money, ids and statuses. Each erased return has a row in",
      "  its history with `erased`, and an event for the webhooks. The change feed has `customer.erased`,",
      "  `order.updated` and `return.updated`.",
      "- What was acknowledged before this request is erased, also what is still being recorded. What follows is a",
      "  new customer's. Of requests at the same time each is treated in one of the two ways, as a whole.",
      "- A repeated request is 202 as long as the erasure is in progress, and then 404.",
    ].join("\n"),
    "x-extension": true,
  },
};
