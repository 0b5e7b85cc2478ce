import type { Release } from "../lib/keyed-mutex.ts";

/** The authenticated client, its store and its request: what verbs write into history and logs. */
export type Caller = {
  storeId: string;
  clientId: string;
  /** The API client's name. */
  by: string;
  requestId: string;
  /** The origin of links in the response. */
  origin: string;
};

/** The caller of a request, with the scopes of its secret. */
export type ScopedCaller = Caller & { scopes: readonly string[] };

/** The state of a request while it is being handled. */
export type RequestContext = {
  requestId: string;
  startedAt: number;
  /** The pattern of the path, once the guard runs. */
  route?: string;
  caller?: ScopedCaller;
  /** Throws 401 unless the secret is still valid; of deferred-authentication.ts alone. */
  reauthenticate?: () => Promise<void>;
  /** Headers of the response, whether the request succeeds or fails. */
  headers?: Record<string, string>;
  /** Releases what the request holds: its mutex and its slots in limiters. */
  releases: Release[];
  /** The statuses whose error response is `{error}` instead of a problem. */
  plain?: readonly number[];
  /** Whether the response is a stream. */
  isStreamed?: true;
};

const contexts = new WeakMap<Request, RequestContext>();

export function requestContextOf(request: Request): RequestContext {
  let context = contexts.get(request);
  if (!context) {
    context = { requestId: crypto.randomUUID(), startedAt: performance.now(), releases: [] };
    contexts.set(request, context);
  }
  return context;
}

/** Makes two requests share one context. */
export function shareRequestContext(from: Request, to: Request): void {
  contexts.set(to, requestContextOf(from));
}
