import type { ApiClient } from "./credentials.ts";
import type { RequestContext } from "./request-context.ts";

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

/**
 * Returns the cached client of a request, and keeps `find`, which throws 401, for later. Without a cached
 * client it returns what `find` returns.
 */
export function deferAuthentication(
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
