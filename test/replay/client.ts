import { type ApiClient, createApiClient } from "../client/create-client.ts";

export type Target = { url: string; store: string; secret: string };

/** The store's API, and the number of requests sent to it. */
export type Client = { api: ApiClient; store: { storeId: string }; sent(): number };

type Answer = { response: Response; data?: unknown; error?: unknown };

const PATIENCE_MS = 60_000;

/** Returns a client that returns every response; it throws only when the service is unreachable. */
export function createClient({ url, store, secret }: Target): Client {
  let sent = 0;
  const api = createApiClient({
    url,
    secret,
    fetch: async (request) => {
      sent++;
      return fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : error;
        throw new Error(`${request.method} ${request.url}: ${reason}`);
      });
    },
  });
  return { api, store: { storeId: store }, sent: () => sent };
}

/** Returns one line about an unexpected response. */
export function unexpected({ response, data, error }: Answer): string {
  const body = data ?? error;
  const text = typeof body === "string" ? body : JSON.stringify(body ?? "");
  const { pathname } = new URL(response.url);
  return `${pathname} returned ${response.status}: ${text.length > 300 ? `${text.slice(0, 300)} …` : text}`;
}
