import { Elysia, ValidationError } from "elysia";
import type { Logger } from "pino";
import { type BodyParts, type Fault, Problem, type ProblemParts, problem } from "../../../lib/problem.ts";
import { shortened } from "../../../lib/text.ts";
import { isStoreAway, isUnavailable } from "../../../platform/db/errors.ts";
import type { Ctx } from "../../ctx.ts";
import { allowedMethods } from "../allowed-methods.ts";
import { afterAuthentication } from "../auth/authenticate.ts";
import { requestContextOf } from "../request-context.ts";
import { UNKEPT } from "../response-headers.ts";
import { type ApiStyle, apiStyleOf } from "./api-style.ts";
import { STATUS_PHRASES } from "./status-phrases.ts";
import { validationErrorsOf } from "./validation-errors.ts";

/** A detail may quote the request. */
const MAX_DETAIL_CHARACTERS = 1_000;

const truncate = (detail: string) => shortened(detail, MAX_DETAIL_CHARACTERS);

export type Routes = readonly { method: string; path: string }[];

/** Renders every error response. Mounted first, because Elysia runs the first global error handler. */
export const problems = (ctx: Ctx, routes: () => Routes, styles: readonly ApiStyle[] = []) =>
  new Elysia({ name: "problems" }).onError({ as: "global" }, async ({ error: thrown, request, set }) => {
    const context = requestContextOf(request);
    const error = await afterAuthentication(context, thrown);
    const parts = partsOf(ctx, error, request, routes);
    if ("code" in parts) context.problemCode = parts.code;
    const headers = new Headers({ "X-Request-Id": context.requestId, ...parts.headers });

    const style = apiStyleOf(styles, new URL(request.url).pathname);
    if (style) {
      const response = style.errorResponse(parts);
      for (const [name, value] of Object.entries(response.headers ?? {})) headers.set(name, value);
      headers.set("Content-Type", "application/json");
      // Otherwise the framework replaces a 200 by its own 500.
      set.status = response.status;
      return new Response(JSON.stringify(response.body), { status: response.status, headers });
    }
    // A problem of another API style can't be thrown outside its paths.
    if ("body" in parts) return Response.json(parts.body, { status: parts.status, headers });
    if (context.plain?.includes(parts.status)) {
      const errors = context.mirrorsBody && parts.errors && mirrored(parts.errors);
      const body = { error: sentenceOf(parts), ...(errors && { errors }) };
      return Response.json(body, { status: parts.status, headers });
    }
    return problemDetails(parts, context.requestId, headers);
  });

/** Logs an unexpected error and returns the 500: a problem that doesn't reveal the cause. */
export function internalErrorResponse(
  log: Logger,
  error: unknown,
  requestId: string = crypto.randomUUID(),
): Response {
  return problemResponse(failure(log, error, requestId).parts, requestId);
}

/** Returns a problem as the response to a request that no operation has handled. */
export function problemResponse(parts: ProblemParts, requestId: string): Response {
  return problemDetails(
    parts,
    requestId,
    new Headers({ "X-Request-Id": requestId, ...UNKEPT, ...parts.headers }),
  );
}

function problemDetails(
  { code, status, detail, errors, allowed, decisions }: ProblemParts,
  requestId: string,
  headers: Headers,
): Response {
  headers.set("Content-Type", "application/problem+json");
  const body = {
    type: "about:blank",
    title: STATUS_PHRASES[status] ?? "Error",
    status,
    code,
    detail: truncate(detail),
    instance: `urn:uuid:${requestId}`,
    ...(allowed && { allowed }),
    ...(decisions && { decisions }),
    ...(errors && { errors: errors.map((fault) => ({ ...fault, detail: truncate(fault.detail) })) }),
  };
  return new Response(JSON.stringify(body), { status, headers });
}

/** `{error}` has no list of faults: its text names each. */
function sentenceOf({ detail, errors = [] }: Pick<ProblemParts, "detail" | "errors">): string {
  const details = errors.map((fault) => truncate(fault.detail));
  return details.length > 1 ? details.join(" ") : truncate(detail);
}

type Mirror = { [field: string]: Mirror | string[] };
type Mirrored = { details: string[]; fields: Map<string, Mirrored> };

/**
 * Returns the faults of a body as an object that has its fields, at each the array of what is wrong with it. Elements of
 * arrays are fields by their index; what is wrong with a field that has others, or with the whole body, is at `""`.
 */
function mirrored(faults: Fault[]): Mirror {
  const root: Mirrored = { details: [], fields: new Map() };
  for (const { pointer, detail } of faults.slice(0, MAX_MIRRORED)) {
    if (pointer === undefined) continue;
    let at = root;
    for (const name of pointer.split("/").slice(1)) {
      const field = name.replaceAll("~1", "/").replaceAll("~0", "~");
      const inner = at.fields.get(field) ?? { details: [], fields: new Map() };
      at.fields.set(field, inner);
      at = inner;
    }
    at.details.push(truncate(detail));
  }
  return mirrorOf(root);
}

function mirrorOf({ details, fields }: Mirrored): Mirror {
  const inner = [...fields].map(([name, field]): [string, Mirror | string[]] => [
    name,
    field.fields.size === 0 ? field.details : mirrorOf(field),
  ]);
  return Object.fromEntries([...(details.length > 0 ? [["", details] as const] : []), ...inner]);
}

const MAX_MIRRORED = 1_000;

function partsOf(ctx: Ctx, thrown: unknown, request: Request, routes: () => Routes) {
  return problemOf(ctx, unwrap(thrown), request, routes).parts;
}

function problemOf(
  ctx: Ctx,
  error: unknown,
  request: Request,
  routes: () => Routes,
): Problem<ProblemParts> | Problem<BodyParts> {
  if (error instanceof Problem) return error;
  if (error instanceof ValidationError && error.type !== "response") return invalidRequest(error);
  if (codeOf(error) === "NOT_FOUND") return notRouted(request, routes);

  const { requestId } = requestContextOf(request);
  if (isUnavailable(error)) {
    // A move is no outage: its few seconds are the operator's own doing.
    if (isStoreAway(error)) ctx.log.info({ requestId }, "a store that is being moved refused a request");
    else ctx.log.error({ requestId, err: error }, "the database is not available");
    return problem("database_unavailable", "The database is not available; try again.", {
      headers: { "Retry-After": "1" },
    });
  }
  return failure(ctx.log, error, requestId);
}

function failure(log: Logger, error: unknown, requestId: string): Problem<ProblemParts> {
  log.error({ requestId, err: error }, "a request failed");
  return problem("internal_error", `The service failed; its log has the cause under request ${requestId}.`);
}

/** Elysia wraps errors thrown while parsing a body. */
function unwrap(error: unknown): unknown {
  return codeOf(error) === "PARSE" && error instanceof Error ? error.cause : error;
}

function codeOf(error: unknown): unknown {
  return error && typeof error === "object" && "code" in error ? error.code : undefined;
}

function invalidRequest({ validator, value, type }: ValidationError): Problem<ProblemParts> {
  const errors = "Errors" in validator ? validationErrorsOf(validator.Errors(value), type) : [];
  return problem("invalid_request", errors[0]?.detail ?? "The request is not valid.", { errors });
}

function notRouted(request: Request, routes: () => Routes): Problem<ProblemParts> {
  const { pathname } = new URL(request.url);
  const methods = allowedMethods(routes(), pathname);
  if (methods.length === 0) return problem("route_not_found", `There is nothing at ${pathname}.`);
  const allow = methods.join(", ");
  return problem("method_not_allowed", `${pathname} allows ${allow}.`, { headers: { Allow: allow } });
}
