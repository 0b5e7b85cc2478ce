/** The headers of answers, described once. Those that are required are there on every answer that lists them. */
export const HEADERS = {
  "X-Request-Id": header("Names the request; the service's log has it too.", { format: "uuid" }, true),
  "X-Page-Next": header("The marker of the next page, for `X-Page-Continue`. Absent on the last page."),
  "WWW-Authenticate": header("`Bearer`", { const: "Bearer" }, true),
  "Retry-After": header(
    "How many seconds to wait before the next try.",
    { type: "integer", minimum: 0 },
    true,
  ),
  RateLimit: header(
    "What is left of the limit, in the fields of draft-ietf-httpapi-ratelimit-headers. Absent where there is none.",
    { examples: ['"requests";r=99;t=1'] },
  ),
  "RateLimit-Policy": header("The limit: so many requests (`q`) in so many seconds (`w`).", {
    examples: ['"requests";q=100;w=1'],
  }),
  "Content-Disposition": header("An attachment, and the name that its file may have."),
  "X-Content-Type-Options": header("`nosniff`", { const: "nosniff" }, true),
};

export type HeaderName = keyof typeof HEADERS;

export function headersOf(...names: HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function header(description: string, schema: object = {}, required = false) {
  return { description, ...(required && { required }), schema: { type: "string", ...schema } };
}
