/** The documentation of the operation. */
export const DOCS = {
  operationId: "listDestinations",
  summary: "List destinations",
  description:
    "Lists the store's locations, oldest first. `id` is the `destination_id` of returns. `provider_location_id` is the commerce platform's number of the location, or null. Integrations use this operation to check their credential.",
  "x-extension": true,
};
