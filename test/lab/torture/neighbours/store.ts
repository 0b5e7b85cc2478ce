/** What a client of a store needs; it is sent to another process as JSON. */
export type StoreAccess = { origin: string; storeId: string; secret: string };

/** The misbehaving store. */
export type LoudStore = StoreAccess & {
  /** Returns of small orders, and returns of every line of large ones. */
  returns: string[];
  largeReturns: string[];
  /** The URL of a receiver that answers 200 shortly before an attempt times out. */
  slowReceiver: string;
};

export type Sent = {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

export const V2 = "/v2.2";
export const WAREHOUSE = "/api/v1/warehouse";

/** Sends a request; `:store` in the path stands for the store's id. A string body is sent unchanged. */
export function ask(
  { origin, storeId, secret }: StoreAccess,
  path: string,
  { method = "GET", body, headers, signal }: Sent = {},
): Promise<Response> {
  return fetch(`${origin}${path.replace(":store", storeId)}`, {
    method,
    headers: {
      Authorization: `Bearer ${secret}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}

/** Returns the JSON of the response; throws unless the request succeeded. */
export async function must<T>(store: StoreAccess, path: string, sent: Sent = {}): Promise<T> {
  const response = await ask(store, path, sent);
  const text = await response.text();
  if (response.ok) return (text === "" ? undefined : JSON.parse(text)) as T;
  throw new Error(`${sent.method ?? "GET"} ${path} was answered ${response.status} ${text.slice(0, 300)}`);
}

/** Runs `work` `count` times concurrently. */
export async function inParallel(count: number, work: (worker: number) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, worker) => work(worker)));
}
