import { at, listAt, textAt, V2 } from "./actor.ts";
import type { Read } from "./call.ts";
import { registersOf } from "./operations/returns.ts";
import { contentOf } from "./receiver.ts";
import type { Shop } from "./shop.ts";
import type { ReturnState, ShownReturn } from "./state.ts";

const READERS = 6;
const MAX_TRIES = 5;
const RETRY_PAUSE_MS = 200;

/** Reads every return by a GET into `shown`; returns the values of their registers. */
export async function readReturns(
  origins: () => string[],
  shops: Shop[],
  returns: ReturnState[],
): Promise<Read[]> {
  const registers: Read[] = [];
  let next = 0;
  async function reader() {
    for (let one = returns[next++]; one; one = returns[next++]) {
      const body = await read(origins, shops[one.store], one);
      if (body === undefined) continue;
      one.shown = shownIn(body);
      registers.push(...registersOf(one, at(body, "return")));
    }
  }
  await Promise.all(Array.from({ length: READERS }, reader));
  return registers;
}

async function read(origins: () => string[], shop: Shop | undefined, { id }: ReturnState): Promise<unknown> {
  const [secret] = shop?.secrets.values() ?? [];
  for (let tries = 1; secret && tries <= MAX_TRIES; tries++) {
    const all = origins();
    try {
      const response = await fetch(`${all[tries % all.length]}${V2}/returns/${id}`, {
        headers: { Authorization: `Bearer ${secret}` },
      });
      if (response.status === 200) return await response.json();
    } catch {
      // Retried below.
    }
    await Bun.sleep(RETRY_PAUSE_MS);
  }
  return undefined;
}

function shownIn(body: unknown): ShownReturn {
  const shown = at(body, "return");
  return {
    status: textAt(shown, "status") ?? "",
    content: contentOf(shown, at(body, "order")),
    items: listAt(shown, "items").map((item) => ({
      id: textAt(item, "id") ?? "",
      quantity: Number(at(item, "quantity")),
      value: cents(at(item, "productValueNoTaxNoAdjustment", "amount", "amount")),
      refund: cents(at(item, "refund", "amount", "amount")),
    })),
    refund: cents(at(shown, "totals", "refund", "amount", "amount")),
    storeCredit: cents(at(shown, "totals", "storeCredit", "amount", "amount")),
  };
}

/** Converts an amount such as `12.34` to cents; returns NaN for any other value. */
function cents(amount: unknown): number {
  return typeof amount === "string" && /^\d+\.\d\d$/.test(amount)
    ? Number(amount.replace(".", ""))
    : Number.NaN;
}
