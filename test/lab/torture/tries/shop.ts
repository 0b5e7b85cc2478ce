import type { Ctx } from "../../../../src/core/ctx.ts";
import { createTries } from "../../../../src/features/returns/shopper/find-order.ts";
import { deleteStore } from "../../../../src/features/stores/delete-store.ts";
import { order } from "../../../support/fixtures.ts";
import { inParallel } from "../in-parallel.ts";
import type { Shop, Target } from "../matrix/target.ts";

/** What a shopper types. */
export type Typed = { order: string; contact: string };

/** Tries that must look the same. `typed` returns what is typed at the nth try of the kind, always of the same length. */
export type Question = {
  name: string;
  storeIds: Record<string, string>;
  status: number;
  typed(kind: string, n: number): Typed;
};

const WAYS = ["email", "phone", "postal_code"] as const;
type Way = (typeof WAYS)[number];

/** More wrong tries for a number than these within an hour, and a code is asked for. */
const UNTIL_CODE = 300;

const four = (n: number) => String(n).padStart(4, "0");
const contactOf: Record<Way, (n: number) => string> = {
  email: (n) => `shopper-${four(n)}@example.test`,
  phone: (n) => `+49151100${four(n)}`,
  postal_code: (n) => `1${four(n)}`,
};

type Sizes = { orders: number; lines: number; tries: number };

/** Creates the stores of all questions; `orders` is how many orders each of their kinds is about. */
export async function openQuestions(target: Target, ctx: Ctx, sizes: Sizes): Promise<Question[]> {
  const { orders, lines, tries } = sizes;
  const questions: Question[] = [];
  for (const way of WAYS) questions.push(await wrongPairs(target, { name: way, ways: [way], orders }));
  // Large orders are few, but enough that none is tried so often that a code is asked for.
  const large = Math.min(orders, Math.max(5, Math.ceil((2 * tries) / UNTIL_CODE)));
  const all = { name: "any way, large orders", ways: [...WAYS], orders: large, lines };
  questions.push(await wrongPairs(target, all));
  questions.push(await codes(target, ctx, orders));
  questions.push(await closedStores(target, ctx));
  return questions;
}

type Asked = { name: string; ways: Way[]; orders: number; lines?: number };

/** Orders with another contact, orders that aren't there, and orders whose customer was erased, with the right contact. */
async function wrongPairs(target: Target, { name, ways, orders, lines = 1 }: Asked): Promise<Question> {
  const shop = await target.newShop();
  await open(target, shop, ways);
  await inParallel(orders, (n) => post(target, shop, "/orders", orderOf("W", n, lines)));
  await inParallel(orders, async (n) => {
    await post(target, shop, "/orders", orderOf("E", n + orders, lines));
    await post(target, shop, `/customers/customer-E-${four(n + orders)}/erase`, {});
  });
  await target.waitUntilIdle([shop]);
  const typed = (kind: string, n: number): Typed => {
    const at = n % orders;
    const way = ways[n % ways.length] ?? "email";
    const byKind: Record<string, Typed> = {
      // The contact of another order of the store, or one that no order has.
      "wrong pair": {
        order: `W-${four(at)}`,
        contact: contactOf[way](n % 2 ? (at + 1) % orders : 9_000 + at),
      },
      "unknown order": { order: `U-${four(at)}`, contact: contactOf[way](at) },
      "erased customer": { order: `E-${four(at + orders)}`, contact: contactOf[way](at + orders) },
    };
    return byKind[kind] ?? { order: "", contact: "" };
  };
  const kinds = ["wrong pair", "unknown order", "erased customer"];
  return { name, status: 400, typed, storeIds: Object.fromEntries(kinds.map((kind) => [kind, shop.id])) };
}

/** Numbers that were tried so often that a code is asked for, of which some are typed with the right contact. */
async function codes(target: Target, ctx: Ctx, orders: number): Promise<Question> {
  const { typed, storeIds, ...question } = await wrongPairs(target, {
    name: "code",
    ways: ["email"],
    orders,
  });
  const kinds = { ...storeIds, "right pair": storeIds["wrong pair"] ?? "" };
  const withRight = (kind: string, n: number): Typed =>
    kind === "right pair"
      ? { order: `W-${four(n % orders)}`, contact: contactOf.email(n % orders) }
      : typed(kind, n);
  const tries = createTries(ctx);
  for (const [kind, storeId] of Object.entries(kinds)) {
    await inParallel(orders, async (n) => {
      const { order: number } = withRight(kind, n);
      // Calls at once share a statement.
      await Promise.all(Array.from({ length: UNTIL_CODE }, () => tries.takeOfAll(storeId, number)));
    });
  }
  return { ...question, status: 200, storeIds: kinds, typed: withRight };
}

/** A store whose page is off, one that was deleted, and one that never was. */
async function closedStores(target: Target, ctx: Ctx): Promise<Question> {
  const [closed, gone] = [await target.newShop(), await target.newShop()];
  await post(target, closed, "/orders", orderOf("W", 0, 1));
  await deleteStore(ctx, gone.id, "Matrix");
  const unknown = closed.id.replace(/.{6}$/, "000000");
  return {
    ...{ name: "closed", status: 404 },
    storeIds: { off: closed.id, deleted: gone.id, unknown },
    typed: (_, n) => ({ order: "W-0000", contact: contactOf.email(n % 2) }),
  };
}

function orderOf(kind: string, n: number, lines: number) {
  const number = `${kind}-${four(n)}`;
  const [email, phoneNumber] = [contactOf.email(n), contactOf.phone(n)];
  const customer = { id: `customer-${number}`, email, phoneNumber };
  const address = { address1: "Weg 1", city: "Berlin", postalCode: contactOf.postal_code(n), country: "DE" };
  const lineItems = Array.from({ length: lines }, (_, i) => ({
    ...{ id: `line-${i}`, productId: `product-${i}`, title: "A tee ".repeat(30), quantity: 1, price: 5 },
  }));
  return order(number, { customer, lineItems, shipping: { method: "standard", cost: 0, address } });
}

async function open(target: Target, shop: Shop, findBy: Way[]): Promise<void> {
  await send(target, shop, "PATCH", "", { shopperPage: { enabled: true, findBy } });
}

function post(target: Target, shop: Shop, path: string, body: object): Promise<void> {
  return send(target, shop, "POST", path, body);
}

async function send(target: Target, { id, secret }: Shop, method: string, path: string, body: object) {
  const { ok, status } = await target.fetch(`/v2.2/stores/${id}${path}`, {
    method,
    headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!ok) throw new Error(`${method} ${path} was answered ${status}`);
}
