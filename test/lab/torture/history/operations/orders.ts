import { type Actor, textAt, V2 } from "../actor.ts";
import type { Effect, Patch } from "../call.ts";
import type { KnownOrder, Line, Person } from "../shop.ts";
import { describePerson, type GivenCustomer, personFor } from "./people.ts";

/** The product of every line. */
export const PRODUCT = "tee";

const MAX_TRIES = 4;
const RETRY_PAUSE_MS = 100;
const TRACKING = ["in_transit", "out_for_delivery", "delivered"] as const;

/**
 * Posts an order: once, twice with different bodies, or concurrently with an `Idempotency-Key` until it
 * succeeds.
 */
export function placeOrder(actor: Actor): Promise<void> {
  return placeOrderOf(actor, personFor(actor, ["linked", "emergent", "mover"]));
}

/** Posts an order of this customer, or of none. */
export async function placeOrderOf(actor: Actor, person: Person | undefined): Promise<void> {
  const externalId = `order-${actor.mark()}`;
  const choice = actor.random.between(1, 10);
  const post = () => sendOrder(actor, newOrder(actor, externalId, person));
  if (choice <= 6) return void (await post());
  // Two requests with the same order id and different bodies; one of them is refused.
  if (choice <= 8) return void (await Promise.all([post(), post()]));
  const order = newOrder(actor, externalId, person);
  const key = actor.mark();
  const send = () => sendOrder(actor, order, key);
  await Promise.all([send(), send()]);
  for (let tries = 1; tries < MAX_TRIES && !(await send()); tries++) await Bun.sleep(RETRY_PAUSE_MS);
}

type NewOrder = { externalId: string; mark: string; lines: Line[]; given: GivenCustomer; patches: Patch[] };

function newOrder(actor: Actor, externalId: string, person: Person | undefined): NewOrder {
  const { random } = actor;
  const mark = actor.mark();
  const lines = Array.from({ length: random.between(1, 3) }, (_, i) => ({
    id: `line-${i + 1}`,
    quantity: random.between(1, 6),
    price: random.between(1, 99_99) / 100,
    discount: random.chance(0.5) ? random.between(0, 99) / 100 : 0,
  }));
  const said = person && describePerson(actor, person, { kind: "order", mark });
  return { externalId, mark, lines, given: said?.given ?? {}, patches: said ? [said.patch] : [] };
}

async function sendOrder(actor: Actor, order: NewOrder, key?: string): Promise<boolean> {
  const { externalId, mark, lines, given, patches } = order;
  const effect: Effect = { kind: "order", mark, group: externalId };
  const { call, body } = await actor.send(
    { operation: "POST orders", effects: [effect], patches },
    {
      method: "POST",
      path: `${V2}/stores/${actor.shop.storeId}/orders`,
      body: {
        orderId: externalId,
        createdAt: "2026-03-01T10:00:00.000Z",
        customer: given,
        lineItems: lines.map((line) => ({ ...line, productId: PRODUCT, title: "Tee" })),
        currencyCode: "EUR",
        tags: [mark],
      },
      ...(key !== undefined && { headers: { "Idempotency-Key": key } }),
    },
  );
  const id = textAt(body, "orderId");
  if (call.outcome !== "done" || id === undefined) return false;
  call.answerId = id;
  if (!actor.shop.orders.all().some((known) => known.id === id)) {
    actor.shop.orders.add({ externalId, id, lines, fulfillments: [] });
  }
  return true;
}

/** Fulfills units of an order, with or without a merchant's id, which may be used only once. */
export async function fulfill(actor: Actor): Promise<void> {
  const order = actor.shop.orders.pick(actor.random);
  const line = order?.lines[actor.random.between(0, order.lines.length - 1)];
  if (!order || !line) return;
  const mark = actor.mark();
  const fulfillmentId = actor.random.chance(0.6) ? `ful-${mark}` : undefined;
  const { call, body } = await actor.send(
    {
      operation: "POST fulfillments",
      known: order.externalId,
      effects: [{ kind: "fulfillment", mark, group: mark }],
    },
    {
      method: "POST",
      path: `${pathOf(actor, order)}/fulfillments`,
      body: {
        ...(fulfillmentId && { fulfillmentId }),
        lineItems: [{ id: line.id, quantity: actor.random.between(1, 2) }],
        tracking: { carrier: "ups", code: mark },
      },
    },
  );
  const id = textAt(body, "fulfillment", "id");
  if (call.outcome !== "done" || id === undefined) return;
  call.answerId = id;
  order.fulfillments.push(id);
}

/** Posts a tracking event of the latest fulfillment; several may be concurrent. */
export async function track(actor: Actor): Promise<void> {
  const order = actor.shop.orders.all().findLast(({ fulfillments }) => fulfillments.length > 0);
  const id = order?.fulfillments.at(-1);
  if (!order || id === undefined) return fulfill(actor);
  const message = actor.mark();
  await actor.send(
    {
      operation: "POST tracking-events",
      known: id,
      effects: [{ kind: "tracking", mark: message, group: message }],
    },
    {
      method: "POST",
      path: `${pathOf(actor, order)}/fulfillments/${id}/tracking-events`,
      body: { message, status: TRACKING[actor.random.between(0, 2)], datetime: "2026-03-04T10:00:00Z" },
    },
  );
}

function pathOf({ shop }: Actor, { externalId }: KnownOrder): string {
  return `${V2}/stores/${shop.storeId}/orders/${externalId}`;
}
