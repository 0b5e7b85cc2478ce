/** The headers of answers, described once. */
export const HEADERS = {
  "X-Request-Id": header("Names the request; the service's log has it too.", { format: "uuid" }),
  "X-Page-Next": header("The marker of the next page, for `X-Page-Continue`. Absent on the last page."),
  "WWW-Authenticate": header("`Bearer`"),
  "Retry-After": header("How many seconds to wait before the next try.", { type: "integer" }),
  RateLimit: header("What is left of the limit."),
  "RateLimit-Policy": header("The limit."),
};

export type HeaderName = keyof typeof HEADERS;

export function headersOf(...names: HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function header(description: string, schema: object = {}) {
  return { description, schema: { type: "string", ...schema } };
}
