import type { Seen } from "./outside-world.ts";
import type { TestService, TestStore } from "./service.ts";
import { type Created, newWebhook } from "./webhooks.ts";

type Answering = (request: Seen) => Response | Promise<Response>;

/**
 * A webhook and its receiver, which responds to each request with the next script and after the last one with
 * 200.
 */
export type Subscriber = {
  webhook: Created;
  url: string;
  token: string;
  plan(...scripts: Answering[]): void;
  /** Returns the requests received so far. */
  got(): Seen[];
  /** Returns them as `<return id>#<sequence>`; for one return, as `<sequence>`. */
  order(returnId?: string): string[];
};

let made = 0;

export async function subscribe(service: TestService, store: TestStore): Promise<Subscriber> {
  const url = `https://subscriber-${++made}.example/hooks?store=${store.id}`;
  const token = `token-${made}`;
  const scripts: Answering[] = [];
  service.world.on(url, (request) => (scripts.shift() ?? (() => new Response("thanks")))(request));
  const webhook = await newWebhook(store, { callback: { url, auth: { bearer: { token } } } });
  const got = () => service.world.seen.filter((request) => request.url === url);
  return {
    webhook,
    url,
    token,
    plan: (...more) => scripts.push(...more),
    got,
    order: (returnId) =>
      got()
        .map(({ headers, body }) => ({ seq: headers["webhook-sequence"], id: JSON.parse(body).return.id }))
        .filter(({ id }) => returnId === undefined || id === returnId)
        .map(({ seq, id }) => (returnId === undefined ? `${id}#${seq}` : String(seq))),
  };
}

export const answers = (status: number, headers: Record<string, string> = {}) => {
  return () => new Response(null, { status, headers });
};

/** A script that throws, like a broken connection or a request that times out. */
export const breaks = (error: string) => () => {
  throw new Error(error);
};
