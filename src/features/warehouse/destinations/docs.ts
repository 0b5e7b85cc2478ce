/** The documentation of the operation. */
export const DOCS = {
  operationId: "listDestinations",
  summary: "List destinations",
  description:
    "Lists the store's locations, oldest first. `id` is the `destination_id` of returns. `provider_location_id` is the commerce platform's number of the location, or null. Integrations use this operation to check their credential.",
  "x-response-examples": {
    200: {
      destinations: [
        {
          id: 7,
          type: "warehouse",
          name: "Main warehouse",
          enabled: true,
          provider_location_id: null,
          address: {
            name: "Main warehouse",
            address1: "1 Dock Rd",
            address2: null,
            city: "Columbus",
            state: "OH",
            zip: "43004",
            country: "United States",
            country_code: "US",
            phone: null,
          },
        },
      ],
    },
  },
  "x-extension": true,
};
