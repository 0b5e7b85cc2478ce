import { hostAndPort } from "../../lib/host.ts";
import { createLimiter, type Release } from "../../lib/limiter.ts";
import { createPost, type PostRequest, type PostResult, TIMED_OUT } from "./post.ts";
import type { Resolve } from "./resolve.ts";

/** Calls in progress at a time: in total, per store, and per host, which may serve several stores. */
type Limits = { total: number; perStore: number; perHost: number };
const CALLS: Limits = { total: 200, perStore: 8, perHost: 16 };
/** Each is up to 3 MB in memory. */
export const PICTURES: Limits = { total: 32, perStore: 6, perHost: 12 };

/** Requests a shop's API, and reads its response whole. */
export type CallShop = (
  request: PostRequest & { method: string; owner: string; maxWholeBytes: number },
) => Promise<PostResult>;

type Options = { resolve: Resolve; allowedHosts: readonly string[]; limits?: Limits };

/**
 * Returns what requests the APIs of shops, at public addresses and `allowedHosts` only. A store with a slow shop waits for its
 * own calls, within the timeout of its request.
 */
export function createCallShop({ limits = CALLS, ...options }: Options): CallShop & { close(): void } {
  const send = createPost(options);
  // In this order, so that calls that wait for their own store or host hold nothing that others wait for.
  const limiters = [
    createLimiter({ perOwner: limits.perStore }),
    createLimiter({ perOwner: limits.perHost }),
    createLimiter({ total: limits.total, perOwner: limits.perStore }),
  ];

  const call: CallShop = async (request) => {
    const deadline = performance.now() + request.timeoutMs;
    const leftMs = () => Math.max(0, deadline - performance.now());
    const owners = [request.owner, hostAndPort(new URL(request.url)), request.owner];
    const held: Release[] = [];
    try {
      for (const [i, limiter] of limiters.entries()) {
        const release = await limiter.take(owners[i] ?? "", { waitMs: leftMs() });
        if (!release) return { error: TIMED_OUT };
        held.push(release);
      }
      return await send({ ...request, timeoutMs: leftMs() });
    } finally {
      for (const release of held) release();
    }
  };
  return Object.assign(call, { close: send.close });
}
