import { newUuid } from "../../lib/ids.ts";
import type { Release } from "../../lib/limiter.ts";
import type { ProblemCode } from "../../lib/problem-codes.ts";
import type { Config } from "../../platform/config/config.ts";
import type { ApiClient } from "./auth/credentials.ts";

/** The authenticated client, its store and its request: what verbs write into history and logs. */
export type Caller = {
  storeId: string;
  /** Empty for a person, who uses the console. */
  clientId: string;
  /** The name of the API client or the person. */
  by: string;
  /** The id of either: names may be shared, and change. Null for the service itself and its commands. */
  byId: string | null;
  requestId: string;
  /** The origin of links in the response. */
  origin: string;
};

/** The caller of a request, with the scopes of its secret. */
export type ScopedCaller = Caller & {
  scopes: readonly string[];
  /** The secret is publishable: the caller is anyone who has the page. */
  isPublic?: true;
};

/** A person in a store, by their id, with the scopes of their role. */
export type Actor = Pick<ApiClient, "storeId" | "id" | "name" | "scopes">;

/** The state of a request while it is being handled. */
export type RequestContext = {
  requestId: string;
  startedAt: number;
  /** The pattern of the path, once the guard runs. */
  route?: string;
  caller?: ScopedCaller;
  /** The response is what anyone may load from another host, such as a picture of a product: a browser may keep it. */
  isPublicElsewhere?: boolean;
  /** Whether the sender has an account, or a secret whose scopes allow the operation. */
  isKnown?: true;
  /** The authenticated client, also if it may not do what it requests. */
  client?: { storeId: string; id: string; name: string };
  /** The code of the problem that the response is. */
  problemCode?: ProblemCode;
  /** Pointers to the fields of the body that were ignored. */
  ignoredFields?: string[];
  /** The person whom a request of this process acts for, instead of a secret. */
  actor?: Actor;
  /** The origin of links in the response to that person. */
  origin?: string;
  /** Throws 401 unless the secret is still valid; of authenticate.ts alone. */
  reauthenticate?: () => Promise<void>;
  /** The most bytes of a body, for a publishable secret. */
  maxBodyBytes?: number;
  /** Whether its secret is in the address, so that its body may be plain text. */
  isBeacon?: true;
  /** Headers of the response, whether the request succeeds or fails. */
  headers?: Record<string, string>;
  /** Releases what the request holds: its mutex and its slots in limiters. */
  releases: Release[];
  /** Whether one of the slots is that of a large request. */
  isAdmittedAsLarge?: boolean;
  /** The statuses whose error response is `{error}` instead of a problem. */
  plain?: readonly number[];
  /** Whether these have the faults of the body too, in an object that has its fields. */
  mirrorsBody?: true | undefined;
  /** Whether the response is a stream. */
  isStreamed?: true;
};

/** A property, because weak maps of all requests in progress cost more: of each access, and of the garbage collector. */
const CONTEXT = Symbol("aftersale.context");

type WithContext = Request & { [CONTEXT]?: RequestContext };

/** Returns the context of a request. `now` is the time of a new one, in its id. */
export function requestContextOf(request: WithContext, now?: () => Date): RequestContext {
  const known = request[CONTEXT];
  if (known) return known;
  const requestId = newUuid(now?.().getTime());
  const context: RequestContext = { requestId, startedAt: performance.now(), releases: [] };
  request[CONTEXT] = context;
  return context;
}

/** Adds a header to the response, whether the request succeeds or fails. */
export function addHeader(request: Request, name: string, value: string): void {
  const context = requestContextOf(request);
  context.headers = { ...context.headers, [name]: value };
}

/** Makes two requests share one context. */
export function shareRequestContext(from: Request, to: WithContext): void {
  to[CONTEXT] = requestContextOf(from);
}

/**
 * Lets a request that this process has made act for a person, as a part of another request. Nothing that a client
 * sends can do that.
 */
export function actFor(
  request: WithContext,
  { actor, requestId, origin }: { actor: Actor; requestId: string; origin: string },
): void {
  request[CONTEXT] = { requestId, startedAt: performance.now(), releases: [], actor, origin };
}

/** Returns the address of a request's sender, if the runtime knows it. */
export type Peer = () => string | undefined;

const PEER = Symbol("aftersale.peer");

type WithPeer = Request & { [PEER]?: Peer };

/** Remembers how to read the address of a request's sender. */
export function setPeer(request: WithPeer, peer: Peer | undefined): void {
  if (peer) request[PEER] = peer;
}

/** Returns what `setPeer` has remembered for the request. */
export function peerOf(request: WithPeer): Peer | undefined {
  return request[PEER];
}

/** Returns the address of the client: of a trusted proxy's request the last one that it has added. */
export function clientAddress(
  { trustProxy }: Pick<Config, "trustProxy">,
  request: Request,
): string | undefined {
  const forwarded = trustProxy ? request.headers.get("x-forwarded-for") : null;
  const last = forwarded?.split(",").at(-1)?.trim();
  return last ? withoutPort(last) : peerOf(request)?.();
}

/** Some proxies write the port of the connection, which is another one each time. */
function withoutPort(address: string): string {
  const [, v6, v4] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? [];
  return v6 ?? v4 ?? address;
}
