import type { Ctx } from "../../ctx.ts";
import { type Caller, requestContextOf } from "../request-context.ts";

/** The part of the framework's hook context that is used here and in the guard. */
export type Admitted = {
  request: Request;
  /** The pattern of the path. */
  route: string;
  params: Record<string, string | null> | undefined;
  query: Record<string, unknown>;
  body?: unknown;
};

/**
 * Returns the lock key of a request whose path doesn't name what it changes; undefined for one that changes nothing.
 * The key is unique within the store.
 */
export type Changes = (
  admitted: Omit<Admitted, "params"> & { params: Record<string, string>; caller: Caller },
) => string | undefined | Promise<string | undefined>;

export type Admit = (
  admitted: Admitted,
  access: { changes?: Changes; takesNoConnection?: true },
) => Promise<void>;

/**
 * Returns a function that admits a request before it takes a connection. The request waits for the requests
 * of this process that change the same resource, then for one of its store's connections, unless its verb takes them.
 * `releaseAdmission` releases both. Throws 503 when the wait takes too long.
 */
export function createAdmission(ctx: Ctx): Admit {
  /** The idempotency keys of requests that wait for the mutex or hold it. */
  const inProgress = new Set<string>();
  return async (admitted, { changes, takesNoConnection }) => {
    const { request, params } = admitted;
    const { caller, releases } = requestContextOf(request);
    if (!caller) return;
    const resource = changes
      ? await changes({ ...admitted, params: params as Record<string, string>, caller })
      : resourceOf(admitted);
    const key = `${caller.storeId} ${request.headers.get("idempotency-key") ?? ""}`;
    // A repeat of a request that is still running doesn't wait: its idempotency key is refused with 409.
    if (resource !== undefined && !inProgress.has(key)) {
      if (request.headers.has("idempotency-key")) {
        inProgress.add(key);
        releases.push(() => inProgress.delete(key));
      }
      releases.push(await ctx.keyedMutex.take(`${caller.storeId} ${resource}`, request));
    }
    if (!takesNoConnection) releases.push(await ctx.connectionLimiter.take(caller.storeId, request));
  };
}

/**
 * Waits until few enough large requests are in progress; small requests are not affected. A request that is
 * large in several ways waits once. Throws 503 as `admit` does.
 */
export async function admitLarge(ctx: Ctx, request: Request): Promise<void> {
  const context = requestContextOf(request);
  if (context.isAdmittedAsLarge) return;
  context.releases.push(await ctx.largeRequestLimiter.take(context.caller?.storeId ?? "", request));
  context.isAdmittedAsLarge = true;
}

/** Releases everything that a request was admitted with. */
export function releaseAdmission(request: Request): void {
  const context = requestContextOf(request);
  while (context.releases.length > 0) context.releases.pop()?.();
  context.isAdmittedAsLarge = false;
}

/** The first resource that the path names: the rest of the path is a part of it. */
function resourceOf({ request, route, params = {} }: Admitted): string | undefined {
  if (request.method === "GET" || request.method === "HEAD") return undefined;
  const name = Object.keys(params).find((param) => param !== "storeId");
  if (name === undefined) return undefined;
  return `${route.slice(0, route.indexOf(`:${name}`))}${params[name]}`;
}
