import type { Release } from "../lib/keyed-mutex.ts";

/** Who asks, for which store, and by which request: what verbs write into history and logs. */
export type Caller = {
  storeId: string;
  clientId: string;
  /** The API client's name. */
  by: string;
  requestId: string;
  /** What links in answers to this request begin with. */
  origin: string;
};

/** What is known about one request while it is being answered. */
export type RequestContext = {
  requestId: string;
  startedAt: number;
  /** The pattern of its path, once it is at the door of an operation. */
  route?: string;
  caller?: Caller;
  /** Throws 401 unless the secret opens the store still: where the caller was let in before anybody looked. */
  reauthenticate?: () => Promise<void>;
  /** Headers that the answer has, whatever becomes of the request. */
  headers?: Record<string, string>;
  /** What it holds of what others wait for, until it is answered. */
  releases: Release[];
  /** The statuses that this operation answers as `{error}` instead of a problem. */
  plain?: readonly number[];
  /** Whether the answer is a stream of any length. */
  isStreamed?: true;
};

const traces = new WeakMap<Request, RequestContext>();

export function requestContextOf(request: Request): RequestContext {
  let trace = traces.get(request);
  if (!trace) {
    trace = { requestId: crypto.randomUUID(), startedAt: performance.now(), releases: [] };
    traces.set(request, trace);
  }
  return trace;
}

/** Makes one request known as another. */
export function shareRequestContext(from: Request, to: Request): void {
  traces.set(to, requestContextOf(from));
}
