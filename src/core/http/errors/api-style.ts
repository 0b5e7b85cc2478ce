import type { TSchema } from "@sinclair/typebox";
import type { BodyParts, ProblemParts } from "../../../lib/problem.ts";
import type { Rate } from "../limits/rate-limit.ts";

export type ErrorResponse = { status: number; headers?: Record<string, string>; body: unknown };

/** How a part of the API differs from the main API, whose error responses are problem details. */
export type ApiStyle = {
  /** The path prefixes that the style applies to, unknown routes included. */
  below: readonly string[];
  secretOf(headers: Headers): string | undefined;
  /** Returns the error response for a problem. A problem's own `body` is sent unchanged. */
  errorResponse(parts: ProblemParts | BodyParts): ErrorResponse;
  /** A missing or malformed body reads as null, and the last value of a repeated parameter counts. */
  lenient: boolean;
  rate?: Rate;
  docs: ApiStyleDocs;
};

export type ApiStyleDocs = {
  /** Maps a status of the main API's error responses to the status here; null: it doesn't occur. */
  statuses: Record<number, number | null>;
  schemas: Record<number, TSchema> & { default: TSchema };
  /** Further error responses of every operation, by status. */
  errors: Record<number, string>;
  /** Whether any `Content-Type` is accepted. */
  isLenient: boolean;
  /** The security schemes that a request may use. */
  security: string[];
};

/** What the guard adds to a generated operation, for the completion of the description. */
export type GuardDocs = {
  /** The required scopes, separated by spaces. */
  "x-scope"?: string;
  /** Whether one of the scopes is enough. */
  "x-takes-any-scope"?: boolean;
  /** The statuses whose error response is `{error}`. */
  "x-plain-errors"?: number[];
  /** Whether these have the faults of the body too. */
  "x-mirrors-body"?: boolean;
  /** The `ApiStyleDocs` of another API style, as JSON. */
  "x-api-style"?: string;
  /** Whether it has a rate limit. */
  "x-rate-limited"?: boolean;
};

/** Returns the API style of a path; undefined in the main API. */
export function apiStyleOf(styles: readonly ApiStyle[], pathname: string): ApiStyle | undefined {
  return styles.find(({ below }) =>
    below.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`)),
  );
}
