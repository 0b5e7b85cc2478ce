/** What the documentation says of each operation; the choices where the specification is silent. */
export const DOCS = {
  find: {
    operationId: "findCustomer",
    summary: "Find a customer by e-mail address",
    description:
      "The address is compared without case and returned as stored. A missing, empty, repeated or malformed `email` is 400. `createdAt` and `updatedAt` are null for customers from before these were kept.",
    "x-refusals": { 404: "No customer of the store has this address." },
  },
};
