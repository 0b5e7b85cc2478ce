/** The OpenAPI text of each operation, including choices where the specification is silent. */
export const DOCS = {
  read: {
    operationId: "readStore",
    summary: "Get a store's settings",
    description:
      "Returns the settings of the store that the secret belongs to. Operators set them with `store create`.",
    "x-extension": true,
    "x-response-examples": {
      200: {
        id: "sto_01m5fk20v10000k3v8d2r6w9xz",
        name: "Green Shop",
        currency: "EUR",
        firstStatus: "open",
        createdAt: "2026-03-02T08:15:03.412Z",
      },
    },
  },
};
