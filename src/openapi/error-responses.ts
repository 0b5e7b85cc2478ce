import { Type } from "@sinclair/typebox";
import type { ApiStyleDocs } from "../http/api-style.ts";
import { STATUS_PHRASES } from "../http/status-phrases.ts";
import { Problem } from "../lib/schema-types.ts";
import type { ApiResponse, Content, Parameter } from "./components.ts";
import { type HeaderName, headersOf } from "./headers.ts";

/** What the error responses of an operation are derived from. */
type Source = {
  parameters: Parameter[];
  hasBody: boolean;
  /** The operation's own error descriptions, by status. */
  own: Record<string, string>;
  /** The statuses whose error response is `{error}`. */
  plain: number[];
  style: ApiStyleDocs | undefined;
};

const PlainError = Type.Object({ error: Type.String() }, { title: "Error" });

const HEADERS_OF: Record<number, HeaderName[]> = {
  401: ["WWW-Authenticate"],
  429: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  503: ["Retry-After"],
};

/** Returns every error response of an operation: those common to its kind, and its own. */
export function errorResponsesOf(source: Source): Record<string, ApiResponse> {
  const own = { ...source.style?.errors, ...source.own };
  const reasons = new Map(Object.entries(own).map(([status, reason]) => [Number(status), [reason]]));
  for (const [mainStatus, reason] of commonReasons(source)) {
    const status =
      source.style?.statuses[mainStatus] === undefined ? mainStatus : source.style.statuses[mainStatus];
    if (status !== null) reasons.set(status, [...(reasons.get(status) ?? []), reason]);
  }
  const responses = [...reasons].map(([status, reasonsOfStatus]) => [
    status,
    responseOf(status, reasonsOfStatus.join(" "), source),
  ]);
  return Object.fromEntries(responses);
}

function* commonReasons({ parameters, hasBody }: Source): Iterable<[status: number, reason: string]> {
  const inStore = parameters.some(({ name }) => name === "storeId");
  const hasId = parameters.some((parameter) => parameter.in === "path" && parameter.name !== "storeId");
  const isIdempotent = parameters.some(({ name }) => name === "Idempotency-Key");

  if (hasBody || parameters.some((parameter) => parameter.in !== "path")) {
    yield [400, "The request is not valid."];
  }
  yield [401, "A valid API secret is required."];
  yield [403, `The secret ${inStore ? "belongs to another store, or " : ""}lacks the required scope.`];
  if (hasId) yield [404, "The store has nothing under this id."];
  if (isIdempotent) {
    yield [409, "The `Idempotency-Key` was used for another request, or its first request is still running."];
  }
  if (hasBody) yield [413, "The body is too large."];
  if (hasBody) yield [415, "The body is not JSON."];
  yield [500, "The service failed; its log has the cause under the response's `X-Request-Id`."];
  yield [503, "The database is not available; try again."];
}

function responseOf(status: number, description: string, source: Source): ApiResponse {
  return {
    description,
    headers: headersOf("X-Request-Id", ...(HEADERS_OF[status] ?? [])),
    content: contentOf(status, description, source),
  };
}

function contentOf(status: number, description: string, { plain, style }: Source): Content {
  if (style) return { "application/json": { schema: style.schemas[status] ?? style.schemas.default } };
  const [first = ""] = description.split(/[.;:]/);
  const detail = `${first.replaceAll("`", "")}.`;
  if (plain.includes(status)) {
    return { "application/json": { schema: PlainError, example: { error: detail } } };
  }
  return { "application/problem+json": { schema: Problem, example: exampleOf(status, detail) } };
}

function exampleOf(status: number, detail: string) {
  return {
    type: "about:blank",
    title: STATUS_PHRASES[status] ?? "Error",
    status,
    detail,
    instance: "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d",
  };
}
