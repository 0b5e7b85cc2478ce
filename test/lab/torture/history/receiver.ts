import type { IncomingMessage, ServerResponse } from "node:http";
import { moodOf, serveOnLoopback, textOf } from "../loopback-server.ts";
import { seeded } from "../random.ts";

/** The kinds of response of the receiver, each with its share in percent. */
const MOODS = { ok: 78, slow: 6, failed: 5, limited: 3, moved: 2, reset: 4, silent: 2 } as const;
type Mood = keyof typeof MOODS;

const STATUSES = { ok: 200, slow: 200, failed: 500, limited: 429, moved: 301 } as const;
const LONGEST_MS = 20;
const LONGEST_SLOW_MS = 600;

/** One event as the receiver got it. Times are of the harness's clock. */
export type Arrival = {
  sequence: number;
  at: string;
  /** When its first attempt arrived, and when its first 2xx was sent. */
  first: number;
  taken: number | undefined;
  attempts: number;
  /** Identifies the webhook id and body, which must be the same in every attempt. */
  digest: string;
  /** Identifies the state of the return and its order, independent of the process that wrote it. */
  content: string;
  isAltered: boolean;
};

/** The events of one return at one webhook, in the order of their first arrival. */
export type Stream = { token: string; returnId: string; arrivals: Arrival[] };

export type Receiver = {
  /** `host:port` */
  host: string;
  url: string;
  streams: Map<string, Stream>;
  /** By token, the merchant names that were received with it. */
  merchants: Map<string, Set<string>>;
  attempts: Record<Mood, number>;
  /** Makes every response a 200 from now on. */
  behave(): void;
  close(): void;
};

/** Starts a subscriber that responds at random, sometimes slowly or never. A token identifies its webhook. */
export async function startReceiver(seed: number, now: () => number): Promise<Receiver> {
  const random = seeded(seed);
  const streams: Receiver["streams"] = new Map();
  const merchants: Receiver["merchants"] = new Map();
  const attempts = { ok: 0, slow: 0, failed: 0, limited: 0, moved: 0, reset: 0, silent: 0 };
  let isBehaving = false;

  function receive(request: IncomingMessage, text: string): Arrival {
    const body = JSON.parse(text) as {
      return: { id: string };
      order: object;
      at: string;
      merchantName: string;
    };
    const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
    merchants.set(token, (merchants.get(token) ?? new Set()).add(body.merchantName));
    const key = `${token} ${body.return.id}`;
    const stream = streams.get(key) ?? { token, returnId: body.return.id, arrivals: [] };
    streams.set(key, stream);
    const sequence = Number(request.headers["webhook-sequence"]);
    const digest = `${request.headers["webhook-id"]} ${Bun.hash(text)}`;
    let arrival = stream.arrivals.findLast((one) => one.sequence === sequence);
    if (!arrival) {
      const content = contentOf(body.return, body.order);
      arrival = {
        ...{ sequence, at: body.at, first: now(), taken: undefined, attempts: 0 },
        ...{ digest, content, isAltered: false },
      };
      stream.arrivals.push(arrival);
    }
    arrival.attempts++;
    arrival.isAltered ||= arrival.digest !== digest;
    return arrival;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const mood = isBehaving ? "ok" : moodOf(random, MOODS);
    attempts[mood]++;
    const arrival = receive(request, await textOf(request));
    await Bun.sleep(random.between(0, mood === "slow" ? LONGEST_SLOW_MS : LONGEST_MS));
    if (mood === "silent") return;
    if (mood === "reset") {
      request.socket.destroy();
      return;
    }
    if (mood === "ok" || mood === "slow") arrival.taken ??= now();
    response.writeHead(STATUSES[mood], {
      ...(mood === "limited" && { "Retry-After": String(random.between(0, 1)) }),
      ...(mood === "moved" && { Location: "/elsewhere" }),
    });
    response.end(mood);
  }

  const { host, close } = await serveOnLoopback(answer);
  return {
    ...{ host, url: `http://${host}`, streams, merchants, attempts, close },
    behave: () => {
      isBehaving = true;
    },
  };
}

/** Returns a hash of a return and its order, ignoring the origin of links and the order of fields. */
export function contentOf(shown: unknown, order: unknown): string {
  const text = JSON.stringify(sorted({ return: shown, order }));
  return String(Bun.hash(text.replaceAll(/https?:\/\/[^/"]+(?=\/v2\.2\/)/g, "")));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}
