import type { Effect } from "../call.ts";
import { at, type Hand, listAt, textAt, V2 } from "../hand.ts";
import type { KnownOrder, KnownReturn } from "../shop.ts";

const MAX_TRIES = 4;
const RETRY_PAUSE_MS = 100;
const ADDRESS = { city: "Town", state: "", postalCode: "12345", country: "DE" };

/** Units of an order come back: often more than are left, and of one order through several processes at once. */
export async function openReturn(hand: Hand): Promise<void> {
  const order = hand.shop.orders.pick(hand.random);
  if (!order) return;
  const manner = hand.random.between(1, 10);
  if (manner <= 5) return void (await postReturn(hand, order));
  if (manner <= 7) return void (await Promise.all([1, 2, 3].map(() => postReturn(hand, order))));
  const key = hand.mark();
  const body = newReturn(hand, order);
  await Promise.all([sendReturn(hand, order, body, key), sendReturn(hand, order, body, key)]);
  for (let tries = 1; tries < MAX_TRIES; tries++) {
    if (await sendReturn(hand, order, body, key)) break;
    await Bun.sleep(RETRY_PAUSE_MS);
  }
  // The same key for another request: refused, or the first one was and left it free.
  if (hand.random.chance(0.3)) await sendReturn(hand, order, newReturn(hand, order), key);
}

async function postReturn(hand: Hand, order: KnownOrder): Promise<void> {
  await sendReturn(hand, order, newReturn(hand, order));
}

type NewReturn = { mark: string; items: { lineItemId: string; quantity: number }[]; isLabelled: boolean };

function newReturn({ random, mark }: Hand, { lines }: KnownOrder): NewReturn {
  const chosen = lines.filter(() => random.chance(0.6));
  const items = (chosen.length > 0 ? chosen : lines).map(({ id, quantity }) => ({
    lineItemId: id,
    quantity: random.between(1, Math.min(2, quantity)),
  }));
  return { mark: mark(), items, isLabelled: random.chance(0.2) };
}

async function sendReturn(hand: Hand, order: KnownOrder, sent: NewReturn, key?: string): Promise<boolean> {
  const { mark, items, isLabelled } = sent;
  const effect: Effect = { kind: "return", mark, group: key ?? mark };
  const { call, body } = await hand.send(
    { operation: "POST returns", known: order.externalId, effects: [effect] },
    {
      method: "POST",
      path: `${V2}/stores/${hand.shop.storeId}/returns`,
      body: {
        data: {
          ...{ provider: "shopify", externalOrderId: order.externalId },
          items: items.map((item) => ({ ...item, reason: "Too small", notes: mark })),
          shippingAddress: { ...ADDRESS, line1: mark },
          ...(isLabelled && { label: { carrier: "ups", trackingNumber: mark } }),
        },
      },
      ...(key !== undefined && { headers: { "Idempotency-Key": key } }),
    },
  );
  const id = textAt(body, "return", "id");
  if (call.outcome !== "done" || id === undefined) return call.outcome !== "unknown";
  call.answerId = id;
  if (hand.shop.returns.all().some((known) => known.id === id)) return true;
  const itemIds = listAt(body, "return", "items").flatMap((item) => textAt(item, "id") ?? []);
  hand.shop.returns.add({ id, itemIds, orderName: order.externalId, notes: [] });
  return true;
}

/** Reads a return: everything that was acknowledged before is in it. */
export async function readReturn(hand: Hand): Promise<void> {
  const one = hand.shop.returns.pick(hand.random);
  if (!one) return;
  const expected = [...one.notes];
  const { call, body, text } = await hand.send(
    { operation: "GET return", known: one.id },
    { method: "GET", path: `${V2}/returns/${one.id}` },
  );
  if (call.outcome !== "done") return;
  const missing = expected.filter((mark) => !text.includes(`"${mark}"`));
  if (missing.length > 0) call.missing = missing;
  call.reads = registersOf(one, at(body, "return"));
}

/** What a return's members are as registers: the last PATCH of each stands. */
export function registersOf({ id }: Pick<KnownReturn, "id">, shown: unknown) {
  const grades = listAt(shown, "items").map((item) => ({
    register: `${textAt(item, "id")} grade`,
    value: textAt(item, "grade"),
  }));
  return [
    { register: `${id} tags`, value: textAt(shown, "tags", 0, "name") },
    { register: `${id} internalCreatedByName`, value: textAt(shown, "internalCreatedByName") },
    ...grades,
  ];
}
