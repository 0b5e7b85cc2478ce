/** The OpenAPI text of each operation, including choices where the specification is silent. */
export const DOCS = {
  find: {
    operationId: "findCustomer",
    summary: "Find a customer by e-mail address",
    description: [
      "Returns the customer with this address, compared without case. A missing, empty, repeated or",
      "malformed `email` is 400. `createdAt` and `updatedAt` are null for customers created before",
      "these were recorded.",
    ].join("\n"),
    "x-errors": { 404: "No customer of the store has this address." },
    "x-response-examples": {
      200: {
        id: "cus_01m5fk20va0000z8d3h6k9t1vw",
        email: "ada@example.com",
        firstName: "Ada",
        lastName: "Byron",
        customFields: { newsletter: true },
        createdAt: "2026-03-02T08:15:03.412Z",
        updatedAt: "2026-03-02T08:15:03.412Z",
      },
    },
  },
};
