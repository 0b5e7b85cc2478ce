import type { Ctx } from "../ctx.ts";
import { requestContextOf } from "./request-context.ts";

export type Admitted = {
  request: Request;
  /** The pattern of the path. */
  route: string;
  params: Record<string, string | null> | undefined;
  body?: unknown;
};

/** What a request without an id in its path changes, by its body: a name within the store. */
export type Changes = (body: unknown) => string;

export type Admit = (
  admitted: Admitted,
  how: { changes: Changes | undefined; isNamedByQuery: boolean },
) => Promise<void>;

/**
 * Lets requests wait for their turn before they take a connection: behind others of this process that change the same thing, then
 * for one of the places that their store may have. What a request got is given back when it is answered. 503 for one that waits
 * in vain.
 */
export function createAdmission(ctx: Ctx): Admit {
  /** Of the requests that wait for a turn or have one. */
  const keys = new Set<string>();
  return async (admitted, { changes, isNamedByQuery }) => {
    const { request, body } = admitted;
    const { caller, releases } = requestContextOf(request);
    if (!caller) return;
    const changed = changes ? changes(body) : changedIn(admitted, isNamedByQuery);
    const key = `${caller.storeId} ${request.headers.get("idempotency-key") ?? ""}`;
    // A repeat of one that is still running is refused at once, and waits for nothing.
    if (changed !== undefined && !keys.has(key)) {
      if (request.headers.has("idempotency-key")) {
        keys.add(key);
        releases.push(() => keys.delete(key));
      }
      releases.push(await ctx.keyedMutex.take(`${caller.storeId} ${changed}`, request));
    }
    releases.push(await ctx.connectionLimiter.take(caller.storeId, request));
  };
}

/** Lets a large request wait for its place before it is worked on; small ones go on meanwhile. */
export async function admitLarge(ctx: Ctx, request: Request): Promise<void> {
  const { caller, releases } = requestContextOf(request);
  releases.push(await ctx.largeRequestLimiter.take(caller?.storeId ?? "", request));
}

/** Gives back what a request was admitted with, however it ended. */
export function leave(request: Request): void {
  for (const release of requestContextOf(request).releases.splice(0).reverse()) release();
}

/** The first thing that the path names, of which the rest of the path is a part. */
function changedIn({ request, route, params = {} }: Admitted, isNamedByQuery: boolean): string | undefined {
  if (request.method === "GET" || request.method === "HEAD") return undefined;
  const name = Object.keys(params).find((one) => one !== "storeId");
  if (name === undefined) return undefined;
  const query = isNamedByQuery ? request.url.slice(request.url.indexOf("?")) : "";
  return `${route.slice(0, route.indexOf(`:${name}`))}${params[name]}${query}`;
}
