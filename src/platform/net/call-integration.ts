import { createLimiter } from "../../lib/limiter.ts";
import { createPost, type PostRequest, type PostResult, TIMED_OUT } from "./post.ts";
import type { Resolve } from "./resolve.ts";

/** Calls in progress at a time, in total and per store: unresponsive integrations hold them for seconds. */
const MAX_CALLS = 500;
const MAX_CALLS_PER_STORE = 25;

/** With `anyAddress` the operator has configured the URL; without it is as that of a webhook. */
export type CallIntegration = (request: PostRequest & { anyAddress: boolean }) => Promise<PostResult>;

type Options = { resolve: Resolve; allowedHosts: readonly string[] };

/**
 * Returns a `post` for integrations: to any address where an operator has configured it, else to public ones and
 * `allowedHosts`. A store with slow integrations waits for its own calls, within the timeout of its request.
 */
export function createCallIntegration({
  resolve,
  allowedHosts,
}: Options): CallIntegration & { close(): void } {
  const toAny = createPost({ resolve, allowedHosts: "all" });
  const toPublic = createPost({ resolve, allowedHosts });
  const limiter = createLimiter({ total: MAX_CALLS, perOwner: MAX_CALLS_PER_STORE });

  const call: CallIntegration = async ({ anyAddress, ...request }) => {
    const startedAt = performance.now();
    const release = await limiter.take(request.owner ?? "", { waitMs: request.timeoutMs });
    if (!release) return { error: TIMED_OUT };
    try {
      const post = anyAddress ? toAny : toPublic;
      return await post({ ...request, timeoutMs: request.timeoutMs - (performance.now() - startedAt) });
    } finally {
      release();
    }
  };
  const close = () => {
    toAny.close();
    toPublic.close();
  };
  return Object.assign(call, { close });
}
