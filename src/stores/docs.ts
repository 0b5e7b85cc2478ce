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
  locations: {
    operationId: "listLocations",
    summary: "List locations",
    description:
      "Lists the store's locations, oldest first: where stock is and where returns go. Operators add them with `location create`.",
    "x-extension": true,
    "x-response-examples": {
      200: {
        locations: [
          {
            id: "loc_01m5fk20v30000w2n8c4t7y1xe",
            name: "Main warehouse",
            address: {
              line1: "1 Dock Rd",
              line2: "",
              city: "Columbus",
              state: "OH",
              postalCode: "43004",
              country: "US",
            },
            phoneNumber: "",
            isDefault: true,
            createdAt: "2026-03-02T08:15:03.412Z",
          },
        ],
      },
    },
  },
};
