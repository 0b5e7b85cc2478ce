import type { IncomingMessage, ServerResponse } from "node:http";
import { moodOf, serveOnLoopback, textOf } from "./loopback-server.ts";
import { seeded } from "./random.ts";

/** The kinds of response of the receiver, each with its share in percent. */
const MOODS = { ok: 70, failed: 9, limited: 5, moved: 5, reset: 6, silent: 5 } as const;
type Mood = keyof typeof MOODS;

const STATUSES = { ok: 200, failed: 500, limited: 429, moved: 301 } as const;
/** The time that the receiver may need, on a busy machine, to notice that a sender has closed its connection. */
const CLOSING_MS = 150;
const SLOWEST_MS = 30;

export type Receiver = {
  /** `host:port` */
  host: string;
  url: string;
  /** Violations that the receiver saw. */
  faults: string[];
  /**
   * By return, the sequence numbers in the order of their first arrival, and those that were answered 200.
   */
  arrived: Map<string, { firsts: number[]; taken: Set<number> }>;
  attempts: Record<Mood, number>;
  close(): Promise<void>;
};

type Attempt = { sequence: number; isOver: boolean; next?: { place: string; cameAt: number } };

/**
 * Starts a subscriber that responds at random: 200, 500, 429, 301, a reset connection, or nothing until the
 * sender times out. It records events that arrive out of order and overlapping attempts of one return.
 */
export async function startReceiver(seed: number): Promise<Receiver> {
  const random = seeded(seed);
  const faults: string[] = [];
  const arrived: Receiver["arrived"] = new Map();
  const attempts = { ok: 0, failed: 0, limited: 0, moved: 0, reset: 0, silent: 0 };
  const latest = new Map<string, Attempt>();
  const idOf = new Map<string, string>();

  function receive(request: IncomingMessage, body: string, mood: Mood): Attempt {
    const { return: received, at } = JSON.parse(body) as {
      return: { id: string; updatedAt: string };
      at: string;
    };
    const sequence = Number(request.headers["webhook-sequence"]);
    const place = `${received.id} ${sequence}`;
    const id = `${request.headers["webhook-id"]} ${at} ${request.headers.authorization}`;
    if ((idOf.get(place) ?? id) !== id) faults.push(`${place} came as ${idOf.get(place)} and as ${id}`);
    idOf.set(place, id);

    const seen = arrived.get(received.id) ?? { firsts: [], taken: new Set() };
    arrived.set(received.id, seen);
    if (!seen.firsts.includes(sequence)) {
      const last = seen.firsts.at(-1) ?? 0;
      if (sequence < last) faults.push(`${place} came first after ${last}`);
      seen.firsts.push(sequence);
    }
    if (mood === "ok") seen.taken.add(sequence);

    const attempt: Attempt = { sequence, isOver: false };
    const before = latest.get(received.id);
    if (before && !before.isOver) before.next = { place, cameAt: performance.now() };
    latest.set(received.id, attempt);
    return attempt;
  }

  /**
   * A sender that timed out closes its connection before it sends again, but the close may reach this process
   * later.
   */
  function end(attempt: Attempt, how: "answered" | "closed"): void {
    const { next, sequence, isOver } = attempt;
    attempt.isOver = true;
    if (isOver || !next) return;
    const laterMs = Math.round(performance.now() - next.cameAt);
    if (how === "closed" && laterMs < CLOSING_MS) return;
    faults.push(`${next.place} came while ${sequence} was under way, which was ${how} ${laterMs} ms later`);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const mood = moodOf(random, MOODS);
    attempts[mood]++;
    const attempt = receive(request, await textOf(request), mood);
    response.on("close", () => end(attempt, "closed"));
    await Bun.sleep(random.between(0, SLOWEST_MS));
    if (mood === "silent") return;
    // Either two send, or the sender of this one has closed its connection.
    if (attempt.next) await Bun.sleep(CLOSING_MS);
    end(attempt, "answered");
    if (mood === "reset") {
      request.socket.destroy();
      return;
    }
    response.writeHead(STATUSES[mood], {
      ...(mood === "limited" && { "Retry-After": String(random.between(0, 1)) }),
      ...(mood === "moved" && { Location: "/elsewhere" }),
    });
    response.end(mood);
  }

  const { host, close } = await serveOnLoopback(async (request, response) => {
    if (request.url !== "/hook") faults.push(`a redirect was followed to ${request.url}`);
    await answer(request, response);
  });
  return { ...{ host, url: `http://${host}/hook`, faults, arrived, attempts }, close: async () => close() };
}
