/** What the documentation says of it. */
export const DOCS = {
  operationId: "listDestinations",
  summary: "List destinations",
  description:
    "The store's locations, the oldest first; `id` is the number that returns show as `destination_id`, `provider_location_id` a platform's own number for the location, null where it has none. Integrations check their credential here.",
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
