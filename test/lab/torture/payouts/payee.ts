import type { IncomingMessage, ServerResponse } from "node:http";
import { moodOf, serveOnLoopback, textOf } from "../loopback-server.ts";
import type { Random } from "../random.ts";

/** What was paid under a key, in cents; null where it was refused. `bodies` are the different ones that came with it. */
export type Entry = {
  payoutId: string;
  asked: number;
  paid: number | null;
  times: number;
  bodies: Set<string>;
};

/** A payee that keeps keys, and answers as payees do on their worst days. */
export type Payee = { url: string; ledger: Map<string, Entry>; tally: Record<Mood, number>; close(): void };

/**
 * `late`: the answer comes after the service has given up waiting. `lost` and `failed` come after the effect, `broken`
 * before it. `doubled`: it answers, and the connection ends in the middle of a second answer.
 */
type Mood = "paid" | "unknown" | "broken" | "failed" | "lost" | "late" | "doubled" | "refused" | "differs";

const MOODS: Record<Mood, number> = {
  ...{ paid: 48, unknown: 6, broken: 8, failed: 8, lost: 10, late: 3, doubled: 4, refused: 9, differs: 4 },
};
const LATE_MS = 700;

/** Starts a payee. Each key takes effect when it first comes to that, whatever is answered. */
export async function openPayee(random: Random): Promise<Payee> {
  const ledger = new Map<string, Entry>();
  const tally = Object.fromEntries(Object.keys(MOODS).map((mood) => [mood, 0])) as Record<Mood, number>;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await textOf(request);
    const key = String(request.headers["idempotency-key"]);
    const { payoutId, amount } = JSON.parse(body) as {
      payoutId: string;
      amount: { amount: string; currency: string };
    };
    const mood = moodOf<Mood>(random, MOODS);
    tally[mood]++;
    const known = ledger.get(key);
    if (known) {
      known.times++;
      known.bodies.add(body);
    }
    if (!known && mood === "broken") return void response.writeHead(503).end();
    if (!known && mood === "unknown") return reply(response, { status: "unknown" });
    const asked = Math.round(Number(amount.amount) * 100);
    const paid = mood === "refused" ? null : mood === "differs" ? asked + 1 : asked;
    const entry = known ?? { payoutId, asked, paid, times: 1, bodies: new Set([body]) };
    ledger.set(key, entry);
    if (mood === "failed" || mood === "broken") return void response.writeHead(500).end();
    if (mood === "lost") throw new Error("the answer is lost");
    if (mood === "late") await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    if (entry.paid === null) return reply(response, { status: "refused", reason: "declined" });
    const said = { amount: (entry.paid / 100).toFixed(2), currency: amount.currency };
    reply(response, { status: "paid", reference: key.slice(0, 8), amount: said });
    if (mood === "doubled") response.socket?.write("HTTP/1.1 200 OK\r\ncontent-le");
  };
  const { host, close } = await serveOnLoopback(answer);
  return { url: `http://${host}/refunds`, ledger, tally, close };
}

function reply(response: ServerResponse, body: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}
