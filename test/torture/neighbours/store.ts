/** A store as one of its clients sees it; what is sent to another process as JSON. */
export type StoreAccess = { origin: string; storeId: string; secret: string };

/** What the store that misbehaves has. */
export type LoudStore = StoreAccess & {
  /** Returns of small orders, and returns of every line of large ones. */
  returns: string[];
  largeReturns: string[];
  /** Answers 200 after almost as long as an attempt may take. */
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

/** Sends a request; `:store` in the path is the store's id. A body that is a string goes as it is. */
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

/** The answer's JSON; throws unless it succeeded. */
export async function must<T>(store: StoreAccess, path: string, sent: Sent = {}): Promise<T> {
  const response = await ask(store, path, sent);
  const text = await response.text();
  if (response.ok) return (text === "" ? undefined : JSON.parse(text)) as T;
  throw new Error(`${sent.method ?? "GET"} ${path} was answered ${response.status} ${text.slice(0, 300)}`);
}

/** Runs `work` so many times at once. */
export async function inParallel(count: number, work: (worker: number) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, worker) => work(worker)));
}
