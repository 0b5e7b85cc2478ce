/** What the documentation says of it. */
export const DOCS = {
  operationId: "listDestinations",
  summary: "List the places that returns are sent to",
  description:
    "The store's locations, the oldest first; `id` is the number that returns show as `destination_id`, `provider_location_id` the location's id in the main API (`loc_…`). Integrations check their credential here.",
  "x-answers": {
    200: {
      destinations: [
        {
          id: 7,
          type: "warehouse",
          name: "Main warehouse",
          enabled: true,
          provider_location_id: "loc_01kb3e8m9g0000q2x7d4n8wvf5",
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
