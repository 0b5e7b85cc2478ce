import { Type } from "@sinclair/typebox";
import type { ApiStyle, ErrorResponse } from "../http/api-style.ts";
import { bearerOf } from "../http/bearer-token.ts";
import type { Access, Scope } from "../http/guard.ts";
import type { Fault, ProblemParts } from "../lib/problem.ts";

export const TOO_MANY =
  "More requests in a minute than WAREHOUSE_RATE_LIMIT allows; without it there is no limit.";

/** Why an operation is refused that answers at any length. */
export const TOO_MANY_STREAMS = `${TOO_MANY} Or more answers of any length at once than the store may have.`;

/** The body of a missing or wrong secret, and of one without the scope: the platform knows no 403 here. */
const UNAUTHORIZED = {
  error: { code: "401", http_code: "GEN-UNAUTHORIZED", message: "Unauthorized." },
};

const Unauthorized = Type.Object(
  {
    error: Type.Object({ code: Type.String(), http_code: Type.String(), message: Type.String() }),
  },
  { title: "Warehouse unauthorized", examples: [UNAUTHORIZED] },
);

const Invalid = Type.Object(
  { message: Type.String(), errors: Type.Record(Type.String(), Type.Array(Type.String())) },
  { title: "Warehouse validation error" },
);

const Message = Type.Object({ message: Type.String() }, { title: "Warehouse error" });

/**
 * How the compatible warehouse API speaks: credential and errors are those of the platform that it stands in
 * for.
 */
export const WAREHOUSE: ApiStyle = {
  below: "/api/v1",
  secretOf,
  errorResponse: refusalOf,
  lenient: true,
  rate: { name: "warehouse", seconds: 60, limitOf: (config) => config.warehouseRateLimit },
  docs: {
    statuses: { 400: null, 403: null, 404: null, 415: null },
    schemas: { 401: Unauthorized, 422: Invalid, default: Message },
    errors: {
      429: TOO_MANY,
    },
    security: ["bearer", "xAuthorization"],
  },
};

function secretOf(headers: Headers): string | undefined {
  const given = headers.get("x-authorization")?.trim();
  return given ? given.replace(/^Bearer +/i, "") : bearerOf(headers);
}

function refusalOf({ status, detail, errors, body }: ProblemParts): ErrorResponse {
  if (body !== undefined) return { status, body };
  if (status === 401 || status === 403) {
    return { status: 401, headers: { "WWW-Authenticate": "Bearer" }, body: UNAUTHORIZED };
  }
  if (status === 400) return { status: 422, body: invalidBody(errors ?? [{ detail }]) };
  if (status === 500) return { status, body: { message: "Server Error" } };
  return { status, body: { message: detail } };
}

function invalidBody(faults: Fault[]) {
  const byField = Map.groupBy(faults, fieldOf);
  const errors = [...byField].map(([field, those]) => [field, those.map(({ detail }) => detail)]);
  return { message: "The given data was invalid.", errors: Object.fromEntries(errors) };
}

function fieldOf({ parameter, header, pointer }: Fault): string {
  return parameter ?? header ?? (pointer?.slice(1).replaceAll("/", ".") || "body");
}

/** What an operation of this API takes at the door. */
export function access(scope: Scope): Access {
  return { scope, style: WAREHOUSE };
}
