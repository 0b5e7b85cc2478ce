/** The response headers. A required header is present on every response that lists it. */
export const HEADERS = {
  "X-Request-Id": header("The id of the request, also in the service's log.", { format: "uuid" }, true),
  "X-Page-Next": header("The cursor of the next page, for `X-Page-Continue`. Absent on the last page."),
  "WWW-Authenticate": header("`Bearer`", { const: "Bearer" }, true),
  "Retry-After": header(
    "How many seconds to wait before the next attempt.",
    { type: "integer", minimum: 0 },
    true,
  ),
  RateLimit: header(
    "The remaining quota, as in draft-ietf-httpapi-ratelimit-headers. Absent without a limit.",
    { examples: ['"requests";r=99;t=1'] },
  ),
  "RateLimit-Policy": header("The limit: the number of requests (`q`) in a window of seconds (`w`).", {
    examples: ['"requests";q=100;w=1'],
  }),
  "Accept-Encoding": header("`gzip`, after another `Content-Encoding`.", { const: "gzip" }),
  "Preference-Applied": header("`handling=strict`, when the request asked for it.", {
    const: "handling=strict",
  }),
  "Ignored-Fields": header(
    "JSON pointers to fields of the body that the operation doesn't know and has ignored, at most 20, separated by commas. What a header can't have is percent-encoded; a pointer of more than 200 characters is cut, and ends in `...`.",
    { examples: ["/curency, /lineItems/0/colour"] },
  ),
  "Access-Control-Allow-Origin": header("The page's origin, with a publishable secret."),
  "Access-Control-Expose-Headers": header("The headers that a page may read, with a publishable secret."),
  Vary: header("`Origin`, with a publishable secret.", { const: "Origin" }),
  "Content-Disposition": header("An attachment, with a file name."),
  "X-Content-Type-Options": header("`nosniff`", { const: "nosniff" }),
  "Cache-Control": header("`no-store`", { const: "no-store" }),
  "Strict-Transport-Security": header("With https."),
};

/** The headers of every response. */
const OF_ALL = [
  "X-Request-Id",
  "X-Content-Type-Options",
  "Cache-Control",
  "Strict-Transport-Security",
] as const;

/** Returns references to the headers of every response, and to others. */
export function commonHeaders(...more: HeaderName[]): Record<string, { $ref: string }> {
  return headersOf(...OF_ALL, ...more);
}

export type HeaderName = keyof typeof HEADERS;

export function headersOf(...names: HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function header(description: string, schema: object = {}, required = false) {
  return { description, ...(required && { required }), schema: { type: "string", ...schema } };
}
