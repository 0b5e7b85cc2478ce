import { MAX_RESPONSE_BYTES, type Post, type PostResult } from "../../src/platform/net/post.ts";
import type { Resolve } from "../../src/platform/net/resolve.ts";

export type Seen = { url: string; method: string; headers: Record<string, string>; body: string };

export type OutsideWorld = {
  post: Post;
  callIntegration: Post;
  resolve: Resolve;
  /** Every request that the service has sent, in order. */
  seen: Seen[];
  /** Sets the responses of a URL; a URL without them is unreachable. */
  on(url: string, answer: (request: Seen) => Response | Promise<Response>): void;
  /** The addresses of each host name; other names don't resolve. */
  names: Map<string, string[]>;
};

export function createOutsideWorld(): OutsideWorld {
  const seen: Seen[] = [];
  const answers = new Map<string, (request: Seen) => Response | Promise<Response>>();
  const names = new Map<string, string[]>();
  const answerTo = async (request: Seen) => {
    seen.push(request);
    const answer = answers.get(request.url);
    if (!answer) throw new TypeError(`no server at ${request.url}`);
    return answer(request);
  };
  const post: Post = async ({ url, headers: given, body: bytes, timeoutMs, ignoresBody }) => {
    const late = Promise.withResolvers<PostResult>();
    const timer = setTimeout(() => late.resolve({ error: "timed out" }), timeoutMs);
    const headers = Object.fromEntries(new Headers(given));
    const request = { url, method: "POST", headers, body: new TextDecoder().decode(bytes) };
    try {
      return await Promise.race([late.promise, postedOf(answerTo(request), ignoresBody)]);
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    seen,
    on: (url, answer) => answers.set(url, answer),
    post,
    callIntegration: post,
    names,
    resolve: async (hostname) => {
      const found = names.get(hostname);
      if (!found) throw new Error(`${hostname} leads nowhere`);
      return found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
  };
}

/** Reads as much of a response as the service reads of a real one. */
async function postedOf(answering: Promise<Response>, ignoresBody = false): Promise<PostResult> {
  const response = await answering;
  if (ignoresBody) return { status: response.status, responseBody: "", retryAfter: undefined };
  const bytes = new Uint8Array(await response.arrayBuffer()).subarray(0, MAX_RESPONSE_BYTES);
  const responseBody = new TextDecoder().decode(bytes).replaceAll("\0", "\ufffd");
  return {
    status: response.status,
    responseBody,
    retryAfter: response.headers.get("retry-after") ?? undefined,
    ...(!response.ok && { headers: Object.fromEntries(response.headers) }),
  };
}
