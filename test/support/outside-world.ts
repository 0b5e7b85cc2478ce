import type { Post } from "../../src/net/post.ts";
import type { Resolve } from "../../src/net/resolve.ts";

export type Seen = { url: string; method: string; headers: Record<string, string>; body: string };

export type OutsideWorld = {
  fetch(url: string, init: RequestInit): Promise<Response>;
  post: Post;
  resolve: Resolve;
  /** Every request that left the service, in order. */
  seen: Seen[];
  /** What an address answers; without a script it can't be reached. */
  on(url: string, answer: (request: Seen) => Response | Promise<Response>): void;
  /** Where names lead; nowhere unless they are here. */
  names: Map<string, string[]>;
};

export function createOutsideWorld(): OutsideWorld {
  const seen: Seen[] = [];
  const answers = new Map<string, (request: Seen) => Response | Promise<Response>>();
  const names = new Map<string, string[]>();
  const fetch: OutsideWorld["fetch"] = async (url, init) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    const request = { url, method: init.method ?? "GET", headers, body: String(init.body ?? "") };
    seen.push(request);
    const answer = answers.get(url);
    if (!answer) throw new TypeError(`nobody answers at ${url}`);
    return answer(request);
  };
  return {
    seen,
    on: (url, answer) => answers.set(url, answer),
    fetch,
    post: async ({ url, headers, body }) => {
      try {
        const text = new TextDecoder().decode(body);
        const response = await fetch(url, { method: "POST", headers, body: text });
        const retryAfter = response.headers.get("retry-after") ?? undefined;
        return { status: response.status, answer: await response.text(), retryAfter };
      } catch (error) {
        return { error: error instanceof Error ? error.message : String(error) };
      }
    },
    names,
    resolve: async (hostname) => {
      const found = names.get(hostname);
      if (!found) throw new Error(`${hostname} leads nowhere`);
      return found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
  };
}
