import { type Actor, V2 } from "../actor.ts";
import { keepForRepeat } from "./repeats.ts";

const MAX_TRIES = 3;

/**
 * Sends a storefront event: sometimes again, sometimes twice concurrently with different contents; one is
 * stored.
 */
export async function storefrontEvent(actor: Actor): Promise<void> {
  const eventId = actor.mark();
  if (actor.random.chance(0.2)) {
    await Promise.all([sendOne(actor, eventId, actor.mark()), sendOne(actor, eventId, actor.mark())]);
    return;
  }
  const mark = actor.mark();
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const isDone = await sendOne(actor, eventId, mark);
    if (isDone && tries === 1) keepForRepeat(actor, (later) => sendOne(later, eventId, mark));
    if (isDone && !actor.random.chance(0.2)) return;
  }
}

async function sendOne(actor: Actor, eventId: string, mark: string): Promise<boolean> {
  const { call } = await actor.send(
    {
      operation: "POST storefront/events",
      effects: [{ kind: "storefront", mark, group: eventId, swallowed: true }],
    },
    {
      method: "POST",
      path: `${V2}/stores/${actor.shop.storeId}/storefront/events`,
      body: {
        ...{ eventId, eventName: "page_viewed", source: "storefront", anonymousId: mark },
        timestamp: "2026-03-02T10:00:00Z",
      },
    },
  );
  return call.outcome === "done";
}
