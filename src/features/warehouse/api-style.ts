import { Type } from "@sinclair/typebox";
import { bearerOf } from "../../core/http/auth/credentials.ts";
import type { ApiStyle, ErrorResponse } from "../../core/http/errors/api-style.ts";
import type { Access } from "../../core/http/guard.ts";
import type { Scope } from "../../core/scopes.ts";
import type { BodyParts, Fault, ProblemParts } from "../../lib/problem.ts";
import { field } from "../../lib/schema-types.ts";
import { VERSIONS } from "./versions.ts";

export const TOO_MANY = "More requests per minute than WAREHOUSE_RATE_LIMIT allows. The default is no limit.";

/** The 429 of an operation that streams its response. */
export const TOO_MANY_STREAMS = `${TOO_MANY} Also: one process of the service streams as many responses as it may, of the store or in all.`;

/** The body for a missing or wrong secret and for a missing scope: Loop's API responds with 401 to both. */
const UNAUTHORIZED = {
  error: { code: "401", http_code: "GEN-UNAUTHORIZED", message: "Unauthorized." },
};

const Unauthorized = Type.Object(
  {
    error: field(
      Type.Object({
        code: field(Type.String(), "The code of the error.", "UNPROCESSABLE_RETURN"),
        http_code: field(Type.String(), "The word of the error.", "GEN-UNAUTHORIZED"),
        message: field(Type.String(), "What went wrong.", "No return found with this ID."),
      }),
      "The error.",
    ),
  },
  { title: "Warehouse unauthorized", examples: [UNAUTHORIZED] },
);

const Invalid = Type.Object(
  {
    message: field(Type.String(), "What went wrong.", "The given data was invalid."),
    errors: field(Type.Record(Type.String(), Type.Array(Type.String())), "What went wrong.", {
      from: ["The from is not a valid date."],
    }),
  },
  { title: "Warehouse validation error" },
);

const Message = Type.Object(
  { message: field(Type.String(), "What went wrong.", "No return found with this ID.") },
  { title: "Warehouse error" },
);

/** The API style of the warehouse API: its credentials and errors are compatible with Loop. */
export const WAREHOUSE: ApiStyle = {
  below: VERSIONS.map(({ path }) => path),
  secretOf,
  errorResponse: errorResponseOf,
  lenient: true,
  rate: { name: "warehouse", seconds: 60, limitOf: (config) => config.warehouseRateLimit },
  docs: {
    statuses: { 400: null, 403: null, 404: null },
    isLenient: true,
    schemas: { 401: Unauthorized, 422: Invalid, default: Message },
    errors: {
      429: TOO_MANY,
    },
    security: ["bearer", "xAuthorization"],
  },
};

function secretOf(headers: Headers): string | undefined {
  const header = headers.get("x-authorization")?.trim();
  return header ? header.replace(/^Bearer +/i, "") : bearerOf(headers);
}

function errorResponseOf(parts: ProblemParts | BodyParts): ErrorResponse {
  if ("body" in parts) return { status: parts.status, body: parts.body };
  const { status, detail, errors } = parts;
  if (status === 401 || status === 403) {
    return { status: 401, headers: { "WWW-Authenticate": "Bearer" }, body: UNAUTHORIZED };
  }
  if (status === 400) return { status: 422, body: invalidBody(errors ?? [{ detail }]) };
  if (status === 500) return { status, body: { message: "Server Error" } };
  return { status, body: { message: detail } };
}

function invalidBody(faults: Fault[]) {
  const byField = Map.groupBy(faults, fieldOf);
  const errors = [...byField].map(([field, fieldFaults]) => [field, fieldFaults.map(({ detail }) => detail)]);
  return { message: "The given data was invalid.", errors: Object.fromEntries(errors) };
}

function fieldOf({ parameter, header, pointer }: Fault): string {
  return parameter ?? header ?? (pointer?.slice(1).replaceAll("/", ".") || "body");
}

/** Returns the access rule of an operation of this API. */
export function access(scope: Scope): Access {
  return { scope, style: WAREHOUSE };
}
