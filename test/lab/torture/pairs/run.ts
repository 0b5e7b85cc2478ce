import type { Return } from "../../../../src/features/returns/schema.ts";
import { type Money, minorDigits, minorOf } from "../../../../src/lib/money.ts";
import { moneyText } from "../../../../src/lib/money-text.ts";
import { differences as differencesOf } from "../../replay/differences.ts";
import { inParallel } from "../in-parallel.ts";
import type { Target } from "../matrix/target.ts";
import { type Random, seeded } from "../random.ts";
import { type Api, apiOf, type Made, makeByApi, offeredByApi, succeed } from "./by-api.ts";
import { type After, returnByPage, type Visited } from "./by-page.ts";
import { CURRENCIES, pick, randomOrder, randomPolicy } from "./shop.ts";

export type Pairs = {
  differences: string[];
  pairs: number;
  made: number;
  refused: number;
  /** Of those made: with a fee or a bonus, with a photo, with an exchange. */
  adjusted: number;
  photos: number;
  exchanges: number;
};

/** So many pairs share a store, with its policy and currency. */
const PER_STORE = 10;

/**
 * Pairs through the shopper's page at random, each time by another order, and makes the same return of an equal order by
 * the API. Both must offer the same, show the same amounts before, and end in the same return.
 */
export async function comparePairs(
  target: Target,
  { pairs, seed, say = () => {} }: { pairs: number; seed: number; say?(line: string): void },
): Promise<Pairs> {
  const found: Pairs = {
    differences: [],
    pairs: 0,
    made: 0,
    refused: 0,
    adjusted: 0,
    photos: 0,
    exchanges: 0,
  };
  await inParallel(Math.ceil(pairs / PER_STORE), async (n) => {
    const random = seeded(seed + n);
    const shop = await target.newShop();
    const api = apiOf(target, shop);
    const currency = CURRENCIES[n % CURRENCIES.length] ?? "EUR";
    await succeed(api, "PATCH", "/stores/:store", { shopperPage: { enabled: true } });
    if (!random.chance(0.1))
      await succeed(api, "PUT", "/stores/:store/policy", randomPolicy(random, currency));
    for (let i = 0; i < PER_STORE && n * PER_STORE + i < pairs; i++) {
      const differences = await comparePair(target, { storeId: shop.id, api, currency, random, i }, found);
      found.pairs++;
      found.differences.push(...differences.map((text) => `seed ${seed + n}, pair ${i}: ${text}`));
    }
    say(`${found.pairs} pairs, ${found.made} returns made, ${found.differences.length} differences`);
  });
  return found;
}

type Pair = { storeId: string; api: Api; currency: string; random: Random; i: number };

async function comparePair(target: Target, pair: Pair, found: Pairs): Promise<string[]> {
  const { api, storeId, random, i, currency } = pair;
  const [byPage, byApi] = [`P-${i}`, `A-${i}`];
  const order = randomOrder(random, currency);
  const earlier = random.chance(0.3) ? pick([1, 2], random) : 0;
  for (const orderId of [byPage, byApi]) {
    await succeed(api, "POST", "/stores/:store/orders", { orderId, ...order });
    if (earlier > 0) await takeEarlier(api, orderId, earlier);
  }
  const after = randomEnd(random);
  const visited = await returnByPage(target, { storeId, number: byPage, random, after });
  const differences: string[] = [];
  const compare = (what: string, page: unknown, api: unknown) =>
    differences.push(...differencesOf(page, api, what));
  compare("offered", visited.offered, await offeredByApi(api, byApi));
  if (visited.end === "nothing offered") return differences;
  const made = await makeByApi(api, byApi, visited, after);
  compare("made", visited.end === "made", made.status === 201);
  if (visited.end === "refused") found.refused++;
  if (made.status !== 201 || visited.end !== "made") return differences;
  found.made++;
  if (visited.photos.length > 0) found.photos++;
  const [ofPage, ofApi] = [await readLatest(api, byPage), await readLatest(api, byApi)];
  compare("return", comparable(ofPage), comparable(ofApi));
  compare(
    "worth",
    [...visited.outcomes],
    visited.outcomes.size > 0
      ? [...made.previews].map(([outcome, { totals }]) => [outcome, worth(totals)])
      : [],
  );
  const [preview] = made.previews.values();
  const exchange = preview?.totals.exchange;
  compare("exchange", visited.exchange, exchange && shownAmount(exchange.amount));
  if (exchange) found.exchanges++;
  const { return: whole } = ofApi as { return: Return };
  const sums = sumFaults(whole, made, visited, currency);
  if (whole.items.some(({ productAdjustment }) => productAdjustment)) found.adjusted++;
  return [...differences, ...sums];
}

/** Some units of the first line went into a return before. Not of every order is so much there. */
async function takeEarlier(api: Api, externalOrderId: string, quantity: number): Promise<void> {
  const items = [{ lineItemId: "line-0", quantity, reason: "Too small" }];
  await api("POST", "/stores/:store/returns", { data: { provider: "shop", externalOrderId, items } });
}

function randomEnd(random: Random): After {
  const act = pick(["nothing", "cancel", "add"] as const, random);
  return { act, comment: `It has <b> & ${random.between(1, 9)}`, hasPhoto: random.chance(0.5) };
}

/** Reads all that the API shows of an order's latest return. */
async function readLatest(api: Api, number: string): Promise<Record<string, unknown>> {
  const { returns } = (await succeed(api, "GET", `/stores/:store/returns?order=${number}&limit=1`)) as {
    returns: Return[];
  };
  const path = `/returns/${returns[0]?.id}`;
  const [whole, history, images, timeline] = await Promise.all(
    ["", "/history", "/images", "/timeline"].map((part) => succeed(api, "GET", path + part)),
  );
  return { ...whole, ...history, ...images, ...timeline };
}

const AUTHORS = new Set(["by", "byId", "requestId"]);

/** Returns a return without its author, ids and times, and what names its order. */
function comparable(shown: object): unknown {
  const text = JSON.stringify(shown, (name, value) => (AUTHORS.has(name) ? undefined : value))
    .replaceAll(/"[^"]*[a-z]{3}_[0-9a-z]{26}[^"]*"/g, '"id"')
    .replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"time"')
    .replaceAll(/"[AP]-\d+"/g, '"order"');
  return JSON.parse(text);
}

function worth({ refund, storeCredit }: Return["totals"]): string {
  const sums = [refund, storeCredit].filter(({ amount: { amount } }) => /[1-9]/.test(amount));
  return (sums.length > 0 ? sums : [refund]).map(({ amount }) => shownAmount(amount)).join(" + ");
}

function shownAmount(amount: Money): string {
  return moneyText(amount, "en").replaceAll("\u00a0", " ");
}

/** Returns where amounts don't add up: what the policy changes, the items, their totals, and what was shown before. */
function sumFaults(
  { items, totals }: Return,
  { previews, plain }: Made,
  { outcome }: Visited,
  currency: string,
): string[] {
  const minor = (amount: string) => minorOf(amount, minorDigits(currency));
  const preview = previews.get(outcome) ?? [...previews.values()][0];
  const amounts = (items: { refund: Return["items"][number]["refund"]; productAdjustment?: string }[]) =>
    items.map(({ refund, productAdjustment }) => [
      refund.type,
      refund.amount.amount,
      productAdjustment ?? "0",
    ]);
  const faults = Bun.deepEquals(amounts(items), amounts(preview?.items ?? []))
    ? []
    : ["the preview has other amounts"];
  for (const [i, { refund, productAdjustment = "0" }] of items.entries()) {
    const before = plain?.items[i]?.refund.amount.amount ?? "0";
    if (
      minor(before) + minor(productAdjustment) !== minor(refund.amount.amount) ||
      minor(refund.amount.amount) < 0n
    )
      faults.push(`${before} and ${productAdjustment} are not ${refund.amount.amount}`);
  }
  const byType = { refund: totals.refund, store_credit: totals.storeCredit };
  for (const [type, total] of Object.entries(byType)) {
    const own = items.filter(({ refund }) => refund.type === type);
    const sum = own.reduce((all, { refund }) => all + minor(refund.amount.amount), 0n);
    if (sum !== minor(total.amount.amount))
      faults.push(`the items of ${type} are not ${total.amount.amount}`);
  }
  return faults;
}
