import { createFairLimit } from "../lib/fair-limit.ts";
import { createPost, type Post, TIMED_OUT } from "./post.ts";
import type { Resolve } from "./resolve.ts";

/** Calls under way at a time, in all and for one store: integrations that don't answer hold theirs for seconds. */
const MAX_CALLS = 500;
const MAX_CALLS_OF_STORE = 25;

/**
 * Posts to the integrations that an operator has configured, wherever they are. A store whose integrations take long waits
 * for itself, within the time of its request.
 */
export function createCallIntegration(options: { resolve: Resolve }): Post & { close(): void } {
  const post = createPost({ ...options, allowedHosts: "all" });
  const limit = createFairLimit({ total: MAX_CALLS, perOwner: MAX_CALLS_OF_STORE });

  const call: Post = async (request) => {
    const begin = performance.now();
    const release = await limit(request.by ?? "", request.timeoutMs);
    if (!release) return { error: TIMED_OUT };
    try {
      return await post({ ...request, timeoutMs: request.timeoutMs - (performance.now() - begin) });
    } finally {
      release();
    }
  };
  return Object.assign(call, { close: post.close });
}
