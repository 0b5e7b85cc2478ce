import { moneyOf } from "../../../support/money-model.ts";
import type { Random } from "../random.ts";
import { type Booked, createLedger, type Ledger } from "./ledger.ts";
import type { GeneratedOrder } from "./orders.ts";
import type { Shop, Status } from "./shop.ts";
import { differencesOf } from "./views.ts";

const TYPES = ["refund", "store_credit", "gift_card", "exchange", "partial", "original_payment"];

export type Tally = { orders: number; returns: number; adjusted: number; refused: number };

/**
 * Returns units of an order in random returns, adjusts, completes, reopens and deletes them, returns the rest, and
 * returns how what the service shows differs from the model: after each step of the return, and at the end of all.
 */
export async function compareOrder(
  generated: GeneratedOrder,
  { shop, random, tally }: { shop: Shop; random: Random; tally: Tally },
): Promise<string[]> {
  const ledger = createLedger(generated.order);
  const differences: string[] = [];
  const compare = async (one: Booked) => {
    const found = differencesOf(await shop.show(one.id), one, generated.currency);
    differences.push(...found.map((difference) => `return ${one.id}: ${difference}`));
    if (ledger.left() < 0n) differences.push(`the refunds are ${-ledger.left()} more than was paid`);
  };
  const take = async (wants: Parameters<Ledger["take"]>[1]) => {
    if (wants.length === 0) return;
    const one = ledger.take(String(ledger.booked.length + 1), wants);
    if (!one) return;
    tally.returns++;
    await shop.take(one.id, wants);
    await compare(one);
  };
  for (let step = random.between(1, 6); step > 0; step--) {
    const { booked } = ledger;
    const one = booked[random.between(0, booked.length - 1)];
    if (!one || one.status === "deleted" || random.chance(0.4)) await take(wantsOf(ledger, random));
    else if (random.chance(0.5))
      differences.push(...(await adjust(one, { ...generated, ledger, shop, random, tally })));
    else await moveOne(one, { ledger, shop, random });
    if (one && random.chance(0.5)) await compare(one);
  }
  const rest = ledger.rest();
  if (rest.length > 0) await take(rest);
  for (const one of ledger.booked) await compare(one);
  tally.orders++;
  return [...new Set(differences)];
}

function wantsOf(ledger: Ledger, { between, chance }: Random) {
  const free = ledger.rest().filter(() => chance(0.7));
  return free.map(({ line, quantity }) => ({
    line,
    quantity: between(1, quantity),
    credit: chance(0.3),
  }));
}

type Adjusting = GeneratedOrder & { ledger: Ledger; shop: Shop; random: Random; tally: Tally };

/** Sets a refund at random: below, at and just beyond what is left. */
async function adjust(one: Booked, { currency, ledger, shop, random, tally }: Adjusting): Promise<string[]> {
  const place = random.between(0, one.entries.length - 1);
  const entry = one.entries[place];
  if (!entry) return [];
  const most = entry.refund + ledger.left();
  const amounts = [0n, entry.refund / 2n, most, most + 1n, most + 1_000n];
  const amount = amounts[random.between(0, amounts.length - 1)] ?? 0n;
  const type = TYPES[random.between(0, TYPES.length - 1)] ?? "refund";
  const isAllowed = ledger.adjust(entry, amount, type);
  const text = moneyOf(amount, currency as Parameters<typeof moneyOf>[1]).amount;
  const isAccepted = await shop.adjust(one.id, place, { amount: text, type });
  tally[isAllowed ? "adjusted" : "refused"]++;
  if (isAccepted === isAllowed) return [];
  return [`a refund of ${amount} with ${most} left was ${isAccepted ? "accepted" : "refused"}`];
}

/** Completes and reopens, rejects and reopens, or deletes a return. */
async function moveOne(one: Booked, { ledger, shop, random }: Pick<Adjusting, "ledger" | "shop" | "random">) {
  const paths: Status[][] = [["complete", "open"], ["rejected", "open"], ["deleted"]];
  const path = paths[random.between(0, 2)] ?? [];
  for (const status of path) await shop.move(one.id, status);
  if (path.includes("deleted")) ledger.remove(one);
}
