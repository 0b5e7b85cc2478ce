import { createFairLimit } from "../lib/fair-limit.ts";
import { createPost, type Post, TIMED_OUT } from "./post.ts";
import type { Resolve } from "./resolve.ts";

/** Calls in progress at a time, in total and per store: unresponsive integrations hold them for seconds. */
const MAX_CALLS = 500;
const MAX_CALLS_PER_STORE = 25;

/**
 * Returns a `post` for integrations that an operator has configured, at any address. A store with slow
 * integrations waits for its own calls, within the timeout of its request.
 */
export function createCallIntegration(options: { resolve: Resolve }): Post & { close(): void } {
  const post = createPost({ ...options, allowedHosts: "all" });
  const limit = createFairLimit({ total: MAX_CALLS, perOwner: MAX_CALLS_PER_STORE });

  const call: Post = async (request) => {
    const startedAt = performance.now();
    const release = await limit(request.owner ?? "", request.timeoutMs);
    if (!release) return { error: TIMED_OUT };
    try {
      return await post({ ...request, timeoutMs: request.timeoutMs - (performance.now() - startedAt) });
    } finally {
      release();
    }
  };
  return Object.assign(call, { close: post.close });
}
