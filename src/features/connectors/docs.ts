/** The OpenAPI text of each operation, including choices where the specification is silent. */
export const DOCS = {
  list: {
    operationId: "listConnectors",
    summary: "List connectors",
    description: [
      "Lists the shops that a store takes its orders from, by kind; it has at most one of each.",
      "- Their webhooks are posted to `webhookUrl`, and `CONNECTOR_POLL_INTERVAL` says how often the shop is read besides.",
    ].join("\n"),
    "x-extension": true,
  },
  put: {
    operationId: "putConnector",
    summary: "Connect a shop",
    description: [
      "Connects the store to a shop, or changes how: its orders are read at once, the oldest first, and from then on as they",
      "change.",
      "- What a body doesn't have stays as it is: without `credentials` the stored ones are kept. Another address needs them",
      "  again, because stored ones are not sent to it; the shop is read from its beginning then.",
      "- Credentials are stored encrypted and never shown.",
      "- The shop's address may be private only if the operator allows it (`WEBHOOK_ALLOWED_HOSTS`), as with webhooks.",
      "- While `enabled` is false, nothing is read, and webhooks have no effect. Once it is true again, what has changed",
      "  meanwhile is read.",
      "- To connect another shop of the same kind, delete the connector first: ids of orders mean another thing there.",
    ].join("\n"),
    "x-extension": true,
    "x-example": {
      url: "https://shop.example.com",
      enabled: true,
      credentials: { apiKey: "sk_5f2b", webhookSecret: "a-long-random-secret" },
    },
  },
  read: {
    operationId: "readConnector",
    summary: "Get a connector",
    description: "Returns the connector as in the list.",
    "x-extension": true,
  },
  delete: {
    operationId: "deleteConnector",
    summary: "Disconnect a shop",
    description:
      "Deletes the connector with its credentials. Orders that came by it stay, and what the shop wasn't asked to pay for them is refused unless an integration pays; webhooks of the shop get 401 from now on.",
    "x-extension": true,
  },
  poll: {
    operationId: "pollConnector",
    summary: "Read a shop now",
    description: [
      "Reads what has changed in the shop now, instead of when it is due. 202 says that it is queued; the connector shows",
      "what came of it, usually within a few seconds.",
      "- A connector that is not enabled isn't read.",
    ].join("\n"),
    "x-extension": true,
  },
  rejections: {
    operationId: "listRejectedOrders",
    summary: "List rejected orders",
    description: [
      "Lists the latest 100 orders of the shop that could not be stored, those rejected last first.",
      "- Each is read from the shop again after ten minutes, then at longer pauses of up to a day, and as soon as the shop",
      "  changes it. An order that can be stored leaves the list.",
      "- An order is rejected where it has something that *Create or update an order of a shop* refuses, for example fewer",
      "  pieces of a line than returns hold.",
    ].join("\n"),
    "x-extension": true,
  },
};
