import { type ApiClient, createApiClient } from "../../client/create-client.ts";

/** A store that `isMoving` is paused now and then: what gets 503 with Retry-After is sent again. */
export type Target = { url: string; store: string; secret: string; isMoving?: boolean };

/** The store's API, and the number of requests sent to it. */
export type Client = { api: ApiClient; store: { storeId: string }; sent(): number };

type Answer = { response: Response; data?: unknown; error?: unknown };

const PATIENCE_MS = 60_000;
const PAUSE_MS = 100;

/** Returns a client that returns every response; it throws only when the service is unreachable. */
export function createClient({ url, store, secret, isMoving = false }: Target): Client {
  let sent = 0;
  const api = createApiClient({
    url,
    secret,
    fetch: async (request) => {
      sent++;
      return sendAgain(request, isMoving ? PATIENCE_MS : 0).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : error;
        throw new Error(`${request.method} ${request.url}: ${reason}`);
      });
    },
  });
  return { api, store: { storeId: store }, sent: () => sent };
}

/** Returns the first response other than 503 with Retry-After, or the one after `forMs`. */
async function sendAgain(request: Request, forMs: number): Promise<Response> {
  for (const end = performance.now() + forMs; ; await Bun.sleep(PAUSE_MS)) {
    const response = await fetch(request.clone(), { signal: AbortSignal.timeout(PATIENCE_MS) });
    const isPaused = response.status === 503 && response.headers.has("Retry-After");
    if (!isPaused || performance.now() >= end) return response;
  }
}

/** Returns one line about an unexpected response. */
export function unexpected({ response, data, error }: Answer): string {
  const body = data ?? error;
  const text = typeof body === "string" ? body : JSON.stringify(body ?? "");
  const { pathname } = new URL(response.url);
  return `${pathname} returned ${response.status}: ${text.length > 300 ? `${text.slice(0, 300)} …` : text}`;
}
