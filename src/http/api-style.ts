import type { TSchema } from "@sinclair/typebox";
import type { ProblemParts } from "../lib/problem.ts";
import type { Rate } from "./rate-limit.ts";

/** What is answered instead of a success. */
export type ErrorResponse = { status: number; headers?: Record<string, string>; body: unknown };

/** How a part of the service speaks where it differs from the main API, which answers problem details. */
export type ApiStyle = {
  /** What lies below this path speaks it, and so does what has no route there. */
  below: string;
  secretOf(headers: Headers): string | undefined;
  /** Written as plain JSON. A `body` that the problem itself brings along goes out as it is. */
  errorResponse(parts: ProblemParts): ErrorResponse;
  /** A body may be missing or be no JSON, which reads as null, and of a repeated parameter the last counts. */
  lenient: boolean;
  rate?: Rate;
  /** For the documentation. */
  described: ApiStyleDocs;
};

export type ApiStyleDocs = {
  /** Under which status a refusal of the main API is found here; null: nowhere. */
  statuses: Record<number, number | null>;
  schemas: Record<number, TSchema> & { default: TSchema };
  /** Why every operation refuses besides. */
  also: Record<number, string>;
  /** The schemes by which a credential comes. */
  security: string[];
};

export function apiStyleOf(dialects: readonly ApiStyle[], pathname: string): ApiStyle | undefined {
  return dialects.find(({ below }) => pathname === below || pathname.startsWith(`${below}/`));
}
