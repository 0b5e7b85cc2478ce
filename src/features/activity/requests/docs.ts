/** The documentation of the operation. */
export const DOCS = {
  list: {
    operationId: "listRequests",
    summary: "List requests",
    description: `Lists the requests that clients with the store's secrets have sent to both APIs, and what people have changed in the console, newest first unless \`sort\` says otherwise, whatever the response was.

- A request is listed about a second after its response. It is kept for a week, unless the operator has set another time.
- Bodies, paths with ids, query parameters, headers and secrets are not stored; \`route\` is the pattern of the path.
- \`ignoredFields\` names what \`Ignored-Fields\` in the response did: a misspelt \`currency\`, for example. A name that is no plain word is \`*\`, and all together have at most 500 characters.
- Requests without a valid secret belong to no store and are not listed.
- Per second and process of the service, up to 100 successful requests and 100 others are listed. Beyond that, and while the database is not available, requests are missing.
- A page may have fewer requests than \`X-Page-Size\`, even none, and a next page: with \`sender\`, with \`status\` and \`client\`, or with a \`status\` below 400, it ends after comparing 2,000.`,
    "x-extension": true,
  },
};
