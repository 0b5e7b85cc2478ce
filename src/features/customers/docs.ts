/** A customer in a response. */
export const CUSTOMER = {
  id: "cus_01m5fk20va0000z8d3h6k9t1vw",
  email: "ada@example.com",
  firstName: "Ada",
  lastName: "Byron",
  customFields: { newsletter: true },
  createdAt: "2026-03-02T08:15:03.412Z",
  updatedAt: "2026-03-02T08:15:03.412Z",
};

/** The OpenAPI text of each operation, including choices where the specification is silent. */
export const DOCS = {
  find: {
    operationId: "findCustomer",
    summary: "Find a customer by e-mail address",
    description: [
      "Returns the customer with this `email`, compared without case and in every spelling of the domain. It is",
      "required; an empty, repeated or malformed one is 400. `createdAt` and `updatedAt` are null for customers",
      "created before these were recorded. By id a customer is found by *Get a customer*, by phone number by",
      "*Search orders, returns, customers and withdrawals*.",
    ].join("\n"),
    "x-errors": { 404: "The store has no such customer (`customer_not_found`)." },
    "x-example-query": { email: "ada@example.com" },
  },
  read: {
    operationId: "readCustomer",
    summary: "Get a customer",
    description: "Returns the profile of a customer by its id. Escape the id with `encodeURIComponent`.",
    "x-extension": true,
  },
};
