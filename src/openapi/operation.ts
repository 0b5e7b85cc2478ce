import type { ApiStyleDocs } from "../http/api-style.ts";
import type { Schema } from "./components.ts";
import { errorResponsesOf } from "./error-responses.ts";
import { headersOf } from "./headers.ts";
import { PARAMETERS } from "./info.ts";

export type Parameter = {
  in: "path" | "query" | "header";
  name: string;
  description?: string;
  required: boolean;
  schema: Schema;
};

export type Content = Record<string, { schema?: Schema; example?: unknown }>;

export type Answer = { description?: string; headers?: Record<string, { $ref: string }>; content?: Content };

/** An operation as it is generated: its successes, and under `x-` what its route says for this place alone. */
export type Operation = {
  operationId: string;
  description: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Answer & { title?: string }>;
  security?: Record<string, string[]>[];
  /** The scope that it takes. */
  "x-scope"?: string;
  /** Why it refuses, by status, beyond the reasons that every operation of its kind has. */
  "x-errors"?: Record<string, string>;
  /** The statuses that it answers as `{error}`. */
  "x-plain-errors"?: number[];
  /** Where and how it finds its refusals instead, when it speaks a dialect: `DialectDescribed` as JSON. */
  "x-api-style"?: string;
  /** Whether its requests are counted against a limit. */
  "x-rate-limited"?: boolean;
  /** Whether the body may be missing. */
  "x-optional-body"?: boolean;
  /** A body that can be sent as it stands. */
  "x-example"?: unknown;
  /** What it answers to that, by status. */
  "x-response-examples"?: Record<string, unknown>;
};

const SUCCESSES: Record<string, string> = {
  200: "Success.",
  201: "Created.",
  202: "Accepted.",
  204: "Success.",
};

/** One operation with its parameters, its body and every answer that it gives. */
export function completeOperation(generated: Operation): Operation {
  const {
    "x-scope": scope,
    "x-errors": own = {},
    "x-plain-errors": plain = [],
    "x-api-style": spoken,
    "x-rate-limited": counted = false,
    "x-optional-body": bodiless = false,
    "x-example": example,
    "x-response-examples": examples = {},
    ...operation
  } = generated;
  const { requestBody, responses } = operation;
  const dialect = spoken === undefined ? undefined : (JSON.parse(spoken) as ApiStyleDocs);
  const parameters = (operation.parameters ?? []).map(parameterOf);
  const answers = {
    ...successesOf(responses, new Set(parameters.map(({ name }) => name)), examples),
    ...errorResponsesOf({
      parameters,
      hasBody: requestBody !== undefined,
      own,
      plain,
      dialect,
    }),
  };
  return {
    ...operation,
    description: scope ? `${operation.description}\n\nTakes the scope \`${scope}\`.` : operation.description,
    parameters,
    ...(requestBody && {
      requestBody: { required: !bodiless, content: jsonOf(requestBody.content, { example }) },
    }),
    responses: counted ? withWhatIsLeft(answers) : answers,
    security: operation.security ?? securityOf(scope, dialect?.security ?? ["bearer"]),
  };
}

/** Any one of the schemes will do. */
function securityOf(scope: string | undefined, schemes: string[]): Record<string, string[]>[] {
  return schemes.map((scheme) => ({ [scheme]: scope ? [scope] : [] }));
}

function parameterOf({ name, description, schema, ...parameter }: Parameter): Parameter {
  const isHeader = parameter.in === "header";
  const said = description ?? PARAMETERS[name];
  return {
    ...parameter,
    name: isHeader ? name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()) : name,
    ...(said && { description: said }),
    schema: withoutItsText(schema),
  };
}

/** A number is described as a number, and not also as the text in which it comes. */
function withoutItsText(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const [only, ...more] = anyOf.filter(({ type }: Schema) => type !== "string");
  return only && more.length === 0 ? { ...rest, ...only } : schema;
}

function successesOf(
  responses: Operation["responses"],
  parameters: Set<string>,
  examples: Record<string, unknown>,
): Record<string, Answer> {
  const complete = Object.entries(responses).map(([status, { title, description, headers, content }]) => {
    const repeats = status === "200" && "201" in responses && parameters.has("Idempotency-Key");
    const answer: Answer = {
      description: repeats
        ? "The first answer to this `Idempotency-Key`."
        : (description ?? `${SUCCESSES[status]}${content ? "" : " The answer has no body."}`),
      headers: {
        ...headersOf("X-Request-Id", ...(parameters.has("X-Page-Continue") ? ["X-Page-Next" as const] : [])),
        ...headers,
      },
      // The generator moves the title of the schema to the answer.
      ...(content && { content: jsonOf(content, { title, example: examples[status] }) }),
    };
    return [status, answer];
  });
  return Object.fromEntries(complete);
}

/** Requests are counted once the credential is known. */
function withWhatIsLeft(answers: Record<string, Answer>): Record<string, Answer> {
  const left = headersOf("RateLimit", "RateLimit-Policy");
  const complete = Object.entries(answers).map(([status, answer]) =>
    status === "401" || status === "403"
      ? [status, answer]
      : [status, { ...answer, headers: { ...answer.headers, ...left } }],
  );
  return Object.fromEntries(complete);
}

/** The generator says that JSON may come as a form or as text, too. */
function jsonOf(content: Content, more: { title?: string; example?: unknown }): Content {
  const { "application/json": json, ...others } = content;
  if (!json) return others;
  const schema = { ...(more.title && { title: more.title }), ...json.schema };
  return { "application/json": { schema, ...(more.example !== undefined && { example: more.example }) } };
}
