import { type Problem, problem } from "../../../lib/problem.ts";
import type { Ctx } from "../../ctx.ts";
import { pageHeaders } from "../cors.ts";
import type { ApiStyle } from "../errors/api-style.ts";
import { createRateLimit, type Rate, rateHeaders } from "../limits/rate-limit.ts";
import { type Actor, type RequestContext, requestContextOf } from "../request-context.ts";
import { responseOrigin } from "../response-origin.ts";
import { type ApiClient, bearerOf, createCredentials, pageKeyOf } from "./credentials.ts";

/**
 * Deferred authentication, of requests whose client this process knows. They don't wait for the statement that asks
 * whether the secret is still valid.
 *
 * - `verb`: the verb's own statement asks whether the client is revoked, and then stores nothing of it; the verb calls
 *   `reauthenticate`, which throws the 401. For single events this saves one of two statements, about a tenth of the
 *   CPU time of the service and the database.
 * - `beside`: the statement is sent before those of the verb, which only reads, and the response waits for its result.
 *   This saves a read one of two round trips.
 *
 * A request that fails before is authenticated by the error handler, so that an unauthenticated client gets 401 and
 * no other error.
 */
export type Deferral = "verb" | "beside";
export type Reauthenticate = () => Promise<void>;

type Authenticated = {
  request: Request;
  /** The pattern of the path. */
  route: string;
  params: Record<string, string | null> | undefined;
};

/** A publishable secret is no secret: every visitor of a page has it. */
const MAX_PAGE_BODY_BYTES = 64 * 1024;

/** What an operation requires of a request. */
type Requirements = {
  /** The required scope, or several, all of which are required unless any of them is enough. */
  scope: string | readonly string[];
  takesAnyScope?: true;
  plain?: readonly number[];
  mirrorsBody?: true;
  rate?: Rate;
  style?: ApiStyle;
  defersAuthentication?: Deferral;
  inPages?: true;
  pageRate?: Rate;
};

/**
 * Throws 401 without a valid secret, 403 for another store, a missing scope or another origin than those of a
 * publishable secret, 429 above the rate limit.
 */
export type Authenticate = (request: Authenticated, requirements: Requirements) => Promise<void>;

/**
 * Returns a function that authenticates a request once: before its body is read, or without a body before
 * validation. It throws 401, 403 and 429.
 */
export function createAuthenticate(ctx: Ctx): Authenticate {
  const credentials = createCredentials(ctx);
  const checkRateLimit = createRateLimit(ctx);

  function clientOfSecret(
    request: Request,
    { style, defersAuthentication: deferral, inPages }: Requirements,
  ): ApiClient | Promise<ApiClient> {
    const secretOf = style?.secretOf ?? bearerOf;
    const key = inPages && pageKeyOf(request);
    if (key) requestContextOf(request).isBeacon = true;
    const secret = key || (secretOf(request.headers) ?? "");
    const find = async () => (await credentials.find(secret)) ?? throwUnauthenticated();
    return deferral
      ? deferAuthentication(requestContextOf(request), credentials.cached(secret), { deferral, find })
      : find();
  }

  return async ({ request, route, params }, access) => {
    const context = requestContextOf(request);
    if (context.caller) return;
    context.route = route;
    context.plain = access.plain;
    context.mirrorsBody = access.mirrorsBody;

    const client = context.actor ? clientOf(context.actor) : await clientOfSecret(request, access);
    context.client = client;
    if (params?.storeId !== undefined && params.storeId !== client.storeId) {
      throw problem("store_mismatch", "This API secret belongs to another store.");
    }
    requireScopes(client, access);
    const origin = pageOriginOf(client, request.headers);
    if (origin && !access.inPages)
      throw problem("missing_scope", "This operation takes no publishable secret.");
    context.isKnown = true;
    if (!context.actor) credentials.markUsed(client);
    if (origin) {
      context.headers = pageHeaders(origin);
      context.maxBodyBytes = MAX_PAGE_BODY_BYTES;
    }
    const rate = origin ? access.pageRate : (access.rate ?? access.style?.rate);
    if (rate) {
      const headers = rateHeaders(await checkRateLimit(client.storeId, rate));
      context.headers = { ...context.headers, ...headers };
    }
    emptyInvalidIds(params);
    context.caller = {
      storeId: client.storeId,
      clientId: context.actor ? "" : client.id,
      by: client.name,
      byId: client.id,
      requestId: context.requestId,
      scopes: client.scopes,
      ...(origin && { isPublic: true }),
      // Computed on demand: few responses have links.
      get origin() {
        return context.origin ?? responseOrigin(ctx, request.headers);
      },
    };
  };
}

/**
 * Returns the cached client of a request, and keeps `find`, which throws 401, for later. Without a cached
 * client it returns what `find` returns.
 */
function deferAuthentication(
  context: RequestContext,
  cached: ApiClient | undefined,
  { deferral, find }: { deferral: Deferral; find: () => Promise<ApiClient> },
): ApiClient | Promise<ApiClient> {
  if (deferral === "verb") {
    context.reauthenticate = async () => void (await find());
    return cached ?? find();
  }
  const found = find();
  if (!cached) return found;
  // The response or the error handler waits for it; until then its failure is not an unhandled one.
  found.catch(() => {});
  context.reauthenticate = async () => void (await found);
  return cached;
}

/** Returns a function that throws 401 unless the secret is still valid; it asks only if that was deferred. */
export function reauthenticationOf({ reauthenticate }: RequestContext): Reauthenticate {
  return reauthenticate ?? isAuthenticated;
}

async function isAuthenticated(): Promise<void> {}

/** Returns the error to respond with: the 401 of an unauthenticated client, or `error`. */
export async function afterAuthentication(context: RequestContext, error: unknown): Promise<unknown> {
  try {
    await context.reauthenticate?.();
    return error;
  } catch (authenticationError) {
    // An unauthenticated client must not see the store's rate limit.
    delete context.headers;
    return authenticationError;
  }
}

function clientOf(actor: Actor): ApiClient {
  return { ...actor, origins: [], expiresMs: null };
}

function requireScopes({ scopes }: ApiClient, { scope, takesAnyScope }: Requirements): void {
  if (typeof scope === "string" && scopes.includes(scope)) return;
  const required = [scope].flat();
  const lacking = required.filter((each) => !scopes.includes(each));
  if (takesAnyScope && lacking.length < required.length) return;
  if (takesAnyScope) throw missingScopes(required);
  const [first] = lacking;
  if (first) throw missingScopes([first]);
}

/** Returns the 403 for a secret with none of the scopes, of which one would be enough. */
export function missingScopes(scopes: readonly string[]): Problem {
  const lacking =
    scopes.length > 1 ? `has none of the scopes ${scopes.join(", ")}` : `lacks the scope ${scopes[0]}`;
  return problem("missing_scope", `This API secret ${lacking}.`);
}

/**
 * Returns the origin of the page that uses a publishable secret; undefined for any other secret. Throws 403 for
 * another origin, or none: a page sends its origin with every POST.
 */
function pageOriginOf({ origins }: ApiClient, headers: Headers): string | undefined {
  if (origins.length === 0) return undefined;
  const origin = headers.get("origin");
  if (origin !== null && origins.includes(origin)) return origin;
  throw problem("origin_not_allowed", "This publishable secret is only for pages of its origins.");
}

function throwUnauthenticated(): never {
  const detail = "A valid API secret is required: Authorization: Bearer <API_SECRET>.";
  throw problem("unauthenticated", detail, { headers: { "WWW-Authenticate": "Bearer" } });
}

/** Replaces ids that can't be decoded or stored by the empty string, which matches no row. */
function emptyInvalidIds(params: Authenticated["params"]): void {
  for (const name in params) {
    const value = params[name];
    if (value === null || value?.includes("\u0000")) params[name] = "";
  }
}
