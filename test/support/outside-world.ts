export type Seen = { url: string; method: string; headers: Record<string, string>; body: string };

export type OutsideWorld = {
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Every request that left the service, in order. */
  seen: Seen[];
  /** What an address answers; without a script it can't be reached. */
  on(url: string, answer: (request: Seen) => Response | Promise<Response>): void;
};

export function createOutsideWorld(): OutsideWorld {
  const seen: Seen[] = [];
  const answers = new Map<string, (request: Seen) => Response | Promise<Response>>();
  return {
    seen,
    on: (url, answer) => answers.set(url, answer),
    fetch: async (url, init) => {
      const headers = Object.fromEntries(new Headers(init.headers));
      const request = { url, method: init.method ?? "GET", headers, body: String(init.body ?? "") };
      seen.push(request);
      const answer = answers.get(url);
      if (!answer) throw new TypeError(`nobody answers at ${url}`);
      return answer(request);
    },
  };
}
