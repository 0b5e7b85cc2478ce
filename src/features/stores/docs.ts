/** The OpenAPI text of each operation, including choices where the specification is silent. */
export const DOCS = {
  read: {
    operationId: "readStore",
    summary: "Get a store's settings",
    description: "Returns the settings of the store that the secret belongs to.",
    "x-extension": true,
  },
  locations: {
    operationId: "listLocations",
    summary: "List locations",
    description: "Lists the store's locations, oldest first: where stock is and where returns go.",
    "x-extension": true,
  },
  update: {
    operationId: "updateStore",
    summary: "Update a store's settings",
    description: [
      "Changes the settings that the body has. Orders and returns that exist keep what they have. Of `shopperPage`, `waiting`,",
      "`withdrawal` and `mail` the fields that the body has change; lists and texts are replaced as a whole.",
      "Turning the shopper's page or withdrawal on turns mail on, unless the same request says otherwise.",
      "Changes of `name`, `currency`, `timeZone` and `firstStatus` are listed in `history`, with who made them.",
    ].join("\n"),
    "x-extension": true,
    "x-example": {
      ...{ name: "Green Shop", timeZone: "Europe/Berlin", firstStatus: "needs_review" },
      shopperPage: { enabled: true, findBy: ["email"], color: "#0b6e4f" },
    },
  },
  createLocation: {
    operationId: "createLocation",
    summary: "Create a location",
    description: "Adds a place where stock is or returns go. A new default replaces the current one.",
    "x-extension": true,
    "x-errors": { 404: "The location of this `Idempotency-Key` was deleted (`location_not_found`)." },
    "x-example": { name: "Main warehouse", address: { line1: "1 Dock Rd", city: "Columbus", country: "US" } },
  },
  readLocation: {
    operationId: "readLocation",
    summary: "Get a location",
    description: "Returns the location as in the list.",
    "x-extension": true,
  },
  updateLocation: {
    operationId: "updateLocation",
    summary: "Update a location",
    description: [
      "Replaces the location; omitted fields become empty. The default location stays the default until",
      "another one becomes it.",
    ].join("\n"),
    "x-extension": true,
    "x-example": { name: "Main warehouse", address: { line1: "1 Dock Rd", city: "Columbus", country: "US" } },
  },
};
