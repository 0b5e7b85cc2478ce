import { Elysia, ValidationError } from "elysia";
import type { Logger } from "pino";
import type { Ctx } from "../ctx.ts";
import { isUnavailable } from "../db/errors.ts";
import { Problem, type ProblemParts } from "../lib/problem.ts";
import { allowedMethods } from "./allowed-methods.ts";
import { type ApiStyle, apiStyleOf } from "./api-style.ts";
import { loggableError } from "./log-error.ts";
import { type RequestContext, requestContextOf } from "./request-context.ts";
import { STATUS_PHRASES } from "./status-phrases.ts";
import { validationErrorsOf } from "./validation-errors.ts";

/** A detail may repeat what was sent, but not at length. */
const LONGEST_DETAIL = 1_000;

export type Routes = readonly { method: string; path: string }[];

/** The one renderer of everything that is not a success. Mounted first: Elysia asks the first global handler. */
export const problems = (ctx: Ctx, routes: () => Routes, dialects: readonly ApiStyle[] = []) =>
  new Elysia({ name: "problems" }).onError({ as: "global" }, async ({ error: thrown, request, set }) => {
    const trace = requestContextOf(request);
    const error = (await strangeness(trace)) ?? thrown;
    const parts = partsOf(ctx, error, request, routes);
    const headers = new Headers({ "X-Request-Id": trace.requestId, ...parts.headers });

    const dialect = apiStyleOf(dialects, new URL(request.url).pathname);
    if (dialect) {
      const refusal = dialect.errorResponse(parts);
      for (const [name, value] of Object.entries(refusal.headers ?? {})) headers.set(name, value);
      headers.set("Content-Type", "application/json");
      // The framework puts the 500 that it has set in the place of a 200.
      set.status = refusal.status;
      return new Response(JSON.stringify(refusal.body), { status: refusal.status, headers });
    }
    if (trace.plain?.includes(parts.status)) {
      return Response.json({ error: clipped(parts.detail) }, { status: parts.status, headers });
    }
    return problemDetails(parts, trace.requestId, headers);
  });

/** Logs an error that nothing else has answered, and returns the 500: a problem that says nothing of the cause. */
export function internalErrorResponse(
  log: Logger,
  error: unknown,
  requestId: string = crypto.randomUUID(),
): Response {
  return problemDetails(
    failure(log, error, requestId),
    requestId,
    new Headers({ "X-Request-Id": requestId }),
  );
}

function problemDetails(
  { status, detail, errors }: ProblemParts,
  requestId: string,
  headers: Headers,
): Response {
  headers.set("Content-Type", "application/problem+json");
  const body = {
    type: "about:blank",
    title: STATUS_PHRASES[status] ?? "Error",
    status,
    detail: clipped(detail),
    instance: `urn:uuid:${requestId}`,
    ...(errors && { errors: errors.map((fault) => ({ ...fault, detail: clipped(fault.detail) })) }),
  };
  return new Response(JSON.stringify(body), { status, headers });
}

/** What a stranger is told before anything else that is wrong; where nobody has looked yet who it is. */
async function strangeness(trace: RequestContext): Promise<unknown> {
  try {
    await trace.reauthenticate?.();
    return undefined;
  } catch (refusal) {
    // What the store has left of its limits is not theirs to know.
    delete trace.headers;
    return refusal;
  }
}

function clipped(detail: string): string {
  return detail.length > LONGEST_DETAIL ? `${detail.slice(0, LONGEST_DETAIL).toWellFormed()}…` : detail;
}

function partsOf(ctx: Ctx, thrown: unknown, request: Request, routes: () => Routes): ProblemParts {
  const error = originOf(thrown);
  if (error instanceof Problem) return error.parts;
  if (error instanceof ValidationError && error.type !== "response") return invalidParts(error);
  if (codeOf(error) === "NOT_FOUND") return notRouted(request, routes);

  const { requestId } = requestContextOf(request);
  if (isUnavailable(error)) {
    ctx.log.error({ requestId, ...loggableError(error) }, "the database is not available");
    return {
      status: 503,
      detail: "The database is not available; try again.",
      headers: { "Retry-After": "1" },
    };
  }
  return failure(ctx.log, error, requestId);
}

function failure(log: Logger, error: unknown, requestId: string): ProblemParts {
  log.error({ requestId, ...loggableError(error) }, "a request failed");
  return { status: 500, detail: `The service failed; its log has the cause under request ${requestId}.` };
}

/** What Elysia wraps while parsing a body is found in `cause`. */
function originOf(error: unknown): unknown {
  return codeOf(error) === "PARSE" && error instanceof Error ? error.cause : error;
}

function codeOf(error: unknown): unknown {
  return error && typeof error === "object" && "code" in error ? error.code : undefined;
}

function invalidParts({ validator, value, type }: ValidationError): ProblemParts {
  const errors = "Errors" in validator ? validationErrorsOf(validator.Errors(value), type) : [];
  return { status: 400, detail: errors[0]?.detail ?? "The request is not valid.", errors };
}

function notRouted(request: Request, routes: () => Routes): ProblemParts {
  const { pathname } = new URL(request.url);
  const methods = allowedMethods(routes(), pathname);
  if (methods.length === 0) return { status: 404, detail: `There is nothing at ${pathname}.` };
  const allow = methods.join(", ");
  return { status: 405, detail: `${pathname} takes ${allow}.`, headers: { Allow: allow } };
}
