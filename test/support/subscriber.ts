import type { Seen } from "./outside-world.ts";
import type { TestService, TestStore } from "./service.ts";
import { type Created, newWebhook } from "./webhooks.ts";

type Answering = (request: Seen) => Response | Promise<Response>;

/** A webhook of the store and who answers there: each request by the next script, those after the last one by 200. */
export type Subscriber = {
  webhook: Created;
  url: string;
  token: string;
  plan(...scripts: Answering[]): void;
  /** What it got so far. */
  got(): Seen[];
  /** The same as `<return id>#<sequence>`, for one return as `<sequence>` alone. */
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

/** The outcome of a connection that breaks, or of a request that times out. */
export const breaks = (error: string) => () => {
  throw new Error(error);
};
