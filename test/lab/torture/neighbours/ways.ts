import { ask, inParallel, type LoudStore, type Sent, V2, WAREHOUSE } from "./store.ts";

/** One way to misbehave; it runs until its process is killed. */
export type Way = { about: string; run(store: LoudStore): Promise<void> };

const EVENTS = `${V2}/stores/:store/events`;
const LIST = `${WAREHOUSE}/return/list?filter=created_at`;
const ASN = `${WAREHOUSE}/reporting/asn`;
const FIRST_BYTES_MS = 60;
const LARGE_BODY = 900_000;

/** A PNG signature followed by 7 MB of zeros. */
const IMAGE = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.alloc(7_000_000),
]).toString("base64");

/** The ways in which one store may slow down others. */
export const WAYS: Record<string, Way> = {
  bodies: {
    about: "bodies at and above the size limits",
    run: (store) => {
      const text = "x".repeat(LARGE_BODY);
      return forever(store, 6, (turn) => {
        const returnId = store.returns[turn % store.returns.length];
        const kinds: [string, Sent][] = [
          [`${V2}/returns/${returnId}/comments`, { method: "POST", body: { comment: { image: IMAGE } } }],
          [EVENTS, { method: "POST", body: eventWith({ data: { $extra: { text } } }) }],
          [EVENTS, { method: "POST", body: `{"a":${"[".repeat(400_000)}` }],
          [
            `${EVENTS}/bulk`,
            { method: "POST", body: { events: Array(100).fill(eventWith({ data: LARGE })) } },
          ],
          [`${V2}/stores/:store/orders`, { method: "POST", body: { orderId: text.repeat(2) } }],
        ];
        return kinds[turn % kinds.length] as [string, Sent];
      });
    },
  },
  lists: {
    about: "whole lists, in the largest pages and unpaged",
    run: (store) =>
      forever(store, 6, (turn) => {
        const kinds: [string, Sent][] = [
          [`${V2}/stores/:store/returns`, { headers: { "X-Page-Size": "500" } }],
          [LIST, {}],
          [`${LIST}&paginate=true&pageSize=750`, {}],
          [`${V2}/returns/${store.largeReturns[0]}`, {}],
          [`${WAREHOUSE}/return/details?service_return_id=${store.largeReturns[0]}`, {}],
        ];
        return kinds[turn % kinds.length] as [string, Sent];
      }),
  },
  "slow receivers": {
    about: "receivers that take 9.5 s for each of thousands of events",
    run: async (store) => {
      const callback = { url: store.slowReceiver, auth: null };
      for (let i = 0; i < 4; i++) {
        await ask(store, `${V2}/stores/:store/webhooks`, {
          ...{ method: "POST", body: { webhook: { topic: "return", callback, backfill: true } } },
        });
      }
      await forever(store, 4, (turn) => change(store, turn));
    },
  },
  "silent names": {
    about: "webhooks whose host names get no response from the name server",
    run: (store) =>
      forever(store, 16, (turn) => {
        const callback = { url: `https://silent-${turn}.example.com/`, auth: null };
        const body = { webhook: { topic: "return", callback } };
        return [`${V2}/stores/:store/webhooks`, { method: "POST", body }];
      }),
  },
  backlog: {
    about: "bulk requests of 100 events, as fast as they are accepted",
    run: (store) =>
      forever(store, 24, (turn) => {
        const events = Array.from({ length: 100 }, (_, i) => {
          const id = `customer-${turn}-${i}`;
          return {
            eventName: "noise",
            customer: { id, email: `${id}@example.test`, firstName: String(turn) },
          };
        });
        return [`${EVENTS}/bulk`, { method: "POST", body: { events } }];
      }),
  },
  rejections: {
    about: "requests that are refused: unauthenticated, unknown, invalid, over the rate",
    run: (store) =>
      forever(store, 24, (turn) => {
        const kinds: [string, Sent][] = [
          [`${V2}/stores/:store/returns`, { headers: { Authorization: `Bearer wrong-${turn}` } }],
          [`${V2}/returns/none`, {}],
          [EVENTS, { method: "POST", body: { eventName: "" } }],
          [EVENTS, { method: "POST", body: eventWith({}) }],
          [`${V2}/returns/${store.returns[0]}/status`, { method: "PUT", body: { status: "pre_shipment" } }],
          [`${V2}/stores/:store/orders`, { method: "POST", body: "{" }],
          ["/nothing", {}],
        ];
        return kinds[turn % kinds.length] as [string, Sent];
      }),
  },
  abandoned: {
    about: "streamed lists and reports whose client disconnects after the first bytes",
    run: (store) =>
      inParallel(8, async (worker) => {
        for (;;) {
          const leave = new AbortController();
          const reading = ask(store, worker % 2 === 0 ? LIST : ASN, { signal: leave.signal })
            .then((response) => response.body?.getReader().read())
            .catch(() => undefined);
          await Promise.race([reading, Bun.sleep(FIRST_BYTES_MS)]);
          leave.abort();
        }
      }),
  },
  repeats: {
    about: "requests on one return, repeated with and without an Idempotency-Key",
    run: (store) =>
      forever(store, 25, (turn) => {
        const path = `${V2}/returns/${store.returns[0]}`;
        if (turn % 2 === 0) return [`${path}/status`, { method: "PUT", body: { status: "flagged" } }];
        const headers = { "Idempotency-Key": "again" };
        return [`${path}/comments`, { method: "POST", headers, body: { comment: { message: "again" } } }];
      }),
  },
  asn: {
    about: "ASN reports of large orders",
    run: (store) => forever(store, 6, () => [ASN, {}]),
  },
  comments: {
    about: "comments on one return",
    run: (store) =>
      forever(store, 16, (turn) => {
        const body = { comment: { message: `${turn} ${"x".repeat(5_000)}` } };
        return [`${V2}/returns/${store.returns[1]}/comments`, { method: "POST", body }];
      }),
  },
};

const LARGE = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`key-${i}`, "x".repeat(1_000)]));

function eventWith(more: object) {
  return { eventName: "noise", customer: { id: "loud" }, ...more };
}

function change(store: LoudStore, turn: number): [string, Sent] {
  const returnId = store.returns[turn % store.returns.length];
  return [
    `${V2}/returns/${returnId}/comments`,
    { method: "POST", body: { comment: { message: `${turn}` } } },
  ];
}

/** Sends one request after the other in each worker, and reads the responses without checking them. */
async function forever(
  store: LoudStore,
  workers: number,
  next: (turn: number) => [string, Sent],
): Promise<void> {
  let turn = 0;
  await inParallel(workers, async () => {
    for (;;) {
      const [path, sent] = next(turn++);
      await ask(store, path, sent)
        .then(drained)
        .catch(() => Bun.sleep(10));
    }
  });
}

async function drained(response: Response): Promise<void> {
  for await (const chunk of response.body ?? []) void chunk;
}
