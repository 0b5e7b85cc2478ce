import { Type } from "@sinclair/typebox";
import type { ApiStyleDocs } from "../http/api-style.ts";
import { STATUS_PHRASES } from "../http/status-phrases.ts";
import { Problem } from "../lib/schema-types.ts";
import { type HeaderName, headersOf } from "./headers.ts";
import type { Answer, Content, Parameter } from "./operation.ts";

/** What the refusals of an operation follow from. */
type Takes = {
  parameters: Parameter[];
  hasBody: boolean;
  /** The operation's own reasons, by status. */
  own: Record<string, string>;
  /** The statuses that it answers as `{error}`. */
  plain: number[];
  dialect: ApiStyleDocs | undefined;
};

const PlainError = Type.Object({ error: Type.String() }, { title: "Error" });

const HEADERS_OF: Record<number, HeaderName[]> = {
  401: ["WWW-Authenticate"],
  429: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  503: ["Retry-After"],
};

/** Every refusal of an operation with its reasons: those of its kind, and its own. */
export function errorResponsesOf(takes: Takes): Record<string, Answer> {
  const own = { ...takes.dialect?.errors, ...takes.own };
  const reasons = new Map(Object.entries(own).map(([status, reason]) => [Number(status), [reason]]));
  for (const [usual, reason] of reasonsOfKind(takes)) {
    const status = takes.dialect?.statuses[usual] === undefined ? usual : takes.dialect.statuses[usual];
    if (status !== null) reasons.set(status, [...(reasons.get(status) ?? []), reason]);
  }
  const refusals = [...reasons].map(([status, texts]) => [status, refusalOf(status, texts.join(" "), takes)]);
  return Object.fromEntries(refusals);
}

function* reasonsOfKind({ parameters, hasBody }: Takes): Iterable<[status: number, reason: string]> {
  const inStore = parameters.some(({ name }) => name === "storeId");
  const hasId = parameters.some((parameter) => parameter.in === "path" && parameter.name !== "storeId");
  const repeatable = parameters.some(({ name }) => name === "Idempotency-Key");

  if (hasBody || parameters.some((parameter) => parameter.in !== "path")) {
    yield [400, "The request is not valid."];
  }
  yield [401, "A valid API secret is required."];
  yield [403, `The secret ${inStore ? "belongs to another store, or " : ""}lacks the scope that this takes.`];
  if (hasId) yield [404, "The store has nothing under this id."];
  if (repeatable) {
    yield [409, "The `Idempotency-Key` was used for another request, or its first request is still running."];
  }
  if (hasBody) yield [413, "The body is larger than the service takes."];
  if (hasBody) yield [415, "The body is not JSON."];
  yield [500, "The service failed; its log has the cause under the answer's `X-Request-Id`."];
  yield [503, "The database is not available; try again."];
}

function refusalOf(status: number, description: string, takes: Takes): Answer {
  return {
    description,
    headers: headersOf("X-Request-Id", ...(HEADERS_OF[status] ?? [])),
    content: contentOf(status, description, takes),
  };
}

function contentOf(status: number, description: string, { plain, dialect }: Takes): Content {
  if (dialect) return { "application/json": { schema: dialect.schemas[status] ?? dialect.schemas.default } };
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
