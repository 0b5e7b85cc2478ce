import { Type } from "@sinclair/typebox";
import { PROBLEM_CODES, type ProblemCode } from "../../lib/problem-codes.ts";
import { Problem } from "../../lib/problem-schema.ts";
import { field } from "../../lib/schema-types.ts";
import type { ApiStyleDocs } from "../http/errors/api-style.ts";
import { STATUS_PHRASES } from "../http/errors/status-phrases.ts";
import type { ApiResponse, Content, Parameter } from "./components.ts";
import { commonHeaders, type HeaderName } from "./headers.ts";

/** What the error responses of an operation are derived from. */
type Source = {
  parameters: Parameter[];
  hasBody: boolean;
  /** The operation's own error descriptions, by status. */
  own: Record<string, string>;
  /** Whether it creates what its path names. */
  creates: boolean;
  /** The statuses whose error response is `{error}`. */
  plain: number[];
  /** Whether these have the faults of the body too. */
  mirrorsBody: boolean;
  style: ApiStyleDocs | undefined;
  /** Whether pages may use it with a publishable secret. */
  isInPages: boolean;
};

const PlainError = Type.Object(
  { error: field(Type.String(), "What went wrong.", "order A-1 already exists") },
  { title: "Error" },
);

const MirroredError = Type.Object(
  {
    ...PlainError.properties,
    errors: field(
      Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      "What is wrong with the body, in an object that has its fields: at each an array of sentences, by itself or, where fields of the field are wrong too, under the empty name. Elements of arrays stand under their index.",
      { lineItems: { 0: { quantity: ["lineItems.0.quantity must be a whole number from 0 to 1000000."] } } },
    ),
  },
  { title: "Error with fields" },
);

/** Codes in the text of a reason. */
const CODES = / \(`\w+`\)/g;

const HEADERS_OF: Record<number, HeaderName[]> = {
  401: ["WWW-Authenticate"],
  415: ["Accept-Encoding"],
  429: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  503: ["Retry-After"],
};

/** Returns every error response of an operation: those common to its kind, and its own. */
export function errorResponsesOf(source: Source): Record<string, ApiResponse> {
  const own = { ...source.style?.errors, ...source.own };
  const reasons = new Map(Object.entries<string>(own).map(([status, reason]) => [Number(status), [reason]]));
  for (const [mainStatus, reason] of commonReasons(source)) {
    const status =
      source.style?.statuses[mainStatus] === undefined ? mainStatus : source.style.statuses[mainStatus];
    if (status !== null) reasons.set(status, [...(reasons.get(status) ?? []), reason]);
  }
  const responses = [...reasons].map(([status, reasonsOfStatus]) => [
    status,
    responseOf(status, textOf(status, reasonsOfStatus, source), source),
  ]);
  return Object.fromEntries(responses);
}

/** Joins the reasons. Only problems have codes. */
function textOf(status: number, reasons: string[], { style, plain }: Source): string {
  const text = reasons.join(" ");
  return style || plain.includes(status) ? text.replaceAll(CODES, "") : text;
}

/** Each reason names the code of its problem. */
function* commonReasons({
  parameters,
  hasBody,
  creates,
  style,
  isInPages,
}: Source): Iterable<[status: number, reason: string]> {
  const inStore = parameters.some(({ name }) => name === "storeId");
  const isPaged = parameters.some(({ name }) => name === "X-Page-Continue");
  const isIdempotent = parameters.some(({ name }) => name === "Idempotency-Key");

  if (hasBody || parameters.some((parameter) => parameter.in !== "path")) {
    yield [400, "The request is not valid (`invalid_request`)."];
  }
  if (hasBody) {
    yield [400, "The body can't be read (`malformed_body`)."];
    yield [400, "With `Prefer: handling=strict`: the body has unknown fields (`unknown_field`)."];
  }
  if (!hasBody || parameters.some((parameter) => parameter.in === "query")) {
    yield [400, "The query has an unknown parameter (`unknown_parameter`)."];
  }
  if (isPaged) yield [400, "`X-Page-Continue` is no cursor of this list (`invalid_cursor`)."];
  yield [401, "A valid API secret is required (`unauthenticated`)."];
  if (inStore) yield [403, "The secret belongs to another store (`store_mismatch`)."];
  yield [403, "The secret lacks the required scope (`missing_scope`)."];
  if (isInPages) {
    yield [
      403,
      "The secret is publishable, and the request comes from another origin (`origin_not_allowed`).",
    ];
  }
  for (const parameter of creates ? [] : parameters) {
    if (parameter.in === "path" && parameter.name !== "storeId") yield [404, notFound(parameter.name)];
  }
  if (isIdempotent) {
    yield [409, "The `Idempotency-Key` was used for another request (`idempotency_key_reused`)."];
    yield [409, "The first request with this `Idempotency-Key` is still running (`idempotency_key_in_use`)."];
  }
  if (hasBody) yield [413, "The body is too large (`body_too_large`)."];
  if (hasBody && !style?.isLenient) yield [415, "The body is not JSON (`unsupported_media_type`)."];
  if (hasBody) yield [415, "The body's `Content-Encoding` is not gzip (`unsupported_encoding`)."];
  yield [
    500,
    "The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`.",
  ];
  yield [503, "The database is not available (`database_unavailable`); try again."];
  yield [503, "Too many requests of the store are waiting (`store_busy`); try again."];
}

/** Returns the reason for the 404 of a path parameter such as `orderId` or `segmentKey`. */
function notFound(parameter: string): string {
  const object = parameter
    .replace(/(?:Id|Key)$/, "")
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const code = Object.keys(PROBLEM_CODES).find((candidate) => candidate === `${object}_not_found`);
  if (!code) return "The store has nothing under this id.";
  return `${PROBLEM_CODES[code as ProblemCode].cause.replace(/\.$/, "")} (\`${code}\`).`;
}

function responseOf(status: number, description: string, source: Source): ApiResponse {
  return {
    description,
    headers: commonHeaders(...(HEADERS_OF[status] ?? [])),
    content: contentOf(status, description, source),
  };
}

function contentOf(status: number, description: string, { plain, mirrorsBody, style }: Source): Content {
  if (style) return { "application/json": { schema: style.schemas[status] ?? style.schemas.default } };
  const [first = ""] = description.replaceAll(CODES, "").split(/[.;:]/);
  const detail = `${first.replaceAll("`", "")}.`;
  if (plain.includes(status)) {
    return {
      "application/json": { schema: mirrorsBody ? MirroredError : PlainError, example: { error: detail } },
    };
  }
  return { "application/problem+json": { schema: Problem, example: exampleOf(status, description, detail) } };
}

/** Returns the codes that the description of a response names: those of its status. */
export function codesIn(description: string, status: number): ProblemCode[] {
  const words = [...description.matchAll(/`(\w+)`/g)].map(([, word]) => word);
  const codes = Object.keys(PROBLEM_CODES) as ProblemCode[];
  return codes.filter((code) => PROBLEM_CODES[code].status === status && words.includes(code));
}

function exampleOf(status: number, description: string, detail: string) {
  const [code] = codesIn(description, status);
  return {
    type: "about:blank",
    title: STATUS_PHRASES[status] ?? "Error",
    status,
    code,
    detail,
    instance: "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d",
  };
}
