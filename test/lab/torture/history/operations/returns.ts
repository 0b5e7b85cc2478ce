import { type Actor, at, listAt, textAt, V2 } from "../actor.ts";
import type { Effect } from "../call.ts";
import type { KnownOrder, KnownReturn } from "../shop.ts";

const MAX_TRIES = 4;
const RETRY_PAUSE_MS = 100;
const ADDRESS = { city: "Town", state: "", postalCode: "12345", country: "DE" };

/**
 * Posts returns of an order: often of more units than are left, and concurrently through several processes.
 */
export async function openReturn(actor: Actor): Promise<void> {
  const order = actor.shop.orders.pick(actor.random);
  if (!order) return;
  const choice = actor.random.between(1, 10);
  if (choice <= 5) return void (await postReturn(actor, order));
  if (choice <= 7) return void (await Promise.all([1, 2, 3].map(() => postReturn(actor, order))));
  const key = actor.mark();
  const body = newReturn(actor, order);
  await Promise.all([sendReturn(actor, order, body, key), sendReturn(actor, order, body, key)]);
  for (let tries = 1; tries < MAX_TRIES; tries++) {
    if (await sendReturn(actor, order, body, key)) break;
    await Bun.sleep(RETRY_PAUSE_MS);
  }
  // Another request with the same key: refused, unless the first one was refused and left the key free.
  if (actor.random.chance(0.3)) await sendReturn(actor, order, newReturn(actor, order), key);
}

async function postReturn(actor: Actor, order: KnownOrder): Promise<void> {
  await sendReturn(actor, order, newReturn(actor, order));
}

type NewReturn = { mark: string; items: { lineItemId: string; quantity: number }[]; isLabelled: boolean };

function newReturn({ random, mark }: Actor, { lines }: KnownOrder): NewReturn {
  const chosen = lines.filter(() => random.chance(0.6));
  const items = (chosen.length > 0 ? chosen : lines).map(({ id, quantity }) => ({
    lineItemId: id,
    quantity: random.between(1, Math.min(2, quantity)),
  }));
  return { mark: mark(), items, isLabelled: random.chance(0.2) };
}

async function sendReturn(actor: Actor, order: KnownOrder, sent: NewReturn, key?: string): Promise<boolean> {
  const { mark, items, isLabelled } = sent;
  const effect: Effect = { kind: "return", mark, group: key ?? mark };
  const { call, body } = await actor.send(
    { operation: "POST returns", known: order.externalId, effects: [effect] },
    {
      method: "POST",
      path: `${V2}/stores/${actor.shop.storeId}/returns`,
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
  if (actor.shop.returns.all().some((known) => known.id === id)) return true;
  const itemIds = listAt(body, "return", "items").flatMap((item) => textAt(item, "id") ?? []);
  actor.shop.returns.add({ id, itemIds, orderName: order.externalId, notes: [] });
  return true;
}

/** Reads a return, which must contain all notes that were acknowledged before. */
export async function readReturn(actor: Actor): Promise<void> {
  const one = actor.shop.returns.pick(actor.random);
  if (!one) return;
  const expected = [...one.notes];
  const { call, body, text } = await actor.send(
    { operation: "GET return", known: one.id },
    { method: "GET", path: `${V2}/returns/${one.id}` },
  );
  if (call.outcome !== "done") return;
  const missing = expected.filter((mark) => !text.includes(`"${mark}"`));
  if (missing.length > 0) call.missing = missing;
  call.reads = registersOf(one, at(body, "return"));
}

/** Returns the fields of a return as reads of registers; the last PATCH of each field wins. */
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
