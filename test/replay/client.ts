export type Answer = { status: number; text: string; headers: Headers; request: string };

export type Target = { url: string; store: string; secret: string };

/** The store's API. Paths are below {base_url}; `:store` stands for the store's id. */
export type Client = {
  send(method: string, path: string, options?: { body?: unknown; headers?: Headings }): Promise<Answer>;
  /** How many requests were sent so far. */
  sent(): number;
};

type Headings = Record<string, string>;

const PATIENCE_MS = 60_000;

/** A client that answers whatever the service answers; only a service that can't be reached is an error. */
export function createClient({ url, store, secret }: Target): Client {
  let sent = 0;
  return {
    send: async (method, path, { body, headers } = {}) => {
      sent++;
      const address = `${url.replace(/\/+$/, "")}/v2.2${path.replace(":store", encodeURIComponent(store))}`;
      const response = await fetch(address, {
        method,
        headers: {
          Authorization: `Bearer ${secret}`,
          ...(body !== undefined && { "Content-Type": "application/json" }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      }).catch((error: unknown) => {
        throw new Error(`${method} ${address}: ${error instanceof Error ? error.message : error}`);
      });
      const { status, headers: answered } = response;
      return { status, text: await response.text(), headers: answered, request: `${method} ${path}` };
    },
    sent: () => sent,
  };
}

/** One line about an answer that should have been another one. */
export function unexpected({ request, status, text }: Answer): string {
  return `${request} answered ${status}: ${text.length > 300 ? `${text.slice(0, 300)} …` : text}`;
}
