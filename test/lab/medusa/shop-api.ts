import { retry } from "../torture/retry.ts";

type Json = Record<string, unknown>;

/** How long Medusa may take, under load, to answer. */
const WITHIN_MS = 30_000;

/** An error response of Medusa. */
export class ShopError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Medusa's admin and store APIs. */
export type ShopApi = {
  /** Requests once. Throws `ShopError` for an error response, and any error without a response. */
  ask<Answer = Json>(method: string, path: string, body?: unknown): Promise<Answer>;
  /** The same until there is a response, for what has the same effect twice, or none. */
  askAgain<Answer = Json>(method: string, path: string, body?: unknown): Promise<Answer>;
};

/** Returns what speaks to Medusa with these headers. `origin` is read again for each request. */
export function shopApi(origin: () => string, headers: () => Record<string, string>): ShopApi {
  async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${origin()}${path}`, {
      method,
      headers: { "Content-Type": "application/json", ...headers() },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new ShopError(response.status, `${method} ${path}: ${response.status} ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as Answer;
  }
  return {
    ask,
    askAgain: <Answer>(method: string, path: string, body?: unknown) =>
      retry(async () => {
        try {
          return { answer: await ask<Answer>(method, path, body) };
        } catch (error) {
          if (error instanceof ShopError && !isTemporary(error)) return { error };
          throw error;
        }
      }).then((result) => {
        if ("error" in result) throw result.error;
        return result.answer;
      }),
  };
}

/** Without its database Medusa knows no key, and answers 401. */
export function isTemporary({ status }: ShopError): boolean {
  return status >= 500 || status === 401;
}
