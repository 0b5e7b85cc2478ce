import type { Random } from "../random.ts";
import { retry } from "../retry.ts";
import type { Statement } from "./statements.ts";

/** A receipt as the response shows it. */
export type Receipt = { id: string; number: number; statement: string; at: string; receiptUrl: string };

/**
 * What became of a statement: the receipts of all its responses, and when the first of them came. Without any it was sent
 * once, and its answer lost.
 */
export type Sent = { statement: Statement; receipts: Receipt[]; confirmedAt: number };

export type Target = { storeId: string; secret: string; origins(): string[] };

/** How a client sends a statement, by percent: see `send`. */
export const WAYS = { once: 55, again: 15, twice: 10, impatient: 15, forgotten: 5 };
export type Way = keyof typeof WAYS;

const GIVE_UP_MS = 20_000;
const IMPATIENT_MS = [1, 60] as const;

/** Returns the clients that send statements to any of the processes. */
export function consumersOf({ storeId, secret, origins }: Target, random: Random) {
  async function request(statement: Statement, key: string, withinMs: number): Promise<Receipt> {
    const all = origins();
    const origin = all[random.between(0, all.length - 1)];
    if (!origin) throw new Error("no process is running");
    const response = await fetch(`${origin}/v2.2/stores/${storeId}/withdrawals`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${secret}`,
        "Content-Type": "application/json",
        "Idempotency-Key": key,
      },
      body: JSON.stringify(statement.body),
      signal: AbortSignal.timeout(withinMs),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`the withdrawal was answered ${response.status} ${text}`);
    return (JSON.parse(text) as { withdrawal: Receipt }).withdrawal;
  }

  /**
   * Sends a statement in one of the ways: until it is answered (`once`), and then again with its key (`again`), two at
   * once with one key (`twice`), after the client has given up waiting (`impatient`), or just one time, whatever comes
   * (`forgotten`).
   */
  return async function send(statement: Statement, way: Way): Promise<Sent> {
    const key = crypto.randomUUID();
    let confirmedAt = Number.POSITIVE_INFINITY;
    const answered = async () => {
      const receipt = await retry(() => request(statement, key, GIVE_UP_MS));
      confirmedAt = Math.min(confirmedAt, performance.now());
      return receipt;
    };
    if (way === "forgotten" || way === "impatient") {
      const early = await request(statement, key, random.between(...IMPATIENT_MS)).catch(() => undefined);
      if (early || way === "forgotten") {
        return { statement, receipts: early ? [early] : [], confirmedAt: performance.now() };
      }
    }
    const receipts = await Promise.all(way === "twice" ? [answered(), answered()] : [answered()]);
    if (way === "again") receipts.push(await answered());
    return { statement, receipts, confirmedAt };
  };
}
