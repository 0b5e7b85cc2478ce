/** What the documentation says of it. */
export const DOCS = {
  operationId: "listDestinations",
  summary: "List the places that returns are sent to",
  description:
    "The store's locations, the oldest first; `id` is the number that returns show as `destination_id`, `provider_location_id` the location's id in the main API (`loc_…`). Integrations check their credential here.",
  "x-extension": true,
};
