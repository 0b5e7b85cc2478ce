import type { ApiStyleDocs, GuardDocs } from "../http/errors/api-style.ts";
import type { ApiResponse, Content, Parameter, Schema } from "./components.ts";
import { errorResponsesOf } from "./error-responses.ts";
import { commonHeaders, type HeaderName, headersOf } from "./headers.ts";
import { PARAMETERS } from "./info.ts";

/** A generated operation: its success responses, and under `x-` what the routes state for the completion. */
export type Operation = GuardDocs & {
  operationId: string;
  description: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, ApiResponse & { title?: string }>;
  security?: Record<string, string[]>[];
  /** Descriptions of its own errors, by status, beyond those common to its kind. */
  "x-errors"?: Record<string, string>;
  /** Whether pages may use it with a publishable secret. */
  "x-in-pages"?: boolean;
  /** Whether the body may be missing. */
  "x-optional-body"?: boolean;
  /** Whether it creates what its path names, so that no id is unknown. */
  "x-creates"?: boolean;
  /** A valid request body. */
  "x-example"?: unknown;
  /** Query parameters of a valid request: those without which it is refused, or finds nothing. */
  "x-example-query"?: Record<string, string>;
  /** The response bodies to it, by status. */
  "x-response-examples"?: Record<string, unknown>;
};

/** An operation of the finished description, or a webhook. */
export type DescribedOperation = Operation & {
  method: string;
  path: string;
  summary: string;
  isWebhook?: boolean;
};

const PAGE_HEADERS: HeaderName[] = ["Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "Vary"];

const PREFER: Parameter = {
  in: "header",
  name: "Prefer",
  description:
    "`handling=strict`: unknown fields of the body are 400 (RFC 7240). By default, and with `handling=lenient`, they are ignored.",
  required: false,
  schema: { type: "string", enum: ["handling=strict", "handling=lenient"] },
};

const SUCCESSES: Record<string, string> = {
  200: "Success.",
  201: "Created.",
  202: "Accepted.",
  204: "Success.",
};

/** Returns an operation with its parameters, its body and every response. */
export function completeOperation(generated: Operation): Operation {
  const {
    "x-scope": scope,
    "x-takes-any-scope": takesAnyScope = false,
    "x-errors": own = {},
    "x-plain-errors": plain = [],
    "x-mirrors-body": mirrorsBody = false,
    "x-api-style": styleJson,
    "x-rate-limited": isRateLimited = false,
    "x-in-pages": isInPages = false,
    "x-optional-body": hasOptionalBody = false,
    "x-creates": creates = false,
    "x-example": example,
    "x-example-query": query = {},
    "x-response-examples": examples = {},
    ...operation
  } = generated;
  const { requestBody, responses } = operation;
  const style = styleJson === undefined ? undefined : (JSON.parse(styleJson) as ApiStyleDocs);
  const isStrictOnRequest = requestBody !== undefined && !style;
  const parameters = [
    ...(operation.parameters ?? []).map((one) => parameterOf(one, query)),
    ...(isStrictOnRequest ? [PREFER] : []),
  ];
  const allResponses = {
    ...successesOf(responses, new Set(parameters.map(({ name }) => name)), examples),
    ...errorResponsesOf({
      parameters,
      hasBody: requestBody !== undefined,
      own,
      creates,
      plain,
      mirrorsBody,
      style,
      isInPages,
    }),
  };
  return {
    ...operation,
    description: scope
      ? `${operation.description}\n\n${requirementOf(scope, takesAnyScope)}`
      : operation.description,
    parameters,
    ...(requestBody && {
      requestBody: { required: !hasOptionalBody, content: jsonOf(requestBody.content, { example }) },
    }),
    responses: withHeaders(allResponses, [
      ...(isRateLimited ? (["RateLimit", "RateLimit-Policy"] as const) : []),
      ...(isInPages ? PAGE_HEADERS : []),
      ...(isStrictOnRequest ? (["Preference-Applied", "Ignored-Fields"] as const) : []),
    ]),
    security: operation.security ?? securityOf(scope, takesAnyScope, style?.security ?? ["bearer"]),
  };
}

function requirementOf(scope: string, takesAny: boolean): string {
  const scopes = scope.split(" ").map((name) => `\`${name}\``);
  if (takesAny) return `Requires one of the scopes ${scopes.join(", ")}.`;
  return scopes.length === 1
    ? `Requires the scope ${scopes[0]}.`
    : `Requires the scopes ${scopes.join(", ")}.`;
}

/** Alternatives: each scheme with all scopes or, if one is enough, with each scope. */
function securityOf(
  scope: string | undefined,
  takesAny: boolean,
  schemes: string[],
): Record<string, string[]>[] {
  const scopes = scope ? scope.split(" ") : [];
  const enough = takesAny ? scopes.map((one) => [one]) : [scopes];
  return schemes.flatMap((scheme) => enough.map((needed) => ({ [scheme]: needed })));
}

function parameterOf(
  { name, description, schema, ...parameter }: Parameter,
  query: Record<string, string>,
): Parameter {
  const isHeader = parameter.in === "header";
  const example = parameter.in === "query" && Object.hasOwn(query, name) ? query[name] : undefined;
  const text = description ?? PARAMETERS[name];
  return {
    ...parameter,
    name: isHeader ? name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()) : name,
    ...(text && { description: text }),
    schema: withoutString(schema),
    ...(example !== undefined && { example }),
  };
}

/** The framework describes a numeric parameter as a number or a string; this keeps the number. */
function withoutString(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const [only, ...more] = anyOf.filter(({ type }: Schema) => type !== "string");
  return only && more.length === 0 ? { ...rest, ...only } : schema;
}

function successesOf(
  responses: Operation["responses"],
  parameters: Set<string>,
  examples: Record<string, unknown>,
): Record<string, ApiResponse> {
  const complete = Object.entries(responses).map(([status, { title, description, headers, content }]) => {
    const isReplay = status === "200" && "201" in responses && parameters.has("Idempotency-Key");
    const response: ApiResponse = {
      description:
        description ??
        (isReplay
          ? "The first response to this `Idempotency-Key`."
          : `${SUCCESSES[status]}${content ? "" : " The response has no body."}`),
      headers: {
        ...commonHeaders(...(parameters.has("X-Page-Continue") ? ["X-Page-Next" as const] : [])),
        ...headers,
      },
      // The generator moves the title of the schema to the response.
      ...(content && { content: jsonOf(content, { title, example: examples[status] }) }),
    };
    return [status, response];
  });
  return Object.fromEntries(complete);
}

/** Headers that are set after authentication, so 401 and 403 don't have them. */
function withHeaders(
  responses: Record<string, ApiResponse>,
  names: HeaderName[],
): Record<string, ApiResponse> {
  const added = headersOf(...names);
  const complete = Object.entries(responses).map(([status, response]) =>
    status === "401" || status === "403"
      ? [status, response]
      : [status, { ...response, headers: { ...response.headers, ...added } }],
  );
  return Object.fromEntries(complete);
}

/** Drops the form and text media types that the generator adds to JSON bodies. */
function jsonOf(content: Content, more: { title?: string; example?: unknown }): Content {
  const { "application/json": json, ...others } = content;
  if (!json) return others;
  const schema = { ...(more.title && { title: more.title }), ...json.schema };
  return { "application/json": { schema, ...(more.example !== undefined && { example: more.example }) } };
}
