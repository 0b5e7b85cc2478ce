const TOO_MANY = "The store has 50 integrations (`too_many_integrations`).";

/** The OpenAPI text of each operation, including choices where the specification is silent. */
export const DOCS = {
  list: {
    operationId: "listIntegrations",
    summary: "List integrations",
    description: [
      "Lists the systems that issue return authorizations of their own, and the one that pays what returns owe, oldest",
      "first. A new return with `options.createExternalRMAs` is posted to each of the former.",
    ].join("\n"),
    "x-extension": true,
  },
  create: {
    operationId: "createIntegration",
    summary: "Create an integration",
    description: [
      "Adds a system that issues return authorizations of its own. It gets a POST of `{return, order}` for each new",
      "return that asks for it, and a 2xx status means that it has accepted the return.",
      "- One of kind `refunds` pays what the store's returns owe instead; a store has at most one (the guide *Pay refunds*",
      "  says what it gets and answers). What fell due before is not paid by itself.",
      "- Its URL may be private only if the operator allows it, as with webhooks.",
      "- The token is stored encrypted and never shown.",
    ].join("\n"),
    "x-extension": true,
    "x-errors": {
      404: "The integration of this `Idempotency-Key` was deleted (`integration_not_found`).",
      409: `${TOO_MANY} Or it has one of kind \`refunds\` already (\`payee_exists\`).`,
    },
    "x-example": { provider: "acme", url: "https://rma.example.com/returns", token: "integration-token" },
  },
  read: {
    operationId: "readIntegration",
    summary: "Get an integration",
    description: "Returns the integration as in the list.",
    "x-extension": true,
  },
  update: {
    operationId: "updateIntegration",
    summary: "Update an integration",
    description: [
      "Changes what the body has. Without `token` the stored one stays; with another `url` it has to be sent again,",
      "because it is not sent to another address.",
    ].join("\n"),
    "x-extension": true,
    "x-example": { provider: "acme returns" },
  },
  delete: {
    operationId: "deleteIntegration",
    summary: "Delete an integration",
    description: "Deletes the integration and its token. What it has responded stays with the returns.",
    "x-extension": true,
  },
  test: {
    operationId: "testIntegration",
    summary: "Test an integration",
    description: [
      "Posts a return that no store has to the integration, as a new one is posted, and returns what came back.",
      "- The return has the id `test` and the tag `test`.",
      "- After 5 seconds the request ends. Redirects are not followed.",
    ].join("\n"),
    "x-extension": true,
    "x-errors": { 409: "The integration is of kind `refunds` (`payee_not_tested`)." },
  },
};
